/** Ends the parts of a service in order, each within the time that is left. */
import type { Logger } from '../http/logging';
import type { HttpServer } from '../http/server';
import type { Database } from '../database/database';
import { closingMs, databaseClosingMs } from './stopping';

/** The parts of a running service. */
export interface Running {
  readonly server: HttpServer;
  readonly metricsServer: HttpServer | undefined;
  readonly db: Database;
  readonly log: Logger;
  /** Parts that begin to end together with the service, in parallel to the last requests. */
  readonly workers: readonly { stop(): Promise<void> }[];
  /** Functions to call after the last request and before the database closes, in this order. */
  readonly closers: readonly (() => Promise<void>)[];
}

/** @param timeoutMs after which connections are cut. Parts that have not ended one and a half seconds later are abandoned. */
export async function close({ server, metricsServer, db, log, ...parts }: Running, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  // A database that no longer answers must not delay those who wait for it beyond the limit.
  const late = setTimeout(() => db.sever(), timeoutMs);
  const workers = parts.workers.map((worker) => begun(worker.stop()));
  let clean = await server.stop(timeoutMs);
  for (const end of [...workers, ...parts.closers]) clean = (await endsBy(deadline + closingMs, end())) && clean;
  await db.close(databaseClosingMs);
  clearTimeout(late);
  await metricsServer?.stop(0);
  log.info({ clean }, 'stopped');
  log.flush();
}

/** Ends the parts that a failed start had begun. The caller closes the database. */
export async function abandon({
  server,
  workers,
  closers,
}: Omit<Running, 'metricsServer' | 'db' | 'log'>): Promise<void> {
  await server.stop(0);
  for (const worker of workers) await worker.stop();
  for (const end of closers) await end();
}

/** Starts work at once and returns a function that waits for it. */
function begun(work: Promise<void>): () => Promise<void> {
  work.catch(() => undefined);
  return () => work;
}

/** Waits for the end of something until `deadline` of `performance.now()`. @returns whether it ended well by then. */
async function endsBy(deadline: number, ending: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, deadline - performance.now()));
  });
  try {
    const ended = ending.then(
      () => true,
      () => false,
    );
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
