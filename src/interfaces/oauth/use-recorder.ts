/** Counts calls of connections in memory and stores them every few seconds, so that a call costs no statement. */
import type { Logger } from 'pino';
import type { Database } from '../../database/database';
import { addCalls } from '../../store/oauth/grants';
import { describeError } from './describe-error';

const flushEvery = 5_000;
/** Connections written in one transaction. */
const batchSize = 200;

export class UseRecorder {
  private calls = new Map<string, { count: number; lastAt: number }>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {}

  record(grantId: string, at: number): void {
    const entry = this.calls.get(grantId);
    if (entry) {
      entry.count += 1;
      entry.lastAt = at;
    } else this.calls.set(grantId, { count: 1, lastAt: at });
  }

  start(): void {
    this.timer = setInterval(() => void this.flush(), flushEvery);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  /** Counts that cannot be written are dropped. They only inform operators. */
  private async write(): Promise<void> {
    const calls = [...this.calls];
    this.calls = new Map();
    try {
      for (let from = 0; from < calls.length; from += batchSize) {
        await addCalls(this.db, new Map(calls.slice(from, from + batchSize)));
      }
    } catch (error) {
      this.log.warn({ error: describeError(error) }, 'call counts of connections could not be written');
    }
  }
}
