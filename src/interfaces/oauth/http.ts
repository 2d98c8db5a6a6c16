/** Shared parts of the authorization server's endpoints: bodies, forms of errors, CORS, methods. */
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { bearerToken } from '../../http/bearer';
import { toOperationError } from '../../http/errors';
import { sendJson } from '../../http/respond';
import { requestIdOf } from '../../http/traced-response';
import type { Logger } from 'pino';
import { networksOf } from '../../http/client-network';
import { describeError } from './describe-error';
import { tellRefusal } from './attempt-facts';
import { errorBody, OauthError, type ErrorDress } from './errors';
import { isPercentEncoded } from '../../shared/text/percent-encoded';

const maximumBodyBytes = 16 * 1024;

/** Reads any body whole, whatever its declared type. The bytes decide what it is. */
export const readBody: RequestHandler = express.raw({ type: () => true, limit: maximumBodyBytes, inflate: false });

export function bodyOf(req: Request): Buffer {
  const body: unknown = req.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** An endpoint. It answers, or throws an OauthError, which is answered in the request's form. */
export type Endpoint = (req: Request, res: Response) => Promise<void>;

/** Makes a handler from an endpoint and answers its errors. */
export function handle(endpoint: Endpoint): RequestHandler {
  return (req, res, next) => {
    endpoint(req, res).catch(next);
  };
}

/**
 * Answers our own errors and those of the body reader.
 * @param dress the form of this request's errors.
 */
export function answerErrors(log: Logger, dress: (req: Request) => ErrorDress) {
  // Express recognises error handlers by their four parameters.
  return (error: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const known = error instanceof OauthError ? error : fromOutside(error);
    if (known.status >= 500 && !known.extra.logged) {
      log.error({ request_id: requestIdOf(res), error: describeError(error) }, 'request failed');
    }
    tellRefusal(res, known);
    sendJson(res, known.status, errorBody(known, dress(req), requestIdOf(res)), known.extra.headers);
  };
}

const retrySoon = { headers: { 'Retry-After': '2' } };

/** Maps errors of other code, with the one mapping of the service. */
function fromOutside(thrown: unknown): OauthError {
  const { error } = toOperationError(thrown);
  if (error.code === 'payload_too_large') {
    return new OauthError('payload_too_large', `The body is larger than ${maximumBodyBytes / 1024} KB.`);
  }
  if (error.code === 'unsupported_media_type') {
    return new OauthError('unsupported_media_type', 'The body must not be compressed.');
  }
  if (error.code === 'conflict') return new OauthError('conflict', error.message);
  if (error.code === 'service_unavailable' || error.code === 'internal_error') {
    return new OauthError(error.code, error.message, error.code === 'internal_error' ? {} : retrySoon);
  }
  return new OauthError('invalid_request', 'The body could not be read.');
}

const exposedHeaders = 'X-Request-Id, Retry-After, WWW-Authenticate, RateLimit, RateLimit-Policy';
const acceptedHeaders = 'Authorization, Content-Type, MCP-Protocol-Version, X-Request-Id';

/** CORS for endpoints that any browser client may call. No credentials are ever involved. */
export function publicCors(methods: string): RequestHandler {
  return (req, res, next) => {
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    if (req.method !== 'OPTIONS') return next();
    preflight(res, methods);
  };
}

/** CORS for the endpoints of a consent page: its origin only. */
export function consentPageCors(methods: string, origin: string): RequestHandler {
  return (req, res, next) => {
    res.setHeader('Vary', 'Origin');
    if (req.headers.origin === origin) {
      res.setHeader('Access-Control-Allow-Origin', origin);
      res.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    }
    if (req.method !== 'OPTIONS') return next();
    preflight(res, methods);
  };
}

function preflight(res: Response, methods: string): void {
  res.setHeader('Access-Control-Allow-Methods', methods);
  res.setHeader('Access-Control-Allow-Headers', acceptedHeaders);
  res.setHeader('Access-Control-Max-Age', '86400');
  res.status(204).end();
}

/** Refuses every method that the earlier handlers did not take. */
export function onlyMethods(allowed: string): RequestHandler {
  return (_req, _res, next) => {
    next(new OauthError('method_not_allowed', `This address answers ${allowed}.`, { headers: { Allow: allowed } }));
  };
}

/** The token of the `Authorization` header. */
export const tokenOf = (req: Request): string | undefined => bearerToken(req.headers.authorization);

/** The query as sent; `undefined` if its escapes are malformed. */
export function queryOf(req: Request): URLSearchParams | undefined {
  const at = req.originalUrl.indexOf('?');
  const raw = at < 0 ? '' : req.originalUrl.slice(at + 1);
  return isPercentEncoded(raw) ? new URLSearchParams(raw) : undefined;
}

/** The networks that limits count by, narrowest first. */
export function clientNetworks(req: Request): readonly string[] {
  return networksOf(req.ip ?? req.socket.remoteAddress ?? '');
}
