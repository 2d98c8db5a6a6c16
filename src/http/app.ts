/**
 * The express app: everything but the REST reads, which answer before it. It mounts the routers it is given and adds what all
 * of them share: health, metrics, one form for errors.
 */
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { SettingsError, type Settings } from '../../config/settings';
import { OperationError } from '../errors';
import { methodNotAllowed, sendError, sendJson, toOperationError, unknownPath } from './errors';
import type { ReadinessProbe } from './health';
import { isLocal, type Metrics } from './metrics';

export interface AppDeps {
  readonly settings: Pick<Settings, 'TRUST_PROXY'>;
  readonly readiness: ReadinessProbe;
  readonly metrics: Metrics;
  /** Routers by the path they are mounted at, in order. */
  readonly mounts: readonly { readonly path: string; readonly router: Router }[];
  /** Told of errors that are nobody's fault outside. */
  readonly onUnexpected: (error: unknown, requestId: string) => void;
}

/**
 * Handlers of one address by method; `HEAD` comes with `GET`, and every other method is answered with 405 and `Allow`.
 * @example router.all('/thing', byMethod({ GET: show, POST: change }));
 */
export function byMethod(
  handlers: Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', RequestHandler>>>,
): RequestHandler {
  const names = Object.keys(handlers);
  const { error, headers } = methodNotAllowed(names.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])));
  const table = new Map<string, RequestHandler>(Object.entries(handlers));
  const get = table.get('GET');
  if (get) table.set('HEAD', get);
  return (req, res, next) => {
    const handler = table.get(req.method);
    if (handler) return handler(req, res, next);
    sendError(res, error, headers);
    return undefined;
  };
}

/** @throws SettingsError when `TRUST_PROXY` names no address. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  trustProxy(app, deps.settings.TRUST_PROXY);

  app.all('/healthz', byMethod({ GET: (_req, res) => sendJson(res, 200, { status: 'ok' }) }));
  app.all('/readyz', byMethod({ GET: readyz(deps.readiness) }));
  app.all('/metrics', metricsHandler(deps.metrics));
  for (const { path, router } of deps.mounts) app.use(path, router);

  app.use((_req, res) => sendError(res, unknownPath()));
  app.use(errorHandler(deps.onUnexpected));
  return app;
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

function readyz(probe: ReadinessProbe): RequestHandler {
  return async (_req, res) => {
    const { ready, reason } = await probe.check();
    if (ready) sendJson(res, 200, { status: 'ready' });
    else sendError(res, new OperationError('service_unavailable', reason ?? 'Not ready.'), { 'Retry-After': '5' });
  };
}

function metricsHandler(metrics: Metrics): RequestHandler {
  const show = byMethod({
    GET: async (_req, res) => {
      const { contentType, body } = await metrics.text();
      res.setHeader('Content-Type', contentType);
      res.setHeader('Cache-Control', 'no-store');
      res.end(body);
    },
  });
  return (req, res, next) => (isLocal(req) ? show(req, res, next) : next());
}

function errorHandler(onUnexpected: AppDeps['onUnexpected']): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown, _req, res, _next) => {
    const { error, unexpected } = toOperationError(thrown);
    if (unexpected) onUnexpected(thrown, String(res.getHeader('X-Request-Id')));
    sendError(res, error);
  };
}
