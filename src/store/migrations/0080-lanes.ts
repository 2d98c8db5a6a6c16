/** Jobs have lanes, so that what waits in one takes no place of another. Frozen. */
import { addColumn, addIndex, dropColumn, dropIndex, rows, type Migration } from '../../database/migrations/migration';

const put = (lane: string, ...names: readonly string[]) =>
  rows(
    `UPDATE jobs SET lane = '${lane}' WHERE lane <> '${lane}' AND status IN ('waiting', 'ready', 'running')
     AND name IN (${names.map((name) => `'${name}'`).join(', ')})`,
  );

const steps = {
  up: [
    addColumn('jobs', "lane VARCHAR(24) NOT NULL DEFAULT 'asked'"),
    put('scoring', 'score-queued', 'count-posts'),
    put('deliveries', 'deliver-webhook'),
    put('mail', 'send-digest', 'send-digest-now'),
    put('sources', 'discover-audience', 'sync-profile', 'agent-run', 'agent-preview'),
    put('daily', 'rescore-workspace', 'snapshot-audience', 'apply-retention', 'renew-readings'),
    addIndex('jobs', 'jobs_lane', 'status, lane, organization_id, priority, run_at, id'),
    dropIndex('jobs', 'jobs_ready'),
  ],
  down: [
    addIndex('jobs', 'jobs_ready', 'status, organization_id, priority, run_at, id'),
    dropIndex('jobs', 'jobs_lane'),
    dropColumn('jobs', 'lane'),
  ],
};

export const lanes: Migration = { name: '0080-lanes', sqlite: steps, mysql: steps };
