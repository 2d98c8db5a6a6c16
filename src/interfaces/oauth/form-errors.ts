/**
 * Errors that arise before a request reaches the authorization server (too many from one address, the service still starting), in
 * the form that a client expects that sent a form: the body of RFC 6749 §5.2.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiPrefix } from '../../../config/settings';
import { sendJson, type Headers } from '../../http/respond';
import { requestIdOf } from '../../http/traced-response';
import type { OperationError } from '../../shared/errors';
import { oauthAddresses } from './addresses';
import { errorBody, OauthError, oauthErrorStatus, type ErrorDress, type OauthErrorCode } from './errors';
import { dressOf } from './parameters';

/** Paths below `/mcp/oauth` that take forms. */
const formPaths = Object.entries(oauthAddresses).flatMap(([path, { POST }]) =>
  POST && 'forms' in POST && POST.forms ? [path] : [],
);

/** The form of errors for a request to one of the router's paths. */
export function dressOfRequest(path: string, contentType: string | undefined): ErrorDress {
  return formPaths.some((one) => one === path) ? dressOf(contentType) : 'envelope';
}

/**
 * Answers with the body of RFC 6749 if the request is a form for the token or revocation endpoint.
 * @returns false when it is not: then nothing was sent.
 */
export function answerFormError(
  req: IncomingMessage,
  res: ServerResponse,
  error: OperationError,
  headers: Headers,
): boolean {
  const [path = ''] = (req.url ?? '').split('?', 1);
  const base = `${apiPrefix}/mcp/oauth`;
  // Before it is known where the service stands, the path may begin with that of PUBLIC_URL.
  const own = formPaths.find((one) => path.endsWith(`${base}${one}`));
  if (own === undefined || dressOfRequest(own, req.headers['content-type']) === 'envelope') return false;
  const known = new OauthError(oauthCodeOf(error), error.message);
  sendJson(res, error.status, errorBody(known, 'rfc6749', requestIdOf(res)), headers);
  return true;
}

function oauthCodeOf({ code, status }: OperationError): OauthErrorCode {
  if (isOauthCode(code)) return code;
  return status >= 500 ? 'server_error' : 'invalid_request';
}

const isOauthCode = (code: string): code is OauthErrorCode => Object.hasOwn(oauthErrorStatus, code);
