/** Metrics from the database or about it: jobs, scoring, connections, latency. Read at each scrape. */
import type { Database } from '../database/database';
import { countedConnectionFaults } from '../database/connection-faults';
import { poolUse } from '../database/database-use';
import { dueJobs, jobsByStatus, readyByLane } from '../store/jobs/listing';
import { jobStatuses, lanes } from '../store/tables/jobs';
import { dayOf, usedOn } from '../store/opinions/days';
import { lastRescored, workspacesNotRescored } from '../store/writes/rescoring-times';
import type { Metrics } from './metrics';

/** A daily run counts as missed when the last one is older than this. */
const overdueMs = 26 * 3_600_000;

export function databaseMetrics(metrics: Metrics, db: Database): void {
  metrics.gauge('leadlight_jobs', 'Jobs by status.', () => numbersOfJobs(db), 'status');
  metrics.gauge(
    'leadlight_job_queue_depth',
    'Jobs that are due and not yet running.',
    async () => (await dueJobs(db, Date.now())).count,
  );
  metrics.gauge('leadlight_job_queue_age_seconds', 'Age of the oldest job that is due.', async () => {
    const now = Date.now();
    return Math.max(0, now - ((await dueJobs(db, now)).oldest ?? now)) / 1000;
  });
  metrics.gauge(
    'leadlight_job_lane_age_seconds',
    'Age of the oldest ready job of each lane.',
    () => agesByLane(db, Date.now()),
    'lane',
  );
  metrics.gauge(
    'leadlight_last_scoring_timestamp_seconds',
    'When a workspace was last scored as a whole; 0 if none was.',
    async () => ((await lastRescored(db)) ?? 0) / 1000,
  );
  metrics.gauge(
    'leadlight_workspaces_scoring_overdue',
    'Workspaces that missed their daily scoring.',
    async () => (await workspacesNotRescored(db, Date.now() - overdueMs, Date.now())).length,
  );
  metrics.gauge(
    'leadlight_second_opinion_today',
    'Requests to the language model today (UTC), answers, answers without a class, failures and tokens.',
    async () => {
      const { requests, answers, unusable, failures, tokens } = await usedOn(db, dayOf(Date.now()));
      return new Map(Object.entries({ requests, answers, unusable, failures, tokens }));
    },
    'what',
  );
  // SQLite has no connection pool.
  if (db.dialect !== 'sqlite') {
    metrics.gauge(
      'leadlight_database_connections',
      'Connections to the database, used and idle, and statements that wait for one.',
      () => new Map(Object.entries(poolUse(db.sequelize) ?? {})),
      'state',
    );
  }
  metrics.gauge(
    'leadlight_database_connection_faults',
    'Ends of transactions and connections that were asked for twice, and connections given out twice. Always 0.',
    countedConnectionFaults,
    'kind',
  );
  db.onStatement = metrics.durations(
    'leadlight_database_statement_duration_seconds',
    'Time of a statement outside a transaction, including its wait for a connection.',
    'kind',
  );
}

/** Every lane is listed, even at 0. @param now epoch ms. */
async function agesByLane(db: Database, now: number): Promise<ReadonlyMap<string, number>> {
  const ages = new Map<string, number>(lanes.map((lane) => [lane, 0]));
  for (const { lane, oldest } of await readyByLane(db)) ages.set(lane, Math.max(0, now - oldest) / 1000);
  return ages;
}

/** Every status is listed, even at 0. */
async function numbersOfJobs(db: Database): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>(jobStatuses.map((status) => [status, 0]));
  for (const { status, count } of await jobsByStatus(db)) numbers.set(status, count);
  return numbers;
}
