/**
 * The SDK refuses a message with its validator's whole text as an internal error: a JSON list that says something about each wrong
 * member. A client reads one sentence of it, under the code for wrong parameters.
 */
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { shortenedToBytes } from '../../shared/text/visible';

/** Bytes of a refusal's message, as JSON. */
const longestMessage = 1_500;
/** Wrong members that a refusal names. */
const mostIssues = 5;

const refusal = z.looseObject({
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});
const issueList = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);

const resultFirst = Buffer.from('{"result"');

/** @param body a JSON-RPC response. @returns it; a refusal with a text that is short and in words. */
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

/** What a validator found wrong, in words; undefined when a message holds no such list. */
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
