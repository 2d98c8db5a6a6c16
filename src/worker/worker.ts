/** Scheduled work: what is queued is scored within a minute, and every workspace is scored anew once a day. */
import type { Logger } from 'pino';
import type { Database } from '../store/database';
import { workspacesWithWork } from '../store/writes/scoring-queue';
import { claimDaily, workspaceIds } from '../store/writes/schedule';
import { rescoreWorkspace, workOffQueue } from '../scoring/rescore';

const minute = 60_000;
const day = 86_400_000;

export interface Worker {
  /** Resolves when the step under way has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the scheduled work. Several workers may run: a workspace's day is claimed in the database by one of them.
 * @param tasks further work of each round, such as cleaning up expired rows.
 */
export function startWorker(db: Database, log: Logger, tasks: readonly (() => Promise<void>)[] = []): Worker {
  let stopping = false;
  let wake: () => void = () => undefined;

  async function round(): Promise<void> {
    for (const organizationId of await workspacesWithWork(db)) {
      if (stopping) return;
      await workOffQueue(db, organizationId, Date.now());
    }
    for (const organizationId of await workspaceIds(db)) {
      if (stopping) return;
      if (await claimDaily(db, `rescore:${organizationId}`, Date.now(), day)) {
        const counts = await rescoreWorkspace(db, organizationId, Date.now());
        log.info({ organizationId, ...counts }, 'workspace scored anew');
      }
    }
    for (const task of tasks) if (!stopping) await task();
  }

  const running = (async () => {
    while (!stopping) {
      await round().catch((error: unknown) => log.error({ err: error }, 'scheduled work failed; it is tried again'));
      if (stopping) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, minute);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();

  return {
    async stop() {
      stopping = true;
      wake();
      await running;
    },
  };
}
