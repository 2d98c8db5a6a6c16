/** Background jobs of a workspace: what failed, and running it again. */
import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defaultAttempts } from '../../src/jobs/definition';
import { jobStatuses } from '../../src/store/tables/jobs';
import { printDate, printDateOrNull } from '../dates';
import { defineAction, defineQuery } from '../define';
import { asUuid, input, pathId } from '../fields';
import { timestamp, timestampOrNull, uuid } from '../schemas/values';

export const listJobs = defineQuery({
  name: 'list_jobs',
  title: 'List jobs',
  description:
    'Lists the background work of the workspace, newest first. Dead jobs failed for good. {retry_job} runs one again.',
  right: 'readJobs',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({
    status: z.enum(jobStatuses).describe('Only jobs of this status. dead: failed for good.').optional(),
    limit: z.int().min(1).max(200).default(50).describe('How many.'),
  }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        id: uuid('Job id, uuid.'),
        name: z.string().describe('What kind of work.'),
        status: z.enum(jobStatuses).describe('waiting for its time, ready, running, done, dead or cancelled.'),
        attempt: z.int().describe('How often it was started.'),
        error: z.string().nullable().describe('Why the last attempt failed.'),
        createdAt: timestamp('When it was requested.'),
        startedAt: timestampOrNull('When it was last started.'),
        finishedAt: timestampOrNull('When it ended.'),
      }),
    ),
  }),
  async run({ store }, { status, limit }) {
    return {
      data: (await store.admin.jobs(status, limit)).map((row) => ({
        id: row.id,
        name: row.name,
        status: row.status,
        attempt: row.attempt,
        error: row.error,
        createdAt: printDate(row.created_at),
        startedAt: printDateOrNull(row.started_at),
        finishedAt: printDateOrNull(row.finished_at),
      })),
    };
  },
});

export const retryJob = defineAction({
  name: 'retry_job',
  title: 'Run a job again',
  description: 'Runs a dead or cancelled job again from where it stopped, or runs a waiting one now.',
  right: 'retryJobs',
  rest: null,
  input: input({ jobId: pathId('Job id, uuid, as {list_jobs} shows it.') }),
  output: z.strictObject({ id: uuid('Job id, uuid.'), status: z.literal('ready') }),
  async run({ writes }, { jobId }) {
    const id = asUuid(jobId);
    if (id === undefined || !(await writes.retryJob(id, defaultAttempts))) throw notFound('job that can be run again');
    return { answer: { id, status: 'ready' as const }, changed: { kind: 'job', id } };
  },
});
