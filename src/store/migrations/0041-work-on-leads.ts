/** Outreach of leads, API keys that may change things, and the answers of repeated changes. Frozen. */
import {
  addColumn,
  addIndex,
  createTable,
  dropColumn,
  dropTable,
  type Migration,
} from '../../database/migrations/migration';

const steps = (text: string) => ({
  up: [
    createTable(
      'lead_outreach',
      `
      organization_id VARCHAR(36) NOT NULL, person_id VARCHAR(36) NOT NULL, status VARCHAR(24) NOT NULL,
      contacted_at BIGINT, contacted_by VARCHAR(36), snoozed_until VARCHAR(10), note VARCHAR(1000), decided_at BIGINT NOT NULL
      `,
      'organization_id, person_id',
    ),
    addIndex('lead_outreach', 'lead_outreach_contacted', 'organization_id, contacted_at, person_id'),
    addColumn('api_keys', 'can_write TINYINT NOT NULL DEFAULT 0'),
    createTable(
      'idempotency_keys',
      `
      organization_id VARCHAR(36) NOT NULL, caller_id VARCHAR(36) NOT NULL, idempotency_key VARCHAR(255) NOT NULL,
      request_digest VARCHAR(64) NOT NULL, outcome VARCHAR(24) NOT NULL, answer ${text} NOT NULL, created_at BIGINT NOT NULL
      `,
      'organization_id, caller_id, idempotency_key',
    ),
    addIndex('idempotency_keys', 'idempotency_keys_time', 'organization_id, created_at'),
  ],
  down: [dropTable('idempotency_keys'), dropColumn('api_keys', 'can_write'), dropTable('lead_outreach')],
});

export const workOnLeads: Migration = { name: '0041-work-on-leads', sqlite: steps('TEXT'), mysql: steps('MEDIUMTEXT') };
