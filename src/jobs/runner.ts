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
  cancelledAmong,
  changeLane,
  claimJob,
  isReadyIn,
  leaveJob,
  nextReadyWorkspace,
  promote,
  readyJobs,
  readyLanes,
  runningJobs,
  shortenDelays,
  type Departure,
} from '../store/jobs/queue';
import { lanes, type JobRow, type Lane } from '../store/tables/jobs';
import { OutdatedWriter } from '../store/statements/writer-version';
import { Attempt } from './attempt';
import { backoff } from './backoff';
import { StepDetector, systemClock, type Clock } from './clock';
import { defaultAttempts, type AnyJob } from './definition';
import { Interrupted, PermanentFailure, reasonOf, RetryLater } from './errors';
import { laneRules, usualLane } from './lanes';
import { queueDue, rescheduleAfterStep, schedule } from './schedule';

export interface RunnerOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly jobs: readonly AnyJob[];
  /** From which the places of most lanes are derived: see src/jobs/lanes.ts. */
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
/** How many rows one statement moves. */
const batch = 200;
const stepTolerance = 5_000;
/** How often it looks whether somebody cancelled a running job, in milliseconds. A person waits for that. */
const cancelMs = 500;
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
  /** The workspace that last had its turn, in each lane. */
  private readonly turns = new Map<Lane, string>();
  private readonly names: readonly string[];
  private stopping = false;
  private looking = false;
  /** True after a newer release migrated the database. Its workers then do the jobs. */
  private outdated = false;
  private wake: () => void = () => undefined;
  private loop: Promise<void> = Promise.resolve();

  constructor(private readonly options: RunnerOptions) {
    this.jobs = new Map(options.jobs.map((job) => [job.name, job]));
    if (this.jobs.size !== options.jobs.length) throw new Error('two kinds of jobs have the same name');
    this.names = [...this.jobs.keys()];
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
    const looks = setInterval(() => void this.endCancelled(), cancelMs);
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
    clearInterval(looks);
    // Jobs claimed while `stop` was being called.
    for (const attempt of this.running.keys()) attempt.interrupt('stopping');
    await Promise.all(this.running.values());
  }

  private get mayClaim(): boolean {
    return !this.stopping && !this.outdated && this.names.length > 0;
  }

  /** The lanes with a free place in this process. */
  private openLanes(): Lane[] {
    const taken = new Map<Lane, number>();
    for (const { lane } of this.running.keys()) taken.set(lane, (taken.get(lane) ?? 0) + 1);
    return lanes.filter((lane) => (taken.get(lane) ?? 0) < this.placesOf(lane));
  }

  private placesOf(lane: Lane): number {
    return laneRules[lane].places(this.options.concurrency);
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

  /** Ends running jobs that somebody cancelled, without waiting for their next heartbeat. Never rejects: a heartbeat asks again. */
  private async endCancelled(): Promise<void> {
    const attempts = [...this.running.keys()];
    if (this.looking || attempts.length === 0) return;
    this.looking = true;
    const ids = attempts.map(({ id }) => id);
    const cancelled = await cancelledAmong(this.options.db, ids).catch((): string[] => []);
    this.looking = false;
    for (const attempt of attempts) if (cancelled.includes(attempt.id)) attempt.interrupt('cancelled');
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

  /** Claims the next job of the first lane that has a free place and a ready job. Returns false when there is none. */
  private async claim(): Promise<boolean> {
    const { db } = this.options;
    const open = this.openLanes();
    const ready = (await readyLanes(db)).filter((lane) => open.includes(lane));
    if (ready.length === 0) return false;
    const running = await runningJobs(db);
    for (const lane of ready) {
      const ofLane = running.filter((one) => one.lane === lane);
      if (await this.claimIn(lane, new Map(ofLane.map((one) => [one.organization_id, one.running])))) return true;
    }
    return false;
  }

  /** Claims a job of the workspace whose turn it is among those with the fewest running jobs in the lane. */
  private async claimIn(lane: Lane, running: ReadonlyMap<string, number>): Promise<boolean> {
    // One workspace never gets all places, so that short jobs of others need not wait for its long ones.
    const most = laneRules[lane].ofOne(this.placesOf(lane));
    const runningOf = (id: string) => running.get(id) ?? 0;
    const ring = await this.ringOf(lane, (id) => runningOf(id) < most);
    // Of those with as many running jobs, the order of the ring stays.
    for (const id of ring.sort((a, b) => runningOf(a) - runningOf(b))) if (await this.claimOf(lane, id)) return true;
    return false;
  }

  /** Claims the next job of a workspace in a lane. */
  private async claimOf(lane: Lane, organizationId: string): Promise<boolean> {
    const { db } = this.options;
    for (const row of await readyJobs(db, lane, organizationId, this.names, 4)) {
      const right = this.jobs.get(row.name)?.lane ?? usualLane;
      if (right !== lane) {
        await changeLane(db, row.id, right);
        return true;
      }
      const now = this.clock.now();
      if (!(await claimJob(db, row, { worker: this.worker, until: now + this.leaseMs, now }))) continue;
      this.turns.set(lane, organizationId);
      this.run(row);
      return true;
    }
    return false;
  }

  /**
   * The next workspaces with a ready job in a lane, after the one that last had its turn. Those with no place left do not count:
   * there are no more of them than running jobs.
   */
  private async ringOf(lane: Lane, hasPlace: (organizationId: string) => boolean): Promise<string[]> {
    const { db, organizationId: only } = this.options;
    if (only !== undefined) return hasPlace(only) ? [only] : [];
    const ring: string[] = [];
    const seen = new Set<string>();
    let after = this.turns.get(lane) ?? null;
    let wrapped = after === null;
    while (ring.length < ringSize) {
      const next = await nextReadyWorkspace(db, lane, this.names, after);
      if (next !== undefined && !seen.has(next)) {
        seen.add(next);
        if (hasPlace(next)) ring.push(next);
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
    const othersWait = () => isReadyIn(db, job.lane ?? usualLane);
    const attempt = new Attempt({ db, log, clock: this.clock, job, row, leaseMs: this.leaseMs, alone, othersWait });
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
      const status = await leaveJob(this.options.db, attempt.leased, departure);
      const level = status === 'dead' ? 'error' : gaveWay(failure) ? 'debug' : status === 'waiting' ? 'warn' : 'info';
      attempt.log[level]({ ms, status: status ?? 'held by another worker', error: departure.error }, 'job ended early');
    } catch (error) {
      attempt.log.warn({ error: reasonOf(error) }, 'the end of a job could not be stored; its lease will run out');
    }
  }

  /** What happens to a job after a failed attempt. Of one that another worker holds now, `leaveJob` changes nothing. */
  private departureOf(row: JobRow, failure: unknown, attempt: Attempt): Departure {
    const now = this.clock.now();
    const reason = attempt.interrupted?.reason ?? (failure instanceof Interrupted ? failure.reason : undefined);
    if (reason === 'cancelled') return { status: 'cancelled', now, error: 'cancelled while it ran' };
    if (reason === 'turn over' || (reason === 'stopping' && (failure instanceof Interrupted || isAbort(failure)))) {
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

const gaveWay = (failure: unknown) => failure instanceof Interrupted && failure.reason === 'turn over';
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';
