/**
 * The SDK refuses a message as an internal error with the whole text of its validator: a JSON list with an entry for each wrong
 * member. This module turns it into one sentence under the code for invalid parameters.
 */
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { shortenedToBytes } from '../../shared/text/visible';

/** Most bytes of a refusal's message, as JSON. */
const longestMessage = 1_500;
/** Most wrong members that a refusal names. */
const mostIssues = 5;

const refusal = z.looseObject({
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});
const issueList = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);

const resultFirst = Buffer.from('{"result"');

/** @param body a JSON-RPC response. @returns the same, or for a refusal one with a short text in words. */
export function boundedAnswer(body: Buffer): Buffer {
  if (body.subarray(0, resultFirst.length).equals(resultFirst)) return body;
  // A response begins with its version, id and either result or error; an id has at most 256 characters.
  if (!body.subarray(0, 1_000).includes('"error"')) return body;
  const response = refusal.safeParse(JSON.parse(body.toString()));
  if (!response.success) return body;
  const { code, message, data } = response.data.error;
  const issues = issuesOf(message);
  if (issues === undefined && message.length <= longestMessage) return body;
  const error = {
    code: issues === undefined ? code : ProtocolErrorCode.InvalidParams,
    message: shortenedToBytes(issues ?? message, longestMessage),
    ...(issues === undefined ? {} : { data }),
  };
  return Buffer.from(JSON.stringify({ ...response.data, error }));
}

/** The problems that a validator found, in words; undefined if the message holds no such list. */
function issuesOf(message: string): string | undefined {
  const begins = message.indexOf('[\n');
  if (begins < 0) return undefined;
  let list: unknown;
  try {
    list = JSON.parse(message.slice(begins));
  } catch {
    return undefined;
  }
  const issues = issueList.safeParse(list);
  if (!issues.success) return undefined;
  const named = issues.data.slice(0, mostIssues).map(({ path, message: what }) => `${path.join('.')}: ${what}`);
  const more = issues.data.length - named.length;
  return `Invalid params: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
