/**
 * The errors of the authorization server and their two forms: the service's error envelope, and the body of RFC 6749 §5.2 for
 * requests that were sent as a form.
 */

import { boundedError } from '../../http/errors';

/** Every code with its HTTP status. Codes above the line are the RFCs' own; below it are the service's. */
export const oauthErrorStatus = {
  // RFC 6749 §4.1.2.1 and §5.2, RFC 8707 §2
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  server_error: 500,
  // RFC 7591 §3.2.2
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  // OpenID Connect Core §3.1.2.6: parameters that hide the request
  request_not_supported: 400,
  request_uri_not_supported: 400,
  interaction_required: 400,
  // ---
  validation_failed: 400,
  invalid_session: 401,
  not_a_member: 403,
  admin_required: 403,
  invalid_request_token: 404,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type OauthErrorCode = keyof typeof oauthErrorStatus;

/** Codes in RFC 6749 bodies for errors that the RFC does not define. The HTTP status stays the exact one. */
const rfc6749Code: Partial<Record<OauthErrorCode, string>> = {
  payload_too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  method_not_allowed: 'invalid_request',
  conflict: 'invalid_request',
  validation_failed: 'invalid_request',
  rate_limited: 'temporarily_unavailable',
  internal_error: 'server_error',
  service_unavailable: 'temporarily_unavailable',
};

export interface OauthErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** An error for the caller. The message never repeats what was sent. */
export class OauthError extends Error {
  readonly status: number;

  constructor(
    readonly code: OauthErrorCode,
    message: string,
    readonly extra: {
      /** Further members of the envelope's error, for programs. */
      readonly more?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly details?: readonly OauthErrorDetail[];
      /** Whether the envelope is accompanied by `error_description`, which clients of RFC 7591 show. */
      readonly describe?: true;
      /** Why, in a sentence for the operator, where it is nothing for the caller. Shown among the recent attempts. */
      readonly forOperator?: string;
      /** The log already has it, once for all requests that meet it. */
      readonly logged?: true;
    } = {},
  ) {
    super(message);
    this.name = 'OauthError';
    this.status = oauthErrorStatus[code];
  }
}

/** The form of an error: the envelope, or the RFC 6749 body. */
export type ErrorDress = 'envelope' | 'rfc6749';

/** The JSON body of an error. */
export function errorBody(error: OauthError, dress: ErrorDress, requestId: string): Record<string, unknown> {
  const { message, details } = boundedError(error.message, error.extra.details);
  if (dress === 'rfc6749') {
    return { error: rfc6749Code[error.code] ?? error.code, error_description: message };
  }
  return {
    error: {
      code: error.code,
      message,
      status: error.status,
      request_id: requestId,
      ...(error.extra.details ? { details } : {}),
      ...error.extra.more,
    },
    ...(error.extra.describe ? { error_description: message } : {}),
  };
}
