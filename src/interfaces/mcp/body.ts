/** Reads a message within bounds, which are checked before any schema of the protocol or of a tool sees it. */
import type { IncomingMessage } from 'node:http';
import { readBody, saysJson } from '../../http/body';
import { parseJson, type JsonBounds } from '../../http/json';
import type { TracedResponse } from '../../http/traced-response';
import {
  repeatedName,
  bodyTooSlow,
  idTooLong,
  notJson,
  tooDeep,
  tooLarge,
  tooManyMembers,
  unsupportedMediaType,
  type Refusal,
} from './refusal';

/** Bytes. The largest possible call (two full lists of identifiers) has less than 10 KB. */
const bodyLimit = 64 * 1024;

/** The largest call has some 150 members and five levels. */
const messageBounds: JsonBounds = { members: 1_000, depth: 32 };

/** Most characters of a JSON-RPC id. Every answer repeats the id. */
const longestId = 256;

export type Body = { readonly message: unknown } | { readonly refusal: Refusal };

const refusals = {
  not_json: notJson,
  too_deep: tooDeep,
  too_many_members: tooManyMembers,
  repeated_name: repeatedName,
} as const;

/**
 * @param timeoutMs how long the whole body may take to arrive.
 * @returns the parsed message, or why it was refused; undefined if the client went away.
 */
export async function readMessage(
  req: IncomingMessage,
  res: TracedResponse,
  timeoutMs: number,
): Promise<Body | undefined> {
  if (!saysJson(req.headers)) {
    // The rest is read and dropped, so that the client receives the answer and the connection stays usable.
    req.resume();
    return { refusal: unsupportedMediaType };
  }
  const body = await readBody(req, res, { bytes: bodyLimit, timeoutMs });
  if (body === 'gone') return undefined;
  if (body === 'too_large') return { refusal: tooLarge };
  if (body === 'too_slow') return { refusal: bodyTooSlow };
  const parsed = parseJson(body, messageBounds);
  if ('problem' in parsed) return { refusal: refusals[parsed.problem] };
  return hasLongId(parsed.value) ? { refusal: idTooLong } : { message: parsed.value };
}

function hasLongId(message: unknown): boolean {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
  return typeof id === 'string' && id.length > longestId;
}
