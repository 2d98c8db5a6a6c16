/** Which requests the console's API takes: those that a page of this service made. */
import type { IncomingMessage } from 'node:http';
import { OperationError } from '../../../shared/errors';

const refused = new OperationError('origin_not_allowed', 'This address takes requests of the console alone.');

/**
 * Refuses a request that a page of another site made. `Origin` must be there and ours: browsers send it with every POST. Bodies are JSON,
 * which no form can send (http/body.ts).
 * @param publicUrl address under which people reach the service.
 * @throws OperationError `origin_not_allowed`
 */
export function requireOwnPage(req: IncomingMessage, publicUrl: string): void {
  const { origin, host } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw refused;
  const { origin: own, protocol } = new URL(publicUrl);
  // Where PUBLIC_URL is not set people come by any name of the machine; the cookie goes to the one they came by.
  if (origin !== undefined && (origin === own || origin === `${protocol}//${host ?? ''}`)) return;
  throw refused;
}

/**
 * Refuses a download that a page of another site began. A link typed or kept (`none`) is the person's own.
 * @throws OperationError `origin_not_allowed`
 */
export function requireNoOtherSite(req: IncomingMessage): void {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refused;
}
