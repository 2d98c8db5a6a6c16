/** Taking the ports of the service, and saying in the operator's words why one cannot be had. */
import type { Settings } from '../../config/settings';
import type { Logger } from '../http/logging';
import { Metrics } from '../http/metrics';
import { metricsRoute } from '../http/metrics-route';
import { apiSecurityHeaders } from '../http/security-headers';
import { HttpServer } from '../http/server';
import { messageOf, StartRefused } from '../shared/start-refused';

/**
 * Listens on HOST and PORT.
 * @returns the port: the system's choice for PORT 0.
 * @throws StartRefused when the port cannot be had.
 */
export async function listenOn(server: HttpServer, { PORT, HOST }: Pick<Settings, 'PORT' | 'HOST'>): Promise<number> {
  return server.listen(PORT, HOST).catch((error: unknown) => {
    throw new StartRefused('unavailable', `Cannot listen on ${HOST}:${PORT}: ${whyNotListening(error)}.`);
  });
}

/**
 * The port of `/metrics` alone. Its own requests are counted nowhere.
 * @returns undefined where METRICS_PORT asks for none.
 * @throws StartRefused when the port cannot be had.
 */
export async function listenForMetrics(
  { METRICS_PORT, METRICS_TOKEN, HOST }: Pick<Settings, 'METRICS_PORT' | 'METRICS_TOKEN' | 'HOST'>,
  metrics: Metrics,
  log: Logger,
): Promise<{ readonly server: HttpServer; readonly port: number } | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const server = new HttpServer({ log, metrics: new Metrics(), securityHeaders: apiSecurityHeaders('') });
  const port = await server.listen(METRICS_PORT, HOST).catch((error: unknown) => {
    throw new StartRefused('unavailable', `Cannot listen on METRICS_PORT ${METRICS_PORT}: ${whyNotListening(error)}.`);
  });
  server.open([metricsRoute(metrics, { token: METRICS_TOKEN, without: 'anybody' })]);
  return { server, port };
}

/** The host in a URL that this machine can open. */
export function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** In the operator's words where the system's code is a usual one; its message would name the address again. */
function whyNotListening(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'another program listens there';
  if (code === 'EACCES') return 'that is not permitted to this user; PORT may be one above 1023';
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address; HOST must be one of its own';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'HOST is no name that this machine can resolve';
  return messageOf(error);
}
