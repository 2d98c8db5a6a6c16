/** Writes that meet: what a database says when one is in another's way, and how long it is tried again. */
import { setTimeout } from 'node:timers/promises';
import { codeOf } from './driver-error';

/** How long a write waits for another process's write transaction on SQLite, in milliseconds. */
const busyPatience = 15_000;
/** How often a transaction that the server chose as a deadlock victim is run again. */
const deadlockAttempts = 8;

/**
 * Runs a write until it was not in another's way. SQLite's own waiting would stop the whole process, so the driver waits
 * for milliseconds only and the rest is waited here.
 * @throws what the write threw: at once when it is no conflict, the last conflict when there were too many.
 */
export async function untilUncontended<T>(write: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + busyPatience;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const code = codeOf(error);
      if (code === 'SQLITE_BUSY' && Date.now() < giveUpAt) await setTimeout(5 + Math.random() * 20);
      else if (!deadlockCodes.has(code) || attempt >= deadlockAttempts) throw error;
    }
  }
}

/** The server took this transaction back and asks for it again; on Galera that can happen at its commit. */
const deadlockCodes: ReadonlySet<unknown> = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);
