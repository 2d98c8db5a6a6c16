/**
 * The protocol revisions served, and the gate that refuses any other. A client of 2026-07-28 names its revision in every
 * request's `_meta` (with the header repeating it); an older one negotiates it once and then repeats it in the header, which
 * a legacy client may leave out.
 */
import { PROTOCOL_VERSION_META_KEY, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Refusal } from './refusal';

/** The revision that carries its envelope in every request. */
const statelessRevision = '2026-07-28';

/** Newest first: an `initialize` that names an unknown revision is answered with the first older one. */
export const supportedRevisions: readonly string[] = [statelessRevision, '2025-11-25', '2025-06-18'];

/** What a client without the header is taken to speak: the oldest revision served. */
export const assumedRevision = '2025-06-18';

/** The revision that a message claims in its envelope. */
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

/** The revision in force for a message that passed the gate. */
export function revisionOf(header: string | undefined, message: unknown): string {
  const asked =
    property(message, 'method') === 'initialize' && property(property(message, 'params'), 'protocolVersion');
  if (typeof asked === 'string' && supportedRevisions.includes(asked)) return asked;
  return claimedRevision(message) ?? header ?? assumedRevision;
}

/**
 * Refuses a header that names a revision not served.
 *
 * `data.supported` names what the sender could retry with: a message with an envelope can only be of the stateless
 * revision (it is what `server/discover` lists), one without can be of any.
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
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
