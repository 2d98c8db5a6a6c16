/** The errors that an operation can answer with. Interfaces turn them into their own form. */

export interface ErrorDetail {
  /** The parameter that was wrong. */
  readonly path: string;
  /** What was wrong and what is allowed. */
  readonly message: string;
}

/** All error codes with their HTTP statuses. */
export const errorStatus = {
  validation_failed: 400,
  invalid_api_key: 401,
  invalid_session: 401,
  sign_in_refused: 403,
  origin_not_allowed: 403,
  insufficient_credits: 402,
  data_access_denied: 403,
  insufficient_scope: 403,
  role_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_conflict: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** An error meant for the caller. Its message is safe to show and says what to do. */
export class OperationError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
  ) {
    super(message);
    this.name = 'OperationError';
    this.status = errorStatus[code];
  }
}

/** `validation_failed` for these parameters. */
export function invalid(...details: readonly ErrorDetail[]): OperationError {
  const message = details
    .map((detail) => (detail.path ? `${detail.path}: ${detail.message}` : detail.message))
    .join('; ');
  return new OperationError('validation_failed', message, details);
}

/** `not_found`. The same for an id that is malformed, unknown, or another workspace's. */
export function notFound(what: string): OperationError {
  return new OperationError('not_found', `No such ${what} in this workspace.`);
}
