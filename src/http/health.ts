/** Whether this process runs (`/healthz`) and whether it can answer (`/readyz`). */
import { OperationError } from '../shared/errors';
import type { Database } from '../database/database';
import { schemaState } from '../store/facade/migrate';
import { mayWrite } from '../store/statements/writer-version';
import { DatabaseReplaced } from '../database/sqlite-files';
import type { NotWritten } from '../database/sqlite-writing';
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

/** Checks whether the database answers, has the schema of this version and can be written. */
export class ReadinessProbe {
  private last: { at: number; answer: Promise<Readiness> } | undefined;
  private askedAt = -Infinity;

  private isWritten = true;

  /** @param tell called when the database can be written no more, with the reason, and when it can again. */
  constructor(
    private readonly db: Database,
    private readonly tell: (why: NotWritten | undefined) => void = () => undefined,
  ) {}

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

  private async askWritten(): Promise<Readiness> {
    const why = await this.db.whyNotWritten();
    if (this.isWritten !== (why === undefined)) {
      this.isWritten = why === undefined;
      this.tell(why);
    }
    return why === undefined ? { ready: true } : { ready: false, reason: notWritten[why.reason] };
  }

  private async askDatabase(): Promise<Readiness> {
    try {
      this.db.checkFiles();
      if (this.db.damage?.wasMet) return damaged;
      const { pending, refusal, newer } = await schemaState(this.db);
      // In a rolling upgrade a process goes on beside the newer release, as long as what it writes does no harm.
      if (refusal !== undefined && !(newer && (await mayWrite(this.db))))
        return { ready: false, reason: 'The database has the schema of another version.' };
      if (pending.length > 0) {
        return { ready: false, reason: 'The database has an older schema; run `leadlight migrate`.' };
      }
      return await this.askWritten();
    } catch (error) {
      if (error instanceof DatabaseReplaced) {
        return { ready: false, reason: 'The files of the database were deleted or replaced; restart the service.' };
      }
      if (this.db.damage?.wasMet) return damaged;
      // A folder that may not be entered.
      const written = await this.askWritten().catch(() => undefined);
      return written?.ready === false ? written : { ready: false, reason: 'The database does not answer.' };
    }
  }
}

/** The log of the service names the file, its owner and what to do. */
const notWritten: Readonly<Record<NotWritten['reason'], string>> = {
  read_only:
    "The database became read-only: its server, or its files, their folder or file system. The service's log says what to do.",
  full: 'The disk of the database is full; its operator has to make room.',
  failed: "The database cannot be written. The service's log says why.",
};

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
