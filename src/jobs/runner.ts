/**
 * Runs jobs: claims a bounded number at a time, with the workspaces taking turns, renews their leases, and decides how they
 * end. Any number of runners may work on one database, in any number of processes.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../database/database';
import {
  abandonedJobs,
  claimJob,
  leaveJob,
  nextReadyWorkspace,
  promote,
  readyJobs,
  runningByWorkspace,
  shortenDelays,
  type Departure,
} from '../store/jobs/queue';
import type { JobRow } from '../store/tables/jobs';
import { OutdatedWriter } from '../store/writes/writer-version';
import { Attempt } from './attempt';
import { backoff } from './backoff';
import { StepDetector, systemClock, type Clock } from './clock';
import { defaultAttempts, type AnyJob } from './definition';
import { Interrupted, PermanentFailure, reasonOf, RetryLater } from './errors';
import { queueDue, rescheduleAfterStep, schedule } from './schedule';

export interface RunnerOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly jobs: readonly AnyJob[];
  /** How many jobs run at a time in this process. */
  readonly concurrency: number;
  /** True in a process that answers no requests. Default: false. */
  readonly alone?: boolean;
  readonly clock?: Clock;
  /** How long a worker may be silent before others take its jobs, in milliseconds. */
  readonly leaseMs?: number;
  /** How often the queue is checked, in milliseconds. */
  readonly pollMs?: number;
  /** The only workspace to work for. Default: all. */
  readonly organizationId?: string;
  /** From 0 to below 1. For tests. */
  readonly random?: () => number;
}

/** How many workspaces are considered for one claim. */
const ringSize = 16;
/** Places in this process for jobs that wait for other servers, besides the places for other work. */
const waitingPlaces = 16;
/** How many rows one statement moves. */
const batch = 200;
const stepTolerance = 5_000;
/** The input of work that the service schedules for itself. */
const nothing = z.object({});

export class Runner {
  private readonly jobs: ReadonlyMap<string, AnyJob>;
  private readonly clock: Clock;
  private readonly leaseMs: number;
  private readonly pollMs: number;
  private readonly worker = `${hostname().slice(0, 40)}:${process.pid}:${randomBytes(4).toString('hex')}`;
  private readonly running = new Map<Attempt, Promise<void>>();
  private readonly steps: StepDetector;
  /** The workspace that last had its turn. */
  private turn: string | null = null;
  private stopping = false;
  /** True after a newer release migrated the database. Its workers then do the jobs. */
  private outdated = false;
  private wake: () => void = () => undefined;
  private loop: Promise<void> = Promise.resolve();

  constructor(private readonly options: RunnerOptions) {
    this.jobs = new Map(options.jobs.map((job) => [job.name, job]));
    if (this.jobs.size !== options.jobs.length) throw new Error('two kinds of jobs have the same name');
    this.clock = options.clock ?? systemClock;
    this.leaseMs = options.leaseMs ?? 30_000;
    this.pollMs = options.pollMs ?? 1_000;
    this.steps = new StepDetector(this.clock);
  }

  /** Starts working. A failure, for example of the database, is logged and the round is repeated. */
  start(): void {
    this.loop = this.work();
  }

  /**
   * Claims no more jobs and asks the running ones to end at their next step. They continue elsewhere or later.
   * @param timeoutMs after which it no longer waits for them: their leases end by themselves.
   */
  async stop(timeoutMs = 8_000): Promise<void> {
    this.stopping = true;
    for (const attempt of this.running.keys()) attempt.interrupt('stopping');
    this.wake();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
    await Promise.race([Promise.all([this.loop, ...this.running.values()]), late]);
    clearTimeout(timer);
  }

  private async work(): Promise<void> {
    const { log, db } = this.options;
    const beats = setInterval(() => void this.beat(), this.leaseMs / 10);
    let prepared = false;
    while (!this.stopping) {
      try {
        if (!prepared) {
          await this.declareSchedules();
          await this.afterStep();
          prepared = true;
        }
        if (this.steps.steppedBack(stepTolerance) > 0) await this.afterStep();
        await this.reclaim();
        await queueDue(db, this.jobs, this.clock.now());
        await promote(db, this.clock.now(), batch);
        while (this.mayClaim && (await this.claim()));
      } catch (error) {
        log.error({ error: reasonOf(error) }, 'looking for jobs failed and will be tried again');
      }
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- a stop comes while it waits
      if (!this.stopping) await this.pause();
    }
    clearInterval(beats);
    // Jobs claimed while `stop` was being called.
    for (const attempt of this.running.keys()) attempt.interrupt('stopping');
    await Promise.all(this.running.values());
  }

  private get mayClaim(): boolean {
    return !this.stopping && !this.outdated && this.lanes().length > 0;
  }

  /** The kinds of jobs with a free place, and the most of one workspace. */
  private lanes(): { readonly names: readonly string[]; readonly waits: boolean; readonly most: number }[] {
    return [false, true].flatMap((waits) => {
      const names = [...this.jobs.values()].flatMap((job) => ((job.waits ?? false) === waits ? job.name : []));
      const places = waits ? waitingPlaces : this.options.concurrency;
      if (names.length === 0 || this.runningOf(waits).length >= places) return [];
      // One workspace never gets all places of a process, so that short jobs of others need not wait for its long ones.
      return { names, waits, most: Math.max(1, places - 1) };
    });
  }

  private runningOf(waits: boolean): Attempt[] {
    return [...this.running.keys()].filter((attempt) => attempt.waits === waits);
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      // Random, so as not to be in step with other processes.
      const timer = setTimeout(resolve, this.pollMs * (0.75 + 0.5 * Math.random()));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = () => undefined;
  }

  private async declareSchedules(): Promise<void> {
    for (const job of this.jobs.values()) {
      if (!job.schedule) continue;
      const { pattern, timeZone } = job.schedule;
      await schedule(
        this.options.db,
        { name: job.name, job: { name: job.name, input: nothing }, input: {}, pattern, timeZone },
        this.clock.now(),
      );
    }
  }

  private async afterStep(): Promise<void> {
    const now = this.clock.now();
    await shortenDelays(this.options.db, now, stepTolerance);
    await rescheduleAfterStep(this.options.db, now);
  }

  private async beat(): Promise<void> {
    for (const attempt of this.running.keys()) {
      await attempt.beat().catch((error: unknown) => {
        attempt.log.warn({ error: reasonOf(error) }, 'the lease of a job could not be renewed');
      });
    }
  }

  /** Returns jobs of silent workers to the queue. */
  private async reclaim(): Promise<void> {
    const now = this.clock.now();
    for (const row of await abandonedJobs(this.options.db, now, now + 2 * this.leaseMs)) {
      const departure = this.afterFailure(row, 'its worker went silent: the process ended or was suspended', now);
      const status = await leaveJob(this.options.db, row, departure, row.lease_until);
      if (status)
        this.options.log.warn({ job: row.name, jobId: row.id, attempt: row.attempt, status }, 'job abandoned');
    }
  }

  /**
   * Claims the next job, of the workspace whose turn it is among those with the fewest running jobs. Returns false when there
   * is none.
   */
  private async claim(): Promise<boolean> {
    const { db } = this.options;
    const { organizationId } = this.options;
    const ring = organizationId === undefined ? await this.readyWorkspaces() : [organizationId];
    if (ring.length === 0) return false;
    const running = await runningByWorkspace(db);
    for (const { names, waits, most } of this.lanes()) {
      const own = new Map<string, number>();
      for (const { organizationId: id } of this.runningOf(waits)) own.set(id, (own.get(id) ?? 0) + 1);
      const ordered = ring
        .filter((id) => (own.get(id) ?? 0) < most)
        .map((id, at) => ({ id, at, running: running.get(id) ?? 0 }))
        .sort((a, b) => a.running - b.running || a.at - b.at);
      for (const { id } of ordered) if (await this.claimOf(id, names)) return true;
    }
    return false;
  }

  /** Claims the next job of a workspace, of these kinds. */
  private async claimOf(organizationId: string, names: readonly string[]): Promise<boolean> {
    const { db } = this.options;
    for (const row of await readyJobs(db, organizationId, names, 4)) {
      const now = this.clock.now();
      if (!(await claimJob(db, row, { worker: this.worker, until: now + this.leaseMs, now }))) continue;
      this.turn = organizationId;
      this.run(row);
      return true;
    }
    return false;
  }

  private async readyWorkspaces(): Promise<string[]> {
    const ring: string[] = [];
    let after = this.turn;
    let wrapped = after === null;
    while (ring.length < ringSize) {
      const next = await nextReadyWorkspace(this.options.db, after);
      if (next !== undefined && !ring.includes(next)) {
        ring.push(next);
        after = next;
      } else if (next === undefined && !wrapped) {
        wrapped = true;
        after = null;
      } else break;
    }
    return ring;
  }

  private run(row: JobRow): void {
    const { db, log, alone = false } = this.options;
    const job = this.jobs.get(row.name);
    if (!job) throw new Error(`claimed a job of an unknown kind, ${row.name}`);
    const attempt = new Attempt({ db, log, clock: this.clock, job, row, leaseMs: this.leaseMs, alone });
    const ended = this.attempt(attempt, job, row).finally(() => {
      this.running.delete(attempt);
      this.wake();
    });
    this.running.set(attempt, ended);
  }

  /** Never rejects. If a job's end cannot be stored, its lease ends by itself. */
  private async attempt(attempt: Attempt, job: AnyJob, row: JobRow): Promise<void> {
    const started = this.clock.monotonic();
    let failure: unknown;
    try {
      await job.start(attempt, JSON.parse(row.input));
      if (!attempt.completed) await attempt.complete();
    } catch (error) {
      failure = error;
    }
    const ms = Math.round(this.clock.monotonic() - started);
    if (attempt.completed) {
      attempt.log.debug({ ms }, 'job done');
      return;
    }
    const claimed = { ...row, attempt: attempt.attempt, last_attempt: attempt.lastAttempt };
    try {
      const departure = this.departureOf(claimed, failure, attempt);
      const status = departure && (await leaveJob(this.options.db, attempt.leased, departure));
      const level = status === 'dead' ? 'error' : status === 'waiting' ? 'warn' : 'info';
      attempt.log[level](
        { ms, status: status ?? 'held by another worker', error: departure?.error },
        'job ended early',
      );
    } catch (error) {
      attempt.log.warn({ error: reasonOf(error) }, 'the end of a job could not be stored; its lease will run out');
    }
  }

  /** What happens to a job after a failed attempt. Undefined when this attempt no longer decides it. */
  private departureOf(row: JobRow, failure: unknown, attempt: Attempt): Departure | undefined {
    const now = this.clock.now();
    const reason = attempt.interrupted?.reason ?? (failure instanceof Interrupted ? failure.reason : undefined);
    if (reason === 'lease lost') return undefined;
    if (reason === 'cancelled') return { status: 'cancelled', now, error: 'cancelled while it ran' };
    if (reason === 'stopping' && (failure instanceof Interrupted || isAbort(failure))) {
      return { status: 'waiting', now, runAt: now, lastAttempt: row.last_attempt + 1 };
    }
    if (failure instanceof OutdatedWriter) {
      if (!this.outdated) this.options.log.error({ error: failure.message }, 'this process runs no more jobs');
      this.outdated = true;
      return { status: 'waiting', now, runAt: now, lastAttempt: row.last_attempt + 1 };
    }
    if (failure instanceof RetryLater) {
      const runAt = now + Math.max(0, failure.delayMs);
      return { status: 'waiting', now, runAt, lastAttempt: row.last_attempt + 1, error: reasonOf(failure) };
    }
    if (failure instanceof PermanentFailure) return { status: 'dead', now, error: reasonOf(failure) };
    return this.afterFailure(row, reasonOf(failure), now);
  }

  private afterFailure(row: JobRow, error: string, now: number): Departure {
    if (row.cancel_requested === 1) return { status: 'cancelled', now, error };
    if (row.attempt >= row.last_attempt) return { status: 'dead', now, error };
    const attempts = this.jobs.get(row.name)?.maxAttempts ?? defaultAttempts;
    const failures = Math.max(1, attempts - (row.last_attempt - row.attempt));
    const runAt = now + backoff(failures, (this.options.random ?? Math.random)());
    return { status: 'waiting', now, runAt, error };
  }
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';
