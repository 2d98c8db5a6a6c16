/** Queues a job, in the current transaction if there is one. */
import type { Database } from '../database/database';
import { insertJob, uniqueKeyOf } from '../store/jobs/queue';
import { newId } from '../database/new-id';
import { defaultAttempts, type JobKind } from './definition';
import { usualLane } from './lanes';

export interface EnqueueOptions {
  /** The workspace it works for. Left out for work of the service itself. */
  readonly organizationId?: string;
  /** While a job of this kind and workspace with the same key is unfinished, no other is queued. At most 80 characters. */
  readonly uniqueKey?: string;
  /** Epoch ms. Default: at once. */
  readonly runAt?: number;
  /** Among the jobs of its workspace. Workspaces take turns. */
  readonly priority?: 'high' | 'normal' | 'low';
  /** The schedule that is marked done together with the job. */
  readonly schedule?: string;
  /** Epoch ms. */
  readonly now?: number;
}

/** What is stored of a kind. */
type StoredKind = Pick<JobKind, 'name' | 'maxAttempts' | 'lane'>;

const priorities = { high: -1, normal: 0, low: 1 } as const;

/**
 * Queues a job. Inside a transaction, the job exists once it commits, and not at all when it is rolled back.
 * @returns its id, or with `added: false` that of the job that holds the unique key.
 * @throws ZodError when the input does not fit the kind.
 */
export async function enqueue<Input>(
  db: Database,
  kind: JobKind<Input>,
  input: Input,
  options: EnqueueOptions = {},
): Promise<{ id: string; added: boolean }> {
  kind.input.parse(input);
  return store(db, kind, JSON.stringify(input), options);
}

/** Does the same for an input that was checked when its schedule was made. */
export async function enqueueScheduled(
  db: Database,
  job: StoredKind,
  input: string,
  options: EnqueueOptions,
): Promise<{ id: string; added: boolean }> {
  return store(db, job, input, options);
}

async function store(
  db: Database,
  { name, maxAttempts, lane }: StoredKind,
  input: string,
  { organizationId = '', uniqueKey, runAt, priority = 'normal', schedule, now = Date.now() }: EnqueueOptions,
): Promise<{ id: string; added: boolean }> {
  if (uniqueKey !== undefined && uniqueKey.length > 80) throw new Error('a unique key has at most 80 characters');
  return insertJob(db, {
    id: newId(),
    name,
    organization_id: organizationId,
    unique_key: uniqueKey === undefined ? null : uniqueKeyOf(name, organizationId, uniqueKey),
    priority: priorities[priority],
    status: runAt !== undefined && runAt > now ? 'waiting' : 'ready',
    run_at: runAt ?? now,
    attempt: 0,
    last_attempt: maxAttempts ?? defaultAttempts,
    lease_until: 0,
    beat: 0,
    worker: null,
    cancel_requested: 0,
    input,
    state: null,
    progress: null,
    error: null,
    schedule: schedule ?? null,
    created_at: now,
    started_at: null,
    finished_at: null,
    updated_at: now,
    lane: lane ?? usualLane,
  });
}
