/**
 * Records that a request claimed to be forwarded by a proxy while no proxy is trusted. `doctor` tells the operator, for a
 * month.
 */
import type { Database } from '../../database/database';
import { serviceStateRows } from '../tables/models';

const name = 'untrusted_proxy_seen';
/** Milliseconds. A process that meets such a request records it once after each start. */
const lifetimeMs = 30 * 24 * 3_600_000;

export async function noteForwarded(db: Database, now = Date.now()): Promise<void> {
  await serviceStateRows(db).save({ name, value: '', updated_at: now });
}

export async function forwardedLately(db: Database, now = Date.now()): Promise<boolean> {
  const row = await serviceStateRows(db).find({ name });
  return row !== undefined && row.updated_at > now - lifetimeMs;
}
