/** Whom a workspace must not store or contact, how long it keeps people, and where refused rows were written to. Frozen. */
import {
  addColumn,
  addIndex,
  createTable,
  dropColumn,
  dropTable,
  type Migration,
} from '../../database/migrations/migration';

const steps = {
  up: [
    createTable(
      'privacy_marks',
      `
      organization_id VARCHAR(36) NOT NULL, digest VARCHAR(64) NOT NULL, effect VARCHAR(24) NOT NULL,
      kind VARCHAR(24) NOT NULL, subject VARCHAR(36) NOT NULL, created_at BIGINT NOT NULL
      `,
      'organization_id, digest',
    ),
    addIndex('privacy_marks', 'privacy_marks_subject', 'organization_id, subject'),
    createTable(
      'workspace_privacy',
      `
      organization_id VARCHAR(36) NOT NULL, retention_months INTEGER, applied_at BIGINT, removed INTEGER NOT NULL,
      updated_at BIGINT NOT NULL
      `,
      'organization_id',
    ),
    createTable(
      'rejects_files',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, path VARCHAR(4096) NOT NULL, written_at BIGINT NOT NULL
      `,
      'organization_id, id',
    ),
    addColumn('people', 'do_not_contact TINYINT NOT NULL DEFAULT 0'),
    addColumn('posts', 'author_erased TINYINT NOT NULL DEFAULT 0'),
  ],
  down: [
    dropColumn('posts', 'author_erased'),
    dropColumn('people', 'do_not_contact'),
    dropTable('rejects_files'),
    dropTable('workspace_privacy'),
    dropTable('privacy_marks'),
  ],
};

export const privacy: Migration = { name: '0016-privacy', sqlite: steps, mysql: steps };
