/** Retries after lock conflicts, and while a cluster changes its members. */
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { codeOf, errnoOf } from './driver-error';

/** How long a write waits on SQLite for another process's write transaction, in milliseconds. */
const busyPatience = 15_000;
/**
 * Shorter than the pause that bulk work leaves between its transactions (src/scoring/pace.ts), so that a writer finds this
 * pause.
 */
const busyPause = (): number => 1 + Math.random() * 3;
/** Bounds of the pause before a retry, in milliseconds. It doubles each time, and half of it is random. */
const pause = { first: 10, longest: 1_000 };

/**
 * The server rolled back the transaction, or did not begin it, and expects a retry. MySQL and MariaDB documentation, "Server
 * Error Message Reference". For Galera, see "Galera Cluster: troubleshooting".
 */
const conflicts: ReadonlySet<number | undefined> = new Set([
  1213, // deadlock; on Galera also at commit, when another node was first
  1205, // lock wait timeout; on Galera also while waiting for commits of other nodes
  1180, // error during commit: Galera rolled back while the group changed
  1047, // "WSREP has not yet prepared node for application use"
  1020, // record has changed since it was read
  3101, // group replication: rolled back during commit
]);

/** Whether the same transaction may succeed if it is sent again. */
export const isConflict = (error: unknown): boolean => conflicts.has(errnoOf(error));

/**
 * Runs work until there is no conflict. Waiting inside SQLite would block the whole process, so the driver waits only
 * milliseconds and this function waits for the rest.
 * @param work is run from its start each time, so it must leave nothing behind when it fails.
 * @param patience milliseconds after which a server's conflict is thrown.
 * @throws what the work threw: at once when it is not a conflict, the last conflict when the time is over.
 */
export async function untilUncontended<T>(work: () => Promise<T>, patience: number): Promise<T> {
  const begun = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const waited = performance.now() - begun;
      if (codeOf(error) === 'SQLITE_BUSY' && waited < busyPatience) await setTimeout(busyPause());
      else if (isConflict(error) && waited < patience) {
        const most = Math.min(pause.longest, pause.first * 2 ** Math.min(attempt, 10));
        await setTimeout(most / 2 + (Math.random() * most) / 2);
      } else throw error;
    }
  }
}
