/** Opens the ports of the service, and explains to the operator why one is unavailable. */
import type { Settings } from '../../config/settings';
import type { Logger } from '../http/logging';
import { Metrics } from '../http/metrics';
import { metricsRoute } from '../http/metrics-route';
import { apiSecurityHeaders } from '../http/security-headers';
import { HttpServer } from '../http/server';
import { messageOf, StartRefused } from '../shared/start-refused';

/**
 * Listens on HOST and PORT.
 * @returns the port. The system chooses it for PORT 0.
 * @throws StartRefused when the port is unavailable.
 */
export async function listenOn(server: HttpServer, { PORT, HOST }: Pick<Settings, 'PORT' | 'HOST'>): Promise<number> {
  return server.listen(PORT, HOST).catch((error: unknown) => {
    throw new StartRefused('unavailable', `Cannot listen on ${HOST}:${PORT}: ${whyNotListening(error)}.`);
  });
}

/**
 * Listens on the separate port of `/metrics`. Its own requests are not counted.
 * @returns undefined if METRICS_PORT is not set.
 * @throws StartRefused when the port is unavailable.
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

/** The reason in the operator's words for usual error codes. The system's own message would repeat the address. */
function whyNotListening(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'another program listens there';
  if (code === 'EACCES') return 'this user may not use it; choose a PORT above 1023';
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address; HOST must be one of its addresses';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'this machine cannot resolve HOST';
  return messageOf(error);
}
