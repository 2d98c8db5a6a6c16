/**
 * Schedules of repeated work. Only `nextRun` of croner is used. The next time is stored, so it outlives the process. Any
 * process finds it due, and exactly one queues the job.
 */
import { Cron } from 'croner';
import type { Database } from '../database/database';
import { advanceSchedule, dueSchedules, saveSchedule, schedulesFromTheFuture } from '../store/jobs/schedules';
import type { JobScheduleRow } from '../store/tables/jobs';
import type { AnyJob, JobKind } from './definition';
import { enqueueScheduled } from './enqueue';
import { reasonOf } from './errors';

/** After a smaller step back of the clock, nothing runs twice. Times written further ahead than this are ignored. */
const clockTolerance = 10 * 60_000;

/** The pattern is well formed, but no time ever matches it, such as 30 February. */
export class NeverMatches extends Error {}

/** @throws Error saying what is wrong with the pattern or the zone. @throws NeverMatches. */
export function checkPattern(pattern: string, timeZone: string): void {
  if (pattern.trim().split(/\s+/).length !== 5) {
    throw new Error(`${pattern} is not a schedule: it must have five fields (minute, hour, day, month, weekday)`);
  }
  nextTime(pattern, timeZone, 0);
}

/**
 * The first time after `after`, epoch ms. A local time skipped by the change to summer time moves to the first existing one. A
 * time that occurs twice in autumn is taken once.
 * @throws Error when the pattern or the zone is invalid. @throws NeverMatches.
 */
export function nextTime(pattern: string, timeZone: string, after: number): number {
  let next: Date | null;
  try {
    next = new Cron(pattern, { timezone: timeZone, mode: '5-part' }).nextRun(new Date(after));
  } catch (error) {
    throw new Error(`${pattern} in ${timeZone} is not a schedule: ${reasonOf(error)}`, { cause: error });
  }
  if (!next) throw new NeverMatches(`${pattern} in ${timeZone} is not a schedule: no time ever matches`);
  return next.getTime();
}

export interface Schedule<Input> {
  /** Unique in the installation, at most 80 characters. Begin it with the name of the job. */
  readonly name: string;
  readonly job: JobKind<Input>;
  readonly input: Input;
  /** Left out for work of the service itself. */
  readonly organizationId?: string;
  /** Five cron fields. */
  readonly pattern: string;
  /** IANA name. Default: UTC. */
  readonly timeZone?: string;
}

/**
 * Stores a schedule, or changes the one with that name. Joins the current transaction. Remove it with `deleteSchedule`.
 * @returns the next time, epoch ms.
 * @throws Error for an invalid pattern or zone; ZodError for an input that does not fit.
 */
export async function schedule<Input>(db: Database, given: Schedule<Input>, now: number): Promise<number> {
  given.job.input.parse(given.input);
  const timeZone = given.timeZone ?? 'UTC';
  checkPattern(given.pattern, timeZone);
  if (given.name.length > 80) throw new Error('the name of a schedule has at most 80 characters');
  const nextAt = nextTime(given.pattern, timeZone, now);
  await saveSchedule(db, {
    name: given.name,
    job: given.job.name,
    organization_id: given.organizationId ?? '',
    pattern: given.pattern,
    time_zone: timeZone,
    input: JSON.stringify(given.input),
    next_at: nextAt,
    last_at: null,
    last_done_at: null,
    created_at: now,
    updated_at: now,
  });
  return nextAt;
}

/**
 * Queues jobs that are due. Of several missed times only the last counts, once. If a job of the schedule is still unfinished,
 * no other is queued.
 * @returns how many jobs it queued.
 */
export async function queueDue(db: Database, jobs: ReadonlyMap<string, AnyJob>, now: number): Promise<number> {
  let queued = 0;
  for (const row of await dueSchedules(db, now, 200)) {
    const job = jobs.get(row.job);
    // A job of a newer release. Its own workers know it.
    if (!job) continue;
    const added = await db.transaction(async () => {
      const moved = await advanceSchedule(db, row, { nextAt: nextOf(row, now), lastAt: row.next_at, now });
      if (!moved) return false;
      const made = await enqueueScheduled(db, job, row.input, {
        organizationId: row.organization_id,
        uniqueKey: row.name,
        schedule: row.name,
        now,
      });
      return made.added;
    });
    if (added) queued += 1;
  }
  return queued;
}

/** After the clock stepped back: recomputes next times that were computed from a time now in the future. */
export async function rescheduleAfterStep(db: Database, now: number): Promise<void> {
  for (const row of await schedulesFromTheFuture(db, now, clockTolerance)) {
    await advanceSchedule(db, row, { nextAt: nextOf(row, now), lastAt: row.last_at, now });
  }
}

/** The first time after now and after the last due time, unless that is so far ahead that a wrong clock wrote it. */
function nextOf(row: JobScheduleRow, now: number): number {
  const last = row.last_at ?? 0;
  return nextTime(row.pattern, row.time_zone, last <= now + clockTolerance ? Math.max(now, last) : now);
}
