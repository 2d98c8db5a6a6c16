/** Errors as HTTP answers: one envelope, and one mapping from thrown errors to answers. */
import type { ServerResponse } from 'node:http';
import { OperationError, type ErrorCode, type ErrorDetail } from '../shared/errors';
import { DatabaseReplaced } from '../database/sqlite-files';
import { isDatabaseUnavailable, isTooSlow } from '../database/unavailable';
import { OutdatedWriter } from '../store/statements/writer-version';
import { jsonType, respond, type Headers } from './respond';
import { requestIdOf } from './traced-response';

/** The error body of every JSON endpoint. */
export interface ErrorEnvelope {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly request_id: string;
    readonly details?: readonly ErrorDetail[];
  };
}

/** Bounds of an error's text. A caller corrects a few things at a time, and the text repeats what the caller sent. */
const longestMessage = 1_500;
const mostDetails = 20;
const longestDetail = 300;

/** The beginning of a text. Never ends with half a surrogate pair. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** An error's message and details, cut to the bounds. */
export function boundedError(message: string, details: readonly ErrorDetail[] = []) {
  return {
    message: shortened(message, longestMessage),
    details: details.slice(0, mostDetails).map((detail) => ({
      path: shortened(detail.path, longestDetail),
      message: shortened(detail.message, longestDetail),
    })),
  };
}

export function errorEnvelope(error: OperationError, requestId: string): ErrorEnvelope {
  const { code, status } = error;
  const { message, details } = boundedError(error.message, error.details);
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

/** Headers that belong to a code. The writer of answers adds `Retry-After` to a 503. */
const headersOfCode: Partial<Record<ErrorCode, Headers>> = {
  invalid_api_key: { 'WWW-Authenticate': 'Bearer' },
};

/** Answers with the envelope. Does nothing if an answer has already begun. */
export function sendError(res: ServerResponse, error: OperationError, headers: Headers = {}): void {
  const body = JSON.stringify(errorEnvelope(error, requestIdOf(res)));
  respond(res, error.status, jsonType, body, { ...headersOfCode[error.code], ...headers });
}

export function methodNotAllowed(allowed: readonly string[]): { error: OperationError; headers: Headers } {
  const allow = allowed.join(', ');
  return {
    error: new OperationError('method_not_allowed', `This address answers ${allow}.`),
    headers: { Allow: allow },
  };
}

/** One object for all unknown addresses. Strangers ask for many, and making an error costs more than the rest of the answer. */
export const unknownPath = new OperationError('not_found', 'There is nothing at this address.');

/** Codes for errors of body parsers and routers. Their `type` or `status` says who caused them. */
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

/** The error to answer with. `unexpected`: somebody should look at it. */
export function toOperationError(error: unknown): { error: OperationError; unexpected: boolean } {
  if (error instanceof OperationError) return { error, unexpected: false };
  if (isDatabaseUnavailable(error)) {
    return {
      error: new OperationError(
        'service_unavailable',
        isTooSlow(error)
          ? 'The answer took too long and was given up. Use narrower filters, or try again later.'
          : error instanceof OutdatedWriter || error instanceof DatabaseReplaced
            ? 'This process may no longer store anything. Its operator has to restart it.'
            : 'The database does not answer at the moment. Try again shortly.',
      ),
      unexpected: true,
    };
  }
  const code = codeOfParserError(error);
  if (code)
    return { error: new OperationError(code, parserMessages[code] ?? 'The request was refused.'), unexpected: false };
  return {
    error: new OperationError(
      'internal_error',
      'Something went wrong on our side. The request id finds it in our log.',
    ),
    unexpected: true,
  };
}

function codeOfParserError(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  const known = 'type' in error && typeof error.type === 'string' ? codesOfParserErrors[error.type] : undefined;
  if (known) return known;
  const isClients = 'status' in error && typeof error.status === 'number' && error.status >= 400 && error.status < 500;
  return isClients ? 'validation_failed' : undefined;
}
