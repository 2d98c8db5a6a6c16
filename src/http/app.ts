/**
 * The express app for the authorization server and the pages for people. They use its routers, body readers and proxy trust.
 * The router table treats it as one handler. It answers errors in the form of all other answers.
 */
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { SettingsError, type Settings } from '../../config/settings';
import { BoundedRequest } from './bounded-request';
import { sendError, toOperationError } from './errors';
import { sendUnknown, sendWrongMethod, type Site } from './error-pages';
import { headersForExpress } from './respond';
import type { Handler } from './router';
import { requestIdOf } from './traced-response';

export interface AppDeps {
  readonly settings: Pick<Settings, 'TRUST_PROXY'>;
  /** Routers by the path they are mounted at, in order. */
  readonly mounts: readonly { readonly path: string; readonly router: Router }[];
  /** Called with unexpected errors: those that no caller caused. */
  readonly onUnexpected: (error: unknown, requestId: string) => void;
  readonly site: Site;
}

/**
 * Handlers of one address by method. `GET` also serves `HEAD`. Other methods are answered with 405 and `Allow`.
 * @param site for the page that people get.
 * @example router.all('/thing', byMethod(site, { GET: show, POST: change }));
 */
export function byMethod(
  site: Site,
  handlers: Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', RequestHandler>>>,
): RequestHandler {
  const allowed = Object.keys(handlers).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
  const table = new Map<string, RequestHandler>(Object.entries(handlers));
  const get = table.get('GET');
  if (get) table.set('HEAD', get);
  return (req, res, next) => {
    const handler = table.get(req.method);
    if (handler) return handler(req, res, next);
    return sendWrongMethod(req, res, site, allowed);
  };
}

/**
 * Makes the app.
 * @returns a handler for the router table.
 * @throws SettingsError when `TRUST_PROXY` names no address.
 */
export function expressHandler(deps: AppDeps): Handler {
  // Express puts its own prototype under each request. The bounds of a body must stay below that prototype.
  Object.setPrototypeOf(express.request, BoundedRequest.prototype);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  trustProxy(app, deps.settings.TRUST_PROXY);
  for (const { path, router } of deps.mounts) app.use(path, router);
  app.use((req, res) => sendUnknown(req, res, deps.site));
  app.use(errorHandler(deps.onUnexpected));
  return (req, res) => {
    headersForExpress(res);
    app(req, res);
  };
}

/** `false`, a number of hops, or addresses: the forms express takes. */
function trustProxy(app: Express, value: string): void {
  try {
    app.set('trust proxy', value === 'false' ? false : /^\d{1,2}$/.test(value) ? Number(value) : value);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([
      `TRUST_PROXY is "${value}"; ${why}. Allowed: false, a number of hops, or addresses/subnets.`,
    ]);
  }
}

function errorHandler(onUnexpected: AppDeps['onUnexpected']): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (thrown, _req, res, _next) => {
    const { error, unexpected } = toOperationError(thrown);
    if (unexpected) onUnexpected(thrown, requestIdOf(res));
    sendError(res, error);
  };
}
