/** Work that happens later or again (src/jobs). Frozen. */
import { addIndex, addUniqueIndex, createTable, dropTable, type Migration } from '../../database/migrations/migration';

const steps = (text: 'TEXT' | 'MEDIUMTEXT') => ({
  up: [
    createTable(
      'jobs',
      `
      id VARCHAR(36) NOT NULL, name VARCHAR(64) NOT NULL, organization_id VARCHAR(36) NOT NULL,
      unique_key VARCHAR(200), priority INTEGER NOT NULL, status VARCHAR(24) NOT NULL, run_at BIGINT NOT NULL,
      attempt INTEGER NOT NULL, last_attempt INTEGER NOT NULL, lease_until BIGINT NOT NULL, beat INTEGER NOT NULL,
      worker VARCHAR(80), cancel_requested TINYINT NOT NULL, input ${text} NOT NULL, state ${text}, progress ${text},
      error VARCHAR(1000), schedule VARCHAR(200), created_at BIGINT NOT NULL, started_at BIGINT, finished_at BIGINT,
      updated_at BIGINT NOT NULL
      `,
      'id',
    ),
    addUniqueIndex('jobs', 'jobs_unique_key', 'unique_key'),
    addIndex('jobs', 'jobs_ready', 'status, organization_id, priority, run_at, id'),
    addIndex('jobs', 'jobs_due', 'status, run_at'),
    addIndex('jobs', 'jobs_finished', 'status, finished_at'),
    addIndex('jobs', 'jobs_workspace', 'organization_id, id'),
    createTable(
      'job_schedules',
      `
      name VARCHAR(200) NOT NULL, job VARCHAR(64) NOT NULL, organization_id VARCHAR(36) NOT NULL,
      pattern VARCHAR(120) NOT NULL, time_zone VARCHAR(64) NOT NULL, input ${text} NOT NULL, next_at BIGINT NOT NULL,
      last_at BIGINT, last_done_at BIGINT, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL
      `,
      'name',
    ),
    addIndex('job_schedules', 'job_schedules_due', 'next_at'),
    addIndex('job_schedules', 'job_schedules_workspace', 'organization_id'),
  ],
  down: [dropTable('job_schedules'), dropTable('jobs')],
});

export const jobs: Migration = { name: '0004-jobs', sqlite: steps('TEXT'), mysql: steps('MEDIUMTEXT') };
