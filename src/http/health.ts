/** Whether this process runs (`/healthz`) and whether it can answer (`/readyz`). */
import { OperationError } from '../shared/errors';
import type { Database } from '../database/database';
import { schemaState } from '../store/migrate';
import { DatabaseReplaced } from '../database/sqlite-files';
import { sendError } from './errors';
import { sendJson } from './respond';
import type { Route } from './router';

export interface Readiness {
  readonly ready: boolean;
  /** Why the service is not ready, without details for strangers. */
  readonly reason?: string;
}

const timeoutMs = 2_000;
/** The database is asked at most once in this time. */
const believedMs = 1_000;

/** Checks whether the database answers and has the schema of this version. */
export class ReadinessProbe {
  private last: { at: number; answer: Promise<Readiness> } | undefined;
  private askedAt = -Infinity;

  constructor(private readonly db: Database) {}

  check(now = Date.now()): Promise<Readiness> {
    if (!this.last || now - this.last.at >= believedMs) this.last = { at: now, answer: this.ask() };
    return this.last.answer;
  }

  /** Notes that an outside client asked. */
  noteAsked(): void {
    this.askedAt = performance.now();
  }

  /** Milliseconds since an outside client last asked; Infinity if none did. */
  askedAgo(): number {
    return performance.now() - this.askedAt;
  }

  private async ask(): Promise<Readiness> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Readiness>((resolve) => {
      timer = setTimeout(() => resolve({ ready: false, reason: 'The database does not answer.' }), timeoutMs);
    });
    try {
      return await Promise.race([this.askDatabase(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async askDatabase(): Promise<Readiness> {
    try {
      this.db.checkFiles();
      if (this.db.damage?.wasMet) return damaged;
      const { pending, refusal } = await schemaState(this.db);
      if (refusal !== undefined) return { ready: false, reason: 'The database has the schema of another version.' };
      return pending.length === 0
        ? { ready: true }
        : { ready: false, reason: 'The database has an older schema; run `leadlight migrate`.' };
    } catch (error) {
      if (error instanceof DatabaseReplaced) {
        return { ready: false, reason: 'The files of the database were deleted or replaced; restart the service.' };
      }
      return this.db.damage?.wasMet ? damaged : { ready: false, reason: 'The database does not answer.' };
    }
  }
}

/** Nothing is looked for here: a statement met it. */
const damaged: Readiness = {
  ready: false,
  reason: 'The file of the database is damaged; its operator has to run `leadlight doctor`.',
};

/**
 * `/healthz` and `/readyz`.
 * @param draining whether the service is about to stop and wants no more requests. It is then alive, but not ready.
 */
export function healthRoutes(probe: ReadinessProbe, draining: () => boolean): readonly Route[] {
  return [
    {
      path: '/healthz',
      byAddress: 'free',
      answer: { GET: (_req, res) => sendJson(res, 200, { status: 'ok' }) },
    },
    {
      path: '/readyz',
      byAddress: 'free',
      answer: {
        async GET(_req, res) {
          probe.noteAsked();
          const { ready, reason } = draining() ? stopping : await probe.check();
          if (ready) sendJson(res, 200, { status: 'ready' });
          else sendError(res, new OperationError('service_unavailable', reason ?? 'Not ready.'));
        },
      },
    },
  ];
}

const stopping: Readiness = { ready: false, reason: 'The service is stopping.' };
