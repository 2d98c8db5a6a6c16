/** Calls and rows of each caller and day, and who read which lead. Frozen. */
import { addIndex, createTable, dropTable, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    createTable(
      'caller_usage',
      `
      organization_id VARCHAR(36) NOT NULL, caller_id VARCHAR(36) NOT NULL, day VARCHAR(10) NOT NULL,
      calls BIGINT NOT NULL, rows_read BIGINT NOT NULL
      `,
      'organization_id, caller_id, day',
    ),
    createTable(
      'access_log',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, at BIGINT NOT NULL, caller_kind VARCHAR(24) NOT NULL,
      caller_id VARCHAR(120) NOT NULL, operation VARCHAR(64) NOT NULL, lead_id VARCHAR(36) NOT NULL
      `,
      'organization_id, id',
    ),
    addIndex('access_log', 'access_log_at', 'organization_id, at, id'),
    addIndex('access_log', 'access_log_lead', 'organization_id, lead_id, at, id'),
  ],
  down: [dropTable('access_log'), dropTable('caller_usage')],
};

export const usage: Migration = { name: '0099-usage', sqlite: steps, mysql: steps };
