/** Output of the agent operations. */
import { z } from 'zod';
import { profileTypes } from '../../src/shared/values';
import type { AgentRow, AgentRunRow } from '../../src/store/tables/agent';
import { runStops } from '../../src/store/tables/agent';
import { printDate, printDateOrNull } from '../dates';
import { count, timestamp, timestampOrNull, uuid } from '../schemas/values';

export const run = z.strictObject({
  id: uuid('Run id, uuid.'),
  status: z.string().describe('QUEUED, RUNNING, COMPLETED, FAILED or CANCELLED.'),
  startedAt: timestamp('When it started. While it is queued, when it was requested.'),
  finishedAt: timestampOrNull('When it ended. Null while it runs.'),
  postsScanned: count('Posts it read.'),
  peopleQualified: count('People it met who fit the ideal customer profile and show interest.'),
  candidates: count('People it decided about.'),
  leadsCreated: count('Leads it created.'),
});

export const showRun = (row: AgentRunRow): z.input<typeof run> => ({
  id: row.id,
  status: row.status,
  startedAt: printDate(row.started_at ?? row.created_at),
  finishedAt: printDateOrNull(row.finished_at),
  postsScanned: row.posts_scanned,
  peopleQualified: row.people_qualified,
  candidates: row.candidates,
  leadsCreated: row.leads_created,
});

export const runInFull = run.extend({
  kind: z.enum(['AGENT', 'PREVIEW']),
  startedBy: z.enum(['schedule', 'request']),
  creditsHeld: count('Set aside while it runs.'),
  creditsConsumed: count('Credits used: one for each person it met who was not a lead yet.'),
  stopReason: z
    .enum(runStops)
    .nullable()
    .describe('Why it ended before it looked at everything. Null if it looked at everything.'),
  failure: z
    .strictObject({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why it failed, or what it could not read.'),
});

export const showRunInFull = (row: AgentRunRow): z.input<typeof runInFull> => ({
  ...showRun(row),
  kind: row.kind,
  startedBy: row.started_by,
  creditsHeld: row.credits_held,
  creditsConsumed: row.credits_consumed,
  stopReason: row.stop_reason,
  failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
});

export const setup = z.strictObject({
  status: z.enum(['ACTIVE', 'PAUSED']),
  schedule: z.string().describe('Five cron fields and an IANA time zone.'),
  nextRunAt: timestampOrNull('Next run. Null while it is paused.'),
  creditsPerRun: count('Most credits that one run uses.'),
  creditsPerDay: count('Most credits that the runs of one day use, in its time zone.'),
  watch: z.array(z.enum(profileTypes)).describe('Types of watched profiles whose posts it reads.'),
  keywords: z.array(z.string()).describe('Words to search posts by.'),
});

/** `0 7 * * 1-5 Europe/Berlin`. */
export const scheduleText = (row: AgentRow) => `${row.pattern} ${row.time_zone}`;

const words = z.array(z.string());

export const showSetup = (row: AgentRow, nextRunAt: number | null): z.input<typeof setup> => ({
  status: row.status,
  schedule: scheduleText(row),
  nextRunAt: printDateOrNull(row.status === 'ACTIVE' ? nextRunAt : null),
  creditsPerRun: row.credits_per_run,
  creditsPerDay: row.credits_per_day,
  watch: profileTypes.filter((type) => row.profile_types.split(',').includes(type)),
  keywords: words.parse(JSON.parse(row.keywords)),
});
