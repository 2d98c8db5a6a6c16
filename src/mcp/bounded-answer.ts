/**
 * The SDK refuses a message with its validator's whole text, which says something about each wrong member. A client reads one
 * sentence of it.
 */
import { shortenedToBytes } from './text';

/** Bytes of a refusal. */
const longestRefusal = 3_500;
/** Bytes of its message, as JSON. */
const longestMessage = 1_500;

/** @param text a JSON-RPC response. @returns it, or the same refusal with a shorter text and without its data. */
export function boundedAnswer(text: string): string {
  // A response begins with its version, id and either result or error; an id has at most 256 characters.
  if (text.length <= longestRefusal / 3 || !text.slice(0, 1_000).includes('"error"')) return text;
  if (Buffer.byteLength(text) <= longestRefusal) return text;
  const response: unknown = JSON.parse(text);
  if (typeof response !== 'object' || response === null || !('error' in response)) return text;
  const { error } = response;
  if (typeof error !== 'object' || error === null || !('message' in error)) return text;
  const { code, message } = { code: 0, ...error };
  return JSON.stringify({ ...response, error: { code, message: shortenedToBytes(String(message), longestMessage) } });
}
