/** Requests for discoveries, and what an operator may do with one. */
import { enqueue } from '../../jobs/enqueue';
import type { Database } from '../../database/database';
import {
  endDiscovery,
  queueDiscovery,
  retryDiscovery,
  type DiscoveryRequest,
  type Queued,
  type Retried,
} from '../../store/discovery/lifecycle';
import type { DiscoveryRow } from '../../store/tables/discovery';
import { discoverAudience } from './job';

/**
 * How long a discovery waits before it starts, milliseconds. It can be cancelled for free in this time, and a burst of requests
 * for one post finds one active discovery.
 */
const startDelayMs = 2_000;

const jobOf = (db: Database, organizationId: string, now: number) => async (discoveryId: string) => {
  const options = { organizationId, priority: 'high', now, runAt: now + startDelayMs } as const;
  const { id } = await enqueue(db, discoverAudience, { discoveryId }, options);
  return id;
};

/** Queues a discovery with its job, or finds the existing one: see `queueDiscovery`. */
export function requestDiscovery(db: Database, organizationId: string, request: DiscoveryRequest): Promise<Queued> {
  return queueDiscovery(db, organizationId, request, jobOf(db, organizationId, request.now));
}

/** Queues a failed or cancelled discovery again: see `retryDiscovery`. */
export function requestRetry(db: Database, organizationId: string, id: string, now = Date.now()): Promise<Retried> {
  return retryDiscovery(db, organizationId, id, now, jobOf(db, organizationId, now));
}

/**
 * Cancels a discovery. A queued one costs nothing. What a running one has found stays and is paid for, and its job qualifies
 * it.
 * @returns the discovery as it is now; undefined when there is none.
 */
export function cancelDiscovery(
  db: Database,
  organizationId: string,
  id: string,
  now = Date.now(),
): Promise<DiscoveryRow | undefined> {
  return endDiscovery(db, organizationId, id, { status: 'CANCELLED', stopReason: 'cancelled', now });
}
