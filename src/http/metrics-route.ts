/**
 * `GET /metrics` shows how busy the service is, so access is limited. With `METRICS_TOKEN`: anyone who sends the token. On its
 * own port (`METRICS_PORT`): anyone who reaches that port. Otherwise: direct connections from this machine.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { OperationError } from '../shared/errors';
import { bearerToken } from './bearer';
import { sendError, unknownPath } from './errors';
import type { Metrics } from './metrics';
import { respond } from './respond';
import type { Route } from './router';

export interface MetricsAccess {
  /** The bearer token of the scraper. */
  readonly token?: string | undefined;
  /** Who may read without a token. */
  readonly without: 'anybody' | 'this_machine' | 'nobody';
}

export function metricsRoute(metrics: Metrics, access: MetricsAccess): Route {
  return {
    path: '/metrics',
    byAddress: 'free',
    answer: {
      async GET(req, res) {
        const sent = bearerToken(req.headers.authorization);
        const right = access.token !== undefined && sent !== undefined && same(sent, access.token);
        const open =
          access.token === undefined &&
          (access.without === 'anybody' || (access.without === 'this_machine' && isLocal(req)));
        if (!right && !open) {
          const asks = access.token !== undefined;
          return asks
            ? sendError(
                res,
                new OperationError('invalid_api_key', 'Send METRICS_TOKEN as "Authorization: Bearer <token>".'),
              )
            : sendError(res, unknownPath);
        }
        const { contentType, body } = await metrics.text();
        respond(res, 200, contentType, body, { 'Cache-Control': 'no-store' });
      },
    },
  };
}

function same(sent: string, token: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;
const loopbackHost = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/i;
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * True for a request that came directly from this machine, not through a proxy on it. A proxy may add no header of its own and
 * keep this machine's name as Host, as nginx does by default. Such a proxy speaks HTTP/1.0, which no scraper does.
 */
function isLocal(req: IncomingMessage): boolean {
  return (
    loopback.test(req.socket.remoteAddress ?? '') &&
    loopbackHost.test(req.headers.host ?? '') &&
    req.httpVersion !== '1.0' &&
    proxyHeaders.every((name) => req.headers[name] === undefined)
  );
}
