/** Webhooks with what is to be delivered to them, and digests. Frozen. */
import { addIndex, createTable, dropTable, type Migration } from '../../database/migrations/migration';

const steps = (text: 'TEXT' | 'MEDIUMTEXT') => ({
  up: [
    createTable(
      'webhooks',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, url VARCHAR(2048) NOT NULL,
      types VARCHAR(400) NOT NULL, status VARCHAR(24) NOT NULL, disabled_at BIGINT, disabled_reason VARCHAR(200),
      secret VARCHAR(400) NOT NULL, previous_secret VARCHAR(400), previous_until BIGINT, next_sequence BIGINT NOT NULL,
      doorbell_position VARCHAR(80) NOT NULL, doorbell_at BIGINT NOT NULL, tiers_position VARCHAR(80) NOT NULL,
      deletions_position VARCHAR(80) NOT NULL, dropped BIGINT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL
      `,
      'organization_id, id',
    ),
    createTable(
      'webhook_messages',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, webhook_id VARCHAR(36) NOT NULL,
      sequence BIGINT NOT NULL, type VARCHAR(40) NOT NULL, body ${text} NOT NULL, status VARCHAR(24) NOT NULL,
      attempts INTEGER NOT NULL, due_at BIGINT NOT NULL, attempted_at BIGINT, last_status INTEGER,
      last_error VARCHAR(200), created_at BIGINT NOT NULL, ended_at BIGINT
      `,
      'organization_id, id',
    ),
    addIndex('webhook_messages', 'webhook_messages_next', 'organization_id, webhook_id, status, sequence'),
    addIndex('webhook_messages', 'webhook_messages_listed', 'organization_id, webhook_id, sequence'),
    createTable(
      'digests',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, channel VARCHAR(24) NOT NULL,
      target VARCHAR(3000) NOT NULL, shown VARCHAR(320) NOT NULL, audience VARCHAR(24) NOT NULL, owner_id VARCHAR(36),
      status VARCHAR(24) NOT NULL, pattern VARCHAR(120) NOT NULL, time_zone VARCHAR(64) NOT NULL, told_until BIGINT,
      created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL
      `,
      'organization_id, id',
    ),
    createTable(
      'digest_days',
      `
      organization_id VARCHAR(36) NOT NULL, digest_id VARCHAR(36) NOT NULL, day VARCHAR(10) NOT NULL,
      status VARCHAR(24) NOT NULL, job_attempt VARCHAR(80) NOT NULL, error VARCHAR(300), started_at BIGINT NOT NULL,
      ended_at BIGINT
      `,
      'organization_id, digest_id, day',
    ),
  ],
  down: [dropTable('digest_days'), dropTable('digests'), dropTable('webhook_messages'), dropTable('webhooks')],
});

export const webhooksAndDigests: Migration = {
  name: '0050-webhooks-and-digests',
  sqlite: steps('TEXT'),
  mysql: steps('MEDIUMTEXT'),
};
