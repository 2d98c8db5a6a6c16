/**
 * The SDK refuses a message with its validator's whole text, which says something about each wrong member. A client reads one
 * sentence of it.
 */
import { shortenedToBytes } from './text';

/** Bytes of a refusal. */
const longestRefusal = 3_500;
/** Bytes of its message, as JSON. */
const longestMessage = 1_500;

/** @param body a JSON-RPC response. @returns it, or the same refusal with a shorter text and without its data. */
export function boundedAnswer(body: Buffer): Buffer {
  // A response begins with its version, id and either result or error; an id has at most 256 characters.
  if (body.length <= longestRefusal || !body.subarray(0, 1_000).includes('"error"')) return body;
  const response: unknown = JSON.parse(body.toString());
  if (typeof response !== 'object' || response === null || !('error' in response)) return body;
  const { error } = response;
  if (typeof error !== 'object' || error === null || !('message' in error)) return body;
  const { code, message } = { code: 0, ...error };
  const shortened = { code, message: shortenedToBytes(String(message), longestMessage) };
  return Buffer.from(JSON.stringify({ ...response, error: shortened }));
}
