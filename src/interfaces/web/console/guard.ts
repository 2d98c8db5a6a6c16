/** The console's API accepts only requests from pages of this service. */
import type { IncomingMessage } from 'node:http';
import { OperationError } from '../../../shared/errors';

const refused = new OperationError('origin_not_allowed', 'This address takes requests of the console alone.');

/**
 * Refuses a request from a page of another site. `Origin` must be present and ours: browsers send it with every POST. Bodies are
 * JSON, which forms cannot send (http/body.ts).
 * @param publicUrl address at which people reach the service.
 * @throws OperationError `origin_not_allowed`
 */
export function requireOwnPage(req: IncomingMessage, publicUrl: string): void {
  const { origin, host } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw refused;
  const { origin: own, protocol } = new URL(publicUrl);
  // Without PUBLIC_URL people use any name of the machine, and the cookie goes to the name they used.
  if (origin !== undefined && (origin === own || origin === `${protocol}//${host ?? ''}`)) return;
  throw refused;
}

/**
 * Refuses a download that a page of another site started. A typed or bookmarked link (`none`) is the person's own.
 * @throws OperationError `origin_not_allowed`
 */
export function requireNoOtherSite(req: IncomingMessage): void {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refused;
}
