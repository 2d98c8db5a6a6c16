/** Errors as HTTP answers: the one envelope, and which envelope an unexpected error becomes. */
import type { ServerResponse } from 'node:http';
import { OperationError, type ErrorCode } from '../errors';
import { isDatabaseUnavailable } from '../store/unavailable';
import { requestIdOf } from './traced-response';

/** The error body of every JSON endpoint. */
export interface ErrorEnvelope {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly request_id: string;
    readonly details?: readonly { readonly path: string; readonly message: string }[];
  };
}

export function errorEnvelope(error: OperationError, requestId: string): ErrorEnvelope {
  const { code, message, status, details } = error;
  return {
    error: {
      code,
      message,
      status,
      request_id: requestId,
      ...(code === 'validation_failed' ? { details } : {}),
    },
  };
}

/** Answers with the envelope. Nothing happens when an answer has already begun. */
export function sendError(
  res: ServerResponse,
  error: OperationError,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(res, error.status, errorEnvelope(error, requestIdOf(res)), headers);
}

/** Answers with JSON that nobody may store. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const text = JSON.stringify(body);
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private, no-store');
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.statusCode = status;
  res.end(text);
}

export function methodNotAllowed(allowed: readonly string[]): {
  error: OperationError;
  headers: Record<string, string>;
} {
  const allow = allowed.join(', ');
  return {
    error: new OperationError('method_not_allowed', `This address answers ${allow}.`),
    headers: { Allow: allow },
  };
}

export function unknownPath(): OperationError {
  return new OperationError('not_found', 'There is nothing at this address.');
}

/** What body parsers and routers throw: they say by `type` or `status` whose fault it is. */
const codesOfParserErrors: Readonly<Record<string, ErrorCode>> = {
  'entity.too.large': 'payload_too_large',
  'parameters.too.many': 'payload_too_large',
  'encoding.unsupported': 'unsupported_media_type',
  'charset.unsupported': 'unsupported_media_type',
};

const parserMessages: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'The body is larger than this address takes.',
  unsupported_media_type: 'The encoding or character set of the body is not supported.',
  validation_failed: 'The request could not be read: its path or body is malformed.',
};

/** The error to answer with. `unexpected` says that somebody should look at it. */
export function toOperationError(error: unknown): { error: OperationError; unexpected: boolean } {
  if (error instanceof OperationError) return { error, unexpected: false };
  if (isDatabaseUnavailable(error)) {
    return {
      error: new OperationError(
        'service_unavailable',
        'The database does not answer at the moment; try again shortly.',
      ),
      unexpected: true,
    };
  }
  if (error instanceof Error) {
    const type: unknown = Reflect.get(error, 'type');
    const status: unknown = Reflect.get(error, 'status');
    const code =
      (typeof type === 'string' ? codesOfParserErrors[type] : undefined) ??
      (typeof status === 'number' && status >= 400 && status < 500 ? 'validation_failed' : undefined);
    if (code)
      return { error: new OperationError(code, parserMessages[code] ?? 'The request was refused.'), unexpected: false };
  }
  return {
    error: new OperationError(
      'internal_error',
      'Something went wrong on our side. The request id finds it in our log.',
    ),
    unexpected: true,
  };
}
