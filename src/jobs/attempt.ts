/** One running attempt at a job: its lease, what it saves, and whether it should end early. */
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '../database/database';
import { cancelAsked, leaveJob, removeLeased, renewLease, type LeasedJob } from '../store/jobs/queue';
import { markScheduleDone } from '../store/jobs/schedules';
import type { JobRow, Lane } from '../store/tables/jobs';
import type { Clock } from './clock';
import { defaultAttempts, type AnyJob, type JobContext } from './definition';
import { Interrupted } from './errors';
import { laneRules, usualLane } from './lanes';

export interface AttemptParts {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  readonly job: AnyJob;
  /** As it was read before it was claimed. */
  readonly row: JobRow;
  readonly leaseMs: number;
  readonly alone: boolean;
  /** Whether another job of the lane is ready. */
  othersWait(): Promise<boolean>;
}

export class Attempt implements JobContext {
  readonly id: string;
  readonly organizationId: string;
  readonly attempt: number;
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  readonly alone: boolean;
  /** Whose places it takes. */
  readonly lane: Lane;
  /** True once `complete` has committed. */
  completed = false;
  /** If this attempt number fails, the job is dead. */
  lastAttempt: number;

  private readonly job: AnyJob;
  private readonly leaseMs: number;
  private readonly schedule: string | null;
  private readonly ending = new AbortController();
  private state: string | null;
  private newProgress: string | undefined;
  /** On the monotonic clock. After this time another worker may hold the job. */
  private heldUntil: number;
  /** Whether anything was stored in this turn. A turn without that would be repeated for ever. */
  private hasStored = false;
  private turnBegan: number;
  private steps = 0;
  private readonly othersWait: () => Promise<boolean>;

  constructor({ db, log, clock, job, row, leaseMs, alone, othersWait }: AttemptParts) {
    this.db = db;
    this.clock = clock;
    this.alone = alone;
    this.job = job;
    this.lane = job.lane ?? usualLane;
    this.othersWait = othersWait;
    this.leaseMs = leaseMs;
    this.id = row.id;
    this.organizationId = row.organization_id;
    this.attempt = row.attempt + 1;
    this.schedule = row.schedule;
    this.state = row.state;
    this.lastAttempt = row.last_attempt;
    this.log = log.child({
      job: row.name,
      jobId: row.id,
      attempt: this.attempt,
      ...(row.organization_id === '' ? {} : { organizationId: row.organization_id }),
    });
    this.turnBegan = clock.monotonic();
    this.heldUntil = this.turnBegan + leaseMs;
  }

  get leased(): LeasedJob {
    return { id: this.id, attempt: this.attempt };
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Why the attempt should end early. Undefined while it may continue. */
  get interrupted(): Interrupted | undefined {
    const reason: unknown = this.signal.reason;
    return reason instanceof Interrupted ? reason : undefined;
  }

  get cancelled(): boolean {
    return this.interrupted?.reason === 'cancelled';
  }

  interrupt(reason: Interrupted['reason']): void {
    this.ending.abort(new Interrupted(reason));
  }

  async checkpoint(): Promise<void> {
    await setImmediate();
    // A process that was suspended for longer than the lease finds out here, not at its next heartbeat.
    if (this.clock.monotonic() > this.heldUntil) await this.beat();
    if (this.interrupted) throw this.interrupted;
    this.steps += 1;
    if (this.job.givesWay === true && this.hasStored && this.isTurnOver()) {
      if (await this.othersWait()) throw new Interrupted('turn over');
      this.turnBegan = this.clock.monotonic();
      this.steps = 0;
    }
  }

  private isTurnOver(): boolean {
    const { ms, steps } = laneRules[this.lane].turn;
    return this.steps >= steps || this.clock.monotonic() - this.turnBegan >= ms;
  }

  async guard(): Promise<void> {
    await this.renew({});
    this.db.afterCommit(() => (this.hasStored = true));
  }

  savedState<State>(schema: z.ZodType<State>): State | undefined {
    if (this.state === null) return undefined;
    return schema.safeParse(JSON.parse(this.state)).data;
  }

  async saveState(state: unknown): Promise<void> {
    const text = JSON.stringify(state);
    const moved = text !== this.state;
    const lastAttempt = moved ? this.attempt + (this.job.maxAttempts ?? defaultAttempts) : this.lastAttempt;
    await this.renew({ state: text, lastAttempt });
    this.db.afterCommit(() => {
      this.state = text;
      this.hasStored = true;
      this.lastAttempt = lastAttempt;
    });
  }

  progress(progress: Readonly<Record<string, string | number>>): void {
    this.newProgress = JSON.stringify(progress);
  }

  async complete(): Promise<void> {
    await this.db.transaction(async () => {
      const now = this.clock.now();
      const ended =
        this.job.keepsDone === false
          ? await removeLeased(this.db, this.leased)
          : (await leaveJob(this.db, this.leased, { status: 'done', now })) !== undefined;
      if (!ended) throw this.lost();
      if (this.schedule !== null) await markScheduleDone(this.db, this.schedule, now);
      this.db.afterCommit(() => (this.completed = true));
    });
  }

  /**
   * Renews the lease, and checks whether the job should end. A database that does not answer does not by itself end the job.
   */
  async beat(): Promise<void> {
    const asked = await cancelAsked(this.db, this.leased);
    if (asked === undefined) {
      if (!this.completed) this.interrupt('lease lost');
      return;
    }
    await this.renew({}).catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
    });
    if (asked) this.interrupt('cancelled');
  }

  private async renew(more: { state?: string; lastAttempt?: number }): Promise<void> {
    const [now, monotonic] = [this.clock.now(), this.clock.monotonic()];
    const progress = this.newProgress;
    this.newProgress = undefined;
    const renewed = await renewLease(this.db, this.leased, {
      until: now + this.leaseMs,
      now,
      progress,
      ...more,
    });
    if (!renewed) throw this.lost();
    this.db.afterCommit(() => (this.heldUntil = monotonic + this.leaseMs));
  }

  private lost(): Interrupted {
    const lost = new Interrupted('lease lost');
    if (!this.completed) this.ending.abort(lost);
    return lost;
  }
}
