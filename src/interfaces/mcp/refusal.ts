/**
 * The one form in which this endpoint refuses a request: a JSON-RPC error, whatever the HTTP status. A client that reads only
 * JSON-RPC still gets a sentence. `data` repeats the service's own code, the status and the request id.
 */
import { ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Server-defined code for a refusal that HTTP also expresses (401, 405, 413, …). The official SDK uses the same code. */
export const httpRefusal = -32000;

export interface Refusal {
  readonly status: number;
  /** JSON-RPC error code. */
  readonly rpcCode: number;
  /** The service's code, as in its REST error envelope. */
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the error's `data`. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export const methodNotAllowed: Refusal = {
  status: 405,
  rpcCode: httpRefusal,
  code: 'method_not_allowed',
  message: 'Only POST is served here.',
  headers: { Allow: 'POST, OPTIONS' },
};

export const originRefused: Refusal = {
  status: 403,
  rpcCode: httpRefusal,
  code: 'origin_not_allowed',
  message:
    'This browser origin may not call the endpoint. The operator lists origins in CUSTOMER_API_MCP_ALLOWED_ORIGINS.',
};

export const tooLarge: Refusal = {
  status: 413,
  rpcCode: httpRefusal,
  code: 'payload_too_large',
  message: 'The request body is larger than 64 KB.',
};

export const unsupportedMediaType: Refusal = {
  status: 415,
  rpcCode: httpRefusal,
  code: 'unsupported_media_type',
  message: 'Send the body as uncompressed application/json in UTF-8.',
};

export const notAcceptable: Refusal = {
  status: 406,
  rpcCode: httpRefusal,
  code: 'not_acceptable',
  message: 'Only application/json is sent here: name it in Accept, or */*.',
};

export const bodyTooSlow: Refusal = {
  status: 408,
  rpcCode: httpRefusal,
  code: 'request_timeout',
  message: 'The request body did not arrive in time.',
  headers: { Connection: 'close' },
};

export const notJson: Refusal = {
  status: 400,
  rpcCode: ProtocolErrorCode.ParseError,
  code: 'validation_failed',
  message: 'Parse error: the request body is not valid JSON in UTF-8.',
};

export const batchRefused: Refusal = {
  status: 400,
  rpcCode: ProtocolErrorCode.InvalidRequest,
  code: 'validation_failed',
  message: 'Invalid request: JSON-RPC batches are not supported; send one message.',
};

export const tooDeep: Refusal = {
  status: 400,
  rpcCode: ProtocolErrorCode.InvalidRequest,
  code: 'validation_failed',
  message: 'Invalid request: the message is nested too deeply.',
};

export const tooManyMembers: Refusal = {
  status: 400,
  rpcCode: ProtocolErrorCode.InvalidRequest,
  code: 'validation_failed',
  message: 'Invalid request: the message has more than 1000 members.',
};

export const repeatedName: Refusal = {
  status: 400,
  rpcCode: ProtocolErrorCode.InvalidRequest,
  code: 'validation_failed',
  message: 'Invalid request: the message names a member twice.',
};

export const idTooLong: Refusal = {
  status: 400,
  rpcCode: ProtocolErrorCode.InvalidRequest,
  code: 'validation_failed',
  message: 'Invalid request: the id is longer than 256 characters.',
};

export const unavailable: Refusal = {
  status: 503,
  rpcCode: ProtocolErrorCode.InternalError,
  code: 'service_unavailable',
  message: 'The service cannot answer at the moment; try again shortly.',
  headers: { 'Retry-After': '5' },
};

export const methodNotFound: Refusal = {
  status: 404,
  rpcCode: ProtocolErrorCode.MethodNotFound,
  code: 'not_found',
  message: 'Method not found',
};

export const noSuchWorkspacePath: Refusal = {
  status: 404,
  rpcCode: httpRefusal,
  code: 'not_found',
  message: 'Nothing is served here. The address of a workspace is /mcp/ and the id of the workspace.',
};

/**
 * @param reason which limit is used up.
 * @param retryAfter seconds until the next request is allowed.
 */
export function rateLimited(reason: string, retryAfter: string): Refusal {
  return {
    status: 429,
    rpcCode: httpRefusal,
    code: 'rate_limited',
    message: `Too many requests. ${reason}`,
    headers: { 'Retry-After': retryAfter },
  };
}

export const internalError: Refusal = {
  status: 500,
  rpcCode: ProtocolErrorCode.InternalError,
  code: 'internal_error',
  message: 'Internal error',
};

/** The JSON-RPC id of the answer: that of the request if it can be read, else null (JSON-RPC 2.0, section 5). */
export function echoedId(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null || !('id' in message) || !('method' in message)) return null;
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null;
}

/** The body of a refusal. */
export function refusalBody(refusal: Refusal, id: string | number | null, requestId: string): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: {
      code: refusal.rpcCode,
      message: refusal.message,
      data: { code: refusal.code, status: refusal.status, request_id: requestId, ...refusal.data },
    },
  });
}
