/** Refusals by the SDK, in the one form of this endpoint: with `data {code, status, request_id}`, which its own lack. */
import { z } from 'zod';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';

const refused = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  error: z.looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});

/** Longest refusal that is looked at, in bytes: a refusal is a sentence, with the id of the request. */
const longest = 8 * 1024;
/** How a JSON-RPC error begins, in the order in which the SDK writes its members. */
const beginning = Buffer.from('"error":{');

/** The code of this service for each JSON-RPC code, with the HTTP status that says the same. */
const codes: ReadonlyMap<number, { readonly code: string; readonly status: number }> = new Map([
  [ProtocolErrorCode.MethodNotFound, { code: 'not_found', status: 404 }],
  [ProtocolErrorCode.InternalError, { code: 'internal_error', status: 500 }],
]);
const badRequest = { code: 'validation_failed', status: 400 };
/** Codes for HTTP statuses that say more than the JSON-RPC code. */
const codesByStatus: ReadonlyMap<number, string> = new Map([
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [406, 'not_acceptable'],
  [415, 'unsupported_media_type'],
]);

/**
 * @param status of the HTTP answer. A JSON-RPC error may come with 200; its `data.status` is then that of its kind.
 * @param id of the request, if one was sent: the SDK leaves it out of some refusals.
 * @returns the answer, dressed if it is a refusal.
 */
export function dressedRefusal(answer: Buffer, status: number, id: string | number | null, requestId: string): Buffer {
  if (answer.length > longest || !answer.includes(beginning)) return answer;
  const read = refused.safeParse(parsed(answer));
  if (!read.success) return answer;
  const { error } = read.data;
  const kind = codes.get(error.code) ?? badRequest;
  const own = {
    code: codesByStatus.get(status) ?? kind.code,
    status: status === 200 ? kind.status : status,
    request_id: requestId,
  };
  const more = typeof error.data === 'object' && error.data !== null ? error.data : {};
  return Buffer.from(
    JSON.stringify({ ...read.data, id: read.data.id ?? id, error: { ...error, data: { ...own, ...more } } }),
  );
}

function parsed(answer: Buffer): unknown {
  try {
    return JSON.parse(answer.toString('utf8'));
  } catch {
    return undefined;
  }
}
