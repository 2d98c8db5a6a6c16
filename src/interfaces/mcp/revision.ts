/**
 * The supported protocol revisions, and the gate that refuses others. A client of 2026-07-28 names its revision in the `_meta` of
 * every request (and the header repeats it). An older client negotiates the revision once and then repeats it in the header,
 * which legacy clients may omit.
 */
import { PROTOCOL_VERSION_META_KEY, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Refusal } from './refusal';
import { isRecord } from '../../shared/records';

/** The revision that carries its envelope in every request. */
const statelessRevision = '2026-07-28';

/** Newest first. An `initialize` with an unknown revision is answered with the first older one. */
export const supportedRevisions: readonly string[] = [statelessRevision, '2025-11-25', '2025-06-18', '2025-03-26'];

/** The assumed revision of a client without the header, which 2025-06-18 introduced. */
export const assumedRevision = '2025-03-26';

/** The revision that a message names in its envelope. */
function claimedRevision(message: unknown): string | undefined {
  const meta = property(property(message, 'params'), '_meta');
  const claim = property(meta, PROTOCOL_VERSION_META_KEY);
  return typeof claim === 'string' ? claim : undefined;
}

/** Whether a message belongs to the stateless revision: it carries an envelope, or the header names that revision. */
export function isStateless(header: string | undefined, message: unknown): boolean {
  if (header === statelessRevision) return true;
  return property(property(property(message, 'params'), '_meta'), PROTOCOL_VERSION_META_KEY) !== undefined;
}

/** The revision of a message that passed the gate. */
export function revisionOf(header: string | undefined, message: unknown): string {
  const asked =
    property(message, 'method') === 'initialize' && property(property(message, 'params'), 'protocolVersion');
  if (typeof asked === 'string' && supportedRevisions.includes(asked)) return asked;
  return claimedRevision(message) ?? header ?? assumedRevision;
}

/**
 * Refuses a header with an unsupported revision.
 *
 * `data.supported` lists the revisions for a retry. A message with an envelope can only use the stateless revision (as listed by
 * `server/discover`). One without can use any.
 */
export function refuseRevision(header: string | undefined, message: unknown): Refusal | undefined {
  if (header === undefined || supportedRevisions.includes(header)) return undefined;
  const supported = claimedRevision(message) === undefined ? supportedRevisions : [statelessRevision];
  return {
    status: 400,
    rpcCode: ProtocolErrorCode.UnsupportedProtocolVersion,
    code: 'unsupported_protocol_version',
    message: `Unsupported protocol version. Supported: ${supportedRevisions.join(', ')}.`,
    data: { supported, requested: header.slice(0, 64) },
  };
}

function property(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
