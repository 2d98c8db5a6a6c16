/** Work that happens later or again, and when it is due: see src/jobs. */
import { flag, id, integer, longText, optional, table, text, time, word, type RowOf } from '../../database/define';

/**
 * `waiting` until `run_at`, then `ready`, then `running`; the other three are final. Keeping `waiting` and `ready` apart lets
 * the next job of a workspace be found by one index seek however many jobs are delayed.
 */
export type JobStatus = 'waiting' | 'ready' | 'running' | 'done' | 'dead' | 'cancelled';
export const jobStatuses = ['waiting', 'ready', 'running', 'done', 'dead', 'cancelled'] as const;

export const jobs = table({
  name: 'jobs',
  columns: {
    id: id(),
    name: text(64),
    /** Empty for work of the service itself. */
    organization_id: id(),
    /** Held by at most one job that has not ended; null once it has. */
    unique_key: optional(text(200)),
    /** Lower runs first, within one workspace. */
    priority: integer(),
    status: word<JobStatus>(),
    run_at: time(),
    /** How often it was claimed. Fences writes: those of an earlier attempt match no row. */
    attempt: integer(),
    /** The attempt after whose failure it is dead. */
    last_attempt: integer(),
    /** When it may be taken from a worker that went silent; 0 unless running. */
    lease_until: time(),
    /** Changes with every heartbeat, so that an UPDATE that renews a lease counts as one on MySQL too. */
    beat: integer(),
    worker: optional(text(80)),
    cancel_requested: flag(),
    input: longText(),
    /** What the next attempt continues from. */
    state: optional(longText()),
    progress: optional(longText()),
    /** Why the last attempt failed, in words. */
    error: optional(text(1000)),
    /** The schedule that queued it. */
    schedule: optional(text(200)),
    created_at: time(),
    started_at: optional(time()),
    finished_at: optional(time()),
    updated_at: time(),
  },
  primaryKey: ['id'],
  indexes: [
    { name: 'jobs_unique_key', fields: ['unique_key'], unique: true },
    { name: 'jobs_ready', fields: ['status', 'organization_id', 'priority', 'run_at', 'id'] },
    { name: 'jobs_due', fields: ['status', 'run_at'] },
    { name: 'jobs_finished', fields: ['status', 'finished_at'] },
    { name: 'jobs_workspace', fields: ['organization_id', 'id'] },
  ],
});

export const jobSchedules = table({
  name: 'job_schedules',
  columns: {
    name: text(200),
    /** The kind of job that it queues. */
    job: text(64),
    organization_id: id(),
    /** Five fields, as of cron. */
    pattern: text(120),
    /** IANA name. */
    time_zone: text(64),
    input: longText(),
    next_at: time(),
    /** The time it was due last, whether its job has ended or not. */
    last_at: optional(time()),
    /** When the last job that it queued was done. */
    last_done_at: optional(time()),
    created_at: time(),
    updated_at: time(),
  },
  primaryKey: ['name'],
  indexes: [
    { name: 'job_schedules_due', fields: ['next_at'] },
    { name: 'job_schedules_workspace', fields: ['organization_id'] },
  ],
});

export type JobRow = RowOf<typeof jobs>;
export type JobScheduleRow = RowOf<typeof jobSchedules>;
export const jobTables = [jobs, jobSchedules];
