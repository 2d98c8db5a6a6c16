/** Links that let a person in once: invitations, new passwords, the first sign-in. Frozen. */
import { addIndex, addUniqueIndex, createTable, dropTable, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    createTable(
      'one_time_links',
      `
      id VARCHAR(36) NOT NULL, token_hash VARCHAR(64) NOT NULL, kind VARCHAR(24) NOT NULL, organization_id VARCHAR(36) NOT NULL,
      user_id VARCHAR(36), email VARCHAR(254), role VARCHAR(24), created_by VARCHAR(36), created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL, used_at BIGINT
      `,
      'organization_id, id',
    ),
    addUniqueIndex('one_time_links', 'one_time_links_token', 'token_hash'),
    addIndex('one_time_links', 'one_time_links_workspace', 'organization_id, kind, expires_at'),
    addIndex('one_time_links', 'one_time_links_expiry', 'expires_at'),
  ],
  down: [dropTable('one_time_links')],
};

export const oneTimeLinks: Migration = { name: '0060-one-time-links', sqlite: steps, mysql: steps };
