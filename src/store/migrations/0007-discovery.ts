/** Credits with a guarded balance, discoveries, and audience aggregates. Frozen. */
import {
  addColumn,
  addIndex,
  addUniqueIndex,
  createTable,
  dropColumn,
  dropIndex,
  dropTable,
  rows,
  type Migration,
} from '../../database/migrations/migration';

const sums = `SELECT organization_id,
   SUM(CASE kind WHEN 'HOLD' THEN -amount WHEN 'CONSUME' THEN 0 ELSE amount END),
   SUM(CASE kind WHEN 'HOLD' THEN amount WHEN 'CONSUME' THEN -amount WHEN 'RELEASE' THEN -amount ELSE 0 END),
   SUM(CASE kind WHEN 'CONSUME' THEN amount ELSE 0 END), 0
   FROM credit_ledger GROUP BY organization_id`;

const steps = (text: 'TEXT' | 'MEDIUMTEXT', insertIgnore: string) => ({
  up: [
    addColumn('credit_ledger', 'operation VARCHAR(80)'),
    rows('UPDATE credit_ledger SET operation = id WHERE operation IS NULL'),
    addUniqueIndex('credit_ledger', 'credit_ledger_operation', 'organization_id, operation, kind'),
    createTable(
      'credit_balances',
      `
      organization_id VARCHAR(36) NOT NULL, available INTEGER NOT NULL, held INTEGER NOT NULL, consumed INTEGER NOT NULL,
      updated_at BIGINT NOT NULL
      `,
      'organization_id',
    ),
    rows(`${insertIgnore} INTO credit_balances (organization_id, available, held, consumed, updated_at) ${sums}`),
    createTable(
      'discoveries',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, post_id VARCHAR(36) NOT NULL,
      post_urn VARCHAR(200) NOT NULL, status VARCHAR(24) NOT NULL, active_post VARCHAR(36), source VARCHAR(24) NOT NULL,
      job_id VARCHAR(36), hold_size INTEGER NOT NULL, holds INTEGER NOT NULL, round INTEGER NOT NULL,
      credits_held INTEGER NOT NULL, credits_consumed INTEGER NOT NULL, state ${text}, state_version INTEGER NOT NULL,
      people_found INTEGER NOT NULL, people_qualified INTEGER NOT NULL, percent INTEGER NOT NULL, stop_reason VARCHAR(24),
      failure_code VARCHAR(40), failure_message VARCHAR(500), created_at BIGINT NOT NULL, started_at BIGINT,
      finished_at BIGINT, updated_at BIGINT NOT NULL
      `,
      'organization_id, id',
    ),
    addUniqueIndex('discoveries', 'discoveries_active', 'organization_id, active_post'),
    addIndex('discoveries', 'discoveries_post', 'organization_id, post_id, created_at'),
    addIndex('discoveries', 'discoveries_created', 'organization_id, created_at, id'),
    createTable(
      'discovery_keys',
      `
      organization_id VARCHAR(36) NOT NULL, idempotency_key VARCHAR(255) NOT NULL, discovery_id VARCHAR(36) NOT NULL,
      created_at BIGINT NOT NULL
      `,
      'organization_id, idempotency_key',
    ),
    createTable(
      'discovery_people',
      `
      organization_id VARCHAR(36) NOT NULL, discovery_id VARCHAR(36) NOT NULL, person_id VARCHAR(36) NOT NULL
      `,
      'organization_id, discovery_id, person_id',
    ),
    addIndex('discovery_people', 'discovery_people_person', 'organization_id, person_id'),
    createTable(
      'audience_snapshots',
      `
      organization_id VARCHAR(36) NOT NULL, breakdown VARCHAR(24) NOT NULL, computed_at BIGINT NOT NULL,
      people INTEGER NOT NULL, content ${text} NOT NULL
      `,
      'organization_id, breakdown',
    ),
    createTable(
      'post_audiences',
      `
      organization_id VARCHAR(36) NOT NULL, post_id VARCHAR(36) NOT NULL, computed_at BIGINT NOT NULL,
      people INTEGER NOT NULL, likes INTEGER NOT NULL, comments INTEGER NOT NULL, reposts INTEGER NOT NULL,
      content ${text} NOT NULL
      `,
      'organization_id, post_id',
    ),
    createTable(
      'audience_marks',
      `
      organization_id VARCHAR(36) NOT NULL, post_id VARCHAR(36) NOT NULL, due_at BIGINT NOT NULL
      `,
      'organization_id, post_id',
    ),
    // The audiences of the posts that are there are counted by the workers.
    rows(
      `${insertIgnore} INTO audience_marks (organization_id, post_id, due_at) SELECT organization_id, id, 0 FROM posts`,
    ),
  ],
  down: [
    dropTable('audience_marks'),
    dropTable('post_audiences'),
    dropTable('audience_snapshots'),
    dropTable('discovery_people'),
    dropTable('discovery_keys'),
    dropTable('discoveries'),
    dropTable('credit_balances'),
    dropIndex('credit_ledger', 'credit_ledger_operation'),
    dropColumn('credit_ledger', 'operation'),
  ],
});

export const discovery: Migration = {
  name: '0007-discovery',
  sqlite: steps('TEXT', 'INSERT OR IGNORE'),
  mysql: steps('MEDIUMTEXT', 'INSERT IGNORE'),
};
