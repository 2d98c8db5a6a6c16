/** Commands that show the job queue and repair it. */
import { z } from 'zod';
import { defaultAttempts } from '../../../jobs/definition';
import { cancelJob, findJob, listJobs, retryJob } from '../../../store/jobs/listing';
import { listSchedules } from '../../../store/jobs/schedules';
import { jobStatuses, type JobRow } from '../../../store/tables/jobs';
import { findOrganization } from '../../../store/access/organizations';
import { command, parameter, type CommandContext, type CommandGroup } from '../command';
import { limitOption } from '../list-command';
import { CliError, missing } from '../exit-codes';
import { actAsOperator } from '../operator';
import { tableLines, timestamp } from '../text';

const jobId = parameter('<id>', 'the id of a job, from `jobs list`', z.string());

/** What lists show of a job. `show` adds the rest. */
function shown(row: JobRow) {
  return {
    id: row.id,
    name: row.name,
    organizationId: row.organization_id === '' ? null : row.organization_id,
    status: row.status,
    attempt: row.attempt,
    runAt: timestamp(row.run_at),
    startedAt: timestamp(row.started_at),
    finishedAt: timestamp(row.finished_at),
    progress: row.progress === null ? null : (JSON.parse(row.progress) as unknown),
    cancelRequested: row.cancel_requested === 1,
    error: row.error,
  };
}

async function jobOf(context: CommandContext, id: string): Promise<JobRow> {
  const row = await findJob(await context.database(), id);
  if (!row) throw missing('job', id);
  return row;
}

/** What the audit log says about a job that the operator changed. */
const changed = (row: JobRow) => ({
  kind: 'job',
  id: row.id,
  detail: row.name,
  ...(row.organization_id === '' ? {} : { organizationId: row.organization_id }),
});

const progressText = (progress: string | null): string | null =>
  progress === null ? null : progress.replace(/[{}"]/g, '').replaceAll(':', ' ');

const list = command({
  name: 'list',
  summary: 'List jobs, newest first. With --schedules: planned jobs and when each comes next.',
  options: {
    workspace: parameter('-w, --workspace <id or name>', 'only this workspace', z.string().optional()),
    status: parameter(
      '--status <status>',
      `only ${jobStatuses.join(', ')}`,
      z.enum(jobStatuses, `must be one of ${jobStatuses.join(', ')}`).optional(),
    ),
    name: parameter('--name <name>', 'only jobs of this kind', z.string().optional()),
    limit: limitOption(1000, 50),
    schedules: parameter('--schedules', 'show the schedules instead', z.boolean().default(false)),
  },
  examples: ['jobs list --status dead', 'jobs list --schedules', 'jobs list -w "Acme Sales" --json'],
  async run(context, _args, options) {
    const db = await context.database();
    if (options.schedules) {
      const schedules = (await listSchedules(db, options.limit)).map((row) => ({
        name: row.name,
        job: row.job,
        organizationId: row.organization_id === '' ? null : row.organization_id,
        pattern: row.pattern,
        timeZone: row.time_zone,
        nextAt: timestamp(row.next_at),
        lastAt: timestamp(row.last_at),
        lastDoneAt: timestamp(row.last_done_at),
      }));
      return {
        data: { schedules },
        lines: tableLines(
          ['NAME', 'PATTERN', 'ZONE', 'NEXT', 'LAST', 'DONE'],
          schedules.map((row) => [row.name, row.pattern, row.timeZone, row.nextAt, row.lastAt, row.lastDoneAt]),
        ),
      };
    }
    const organization = options.workspace === undefined ? undefined : await findOrganization(db, options.workspace);
    if (options.workspace !== undefined && !organization) throw missing('workspace', options.workspace);
    const rows = await listJobs(
      db,
      {
        ...(organization ? { organizationId: organization.id } : {}),
        ...(options.status === undefined ? {} : { status: options.status }),
        ...(options.name === undefined ? {} : { name: options.name }),
      },
      options.limit,
    );
    return {
      data: { jobs: rows.map(shown) },
      lines: tableLines(
        ['ID', 'NAME', 'STATUS', 'ATTEMPT', 'RUN AT', 'PROGRESS', 'ERROR'],
        rows.map((row) => [
          row.id,
          row.name,
          row.cancel_requested === 1 && row.status === 'running' ? 'cancelling' : row.status,
          row.attempt,
          timestamp(row.run_at),
          progressText(row.progress),
          row.error,
        ]),
      ),
    };
  },
});

const show = command({
  name: 'show',
  summary: 'Show all details of one job.',
  arguments: { id: jobId },
  examples: ['jobs show 0198c0de-0000-7000-8000-000000000000'],
  async run(context, args) {
    const row = await jobOf(context, args.id);
    const job = {
      ...shown(row),
      attemptsLeft: Math.max(0, row.last_attempt - row.attempt),
      worker: row.worker,
      leaseUntil: row.status === 'running' ? timestamp(row.lease_until) : null,
      schedule: row.schedule,
      input: JSON.parse(row.input) as unknown,
      state: row.state === null ? null : (JSON.parse(row.state) as unknown),
      createdAt: timestamp(row.created_at),
    };
    return {
      data: { job },
      lines: tableLines(
        ['', ''],
        Object.entries(job).map(([name, value]) => [
          name,
          value === null || typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value),
        ]),
      ).slice(1),
    };
  },
});

const retry = command({
  name: 'retry',
  summary: 'Run a dead or cancelled job again from where it stopped, or a delayed one now.',
  arguments: { id: jobId },
  examples: ['jobs retry 0198c0de-0000-7000-8000-000000000000'],
  async run(context, args) {
    const db = await context.database();
    const row = await jobOf(context, args.id);
    await actAsOperator(db, 'retry_job', async () => {
      if (await retryJob(db, row.id, defaultAttempts, Date.now())) return { answer: undefined, changed: changed(row) };
      throw new CliError('conflict', `The job is ${row.status}: only a dead, cancelled or waiting job can run again.`);
    });
    return { data: { id: row.id, status: 'ready' }, lines: [`${row.name} ${row.id} is ready to run.`] };
  },
});

const cancel = command({
  name: 'cancel',
  summary: 'Cancel a job. A running job stops at its next step.',
  arguments: { id: jobId },
  examples: ['jobs cancel 0198c0de-0000-7000-8000-000000000000'],
  async run(context, args) {
    const db = await context.database();
    const row = await jobOf(context, args.id);
    const outcome = await actAsOperator(db, 'cancel_job', async () => {
      const answer = await cancelJob(db, row.id, Date.now());
      if (answer) return { answer, changed: changed(row) };
      throw new CliError('conflict', `The job is ${row.status} and has ended already.`);
    });
    return {
      data: { id: row.id, status: outcome === 'asked' ? 'cancelling' : 'cancelled' },
      lines: [
        outcome === 'asked' ? `${row.name} ${row.id} stops at its next step.` : `${row.name} ${row.id} is cancelled.`,
      ],
    };
  },
});

export const jobs: CommandGroup = {
  name: 'jobs',
  summary: 'Background jobs: what waits, what runs and what failed.',
  commands: [list, show, retry, cancel],
};
