/** Jobs, which run later or repeatedly, and their schedules: see src/jobs. */
import { flag, id, integer, longText, optional, table, text, time, word, type RowOf } from '../../database/define';

/**
 * `waiting` until `run_at`, then `ready`, then `running`; the other three are final. Because `waiting` and `ready` are
 * separate, one index seek finds a workspace's next job, however many jobs are delayed.
 */
export type JobStatus = 'waiting' | 'ready' | 'running' | 'done' | 'dead' | 'cancelled';
export const jobStatuses = ['waiting', 'ready', 'running', 'done', 'dead', 'cancelled'] as const;

/** Which places a job takes: the rules of each lane are in src/jobs/lanes.ts. In the order in which jobs are claimed. */
export const lanes = ['minute', 'scoring', 'asked', 'deliveries', 'mail', 'sources', 'upkeep', 'daily'] as const;
export type Lane = (typeof lanes)[number];

export const jobs = table({
  name: 'jobs',
  columns: {
    id: id(),
    name: text(64),
    /** Empty for work of the service itself. */
    organization_id: id(),
    /** Held by at most one unfinished job. Null once the job has ended. */
    unique_key: optional(text(200)),
    /** Lower runs first, within one workspace. */
    priority: integer(),
    status: word<JobStatus>(),
    run_at: time(),
    /** How often the job was claimed. Writes of an earlier attempt match no row. */
    attempt: integer(),
    /** If this attempt fails, the job is dead. */
    last_attempt: integer(),
    /** When another worker may take the job from a silent one. 0 unless running. */
    lease_until: time(),
    /** Changes with every heartbeat, so that an UPDATE that renews a lease counts as a change on MySQL too. */
    beat: integer(),
    worker: optional(text(80)),
    cancel_requested: flag(),
    input: longText(),
    /** Where the next attempt continues. */
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
    /** An older release leaves it at its default; the next claim puts that right. */
    lane: word<Lane>(),
  },
  primaryKey: ['id'],
  indexes: [
    { name: 'jobs_unique_key', fields: ['unique_key'], unique: true },
    { name: 'jobs_lane', fields: ['status', 'lane', 'organization_id', 'priority', 'run_at', 'id'] },
    { name: 'jobs_due', fields: ['status', 'run_at'] },
    { name: 'jobs_finished', fields: ['status', 'finished_at'] },
    { name: 'jobs_workspace', fields: ['organization_id', 'id'] },
  ],
});

export const jobSchedules = table({
  name: 'job_schedules',
  columns: {
    name: text(200),
    /** The kind of job it queues. */
    job: text(64),
    organization_id: id(),
    /** Five cron fields. */
    pattern: text(120),
    /** IANA name. */
    time_zone: text(64),
    input: longText(),
    next_at: time(),
    /** When it was last due, whether or not that job has ended. */
    last_at: optional(time()),
    /** When the last job it queued was done. */
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
