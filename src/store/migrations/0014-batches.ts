/**
 * What was brought in together, and a log of what each batch brought, so that one can be taken back. What is there already
 * belongs to one batch of each workspace that cannot be. Frozen.
 */
import { addIndex, createTable, dropTable, rows, type Migration } from '../../database/migrations/migration';

const steps = (text: string, insertIgnore: string) => ({
  up: [
    createTable(
      'batches',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, kind VARCHAR(24) NOT NULL, source VARCHAR(60) NOT NULL,
      name VARCHAR(300) NOT NULL, reference VARCHAR(120), status VARCHAR(24) NOT NULL, started_by VARCHAR(200),
      started_at BIGINT NOT NULL, finished_at BIGINT, touched_at BIGINT NOT NULL, settings ${text} NOT NULL,
      records INTEGER NOT NULL, engagements_new INTEGER NOT NULL, people_new INTEGER NOT NULL, posts_new INTEGER NOT NULL
      `,
      'organization_id, id',
    ),
    addIndex('batches', 'batches_started', 'organization_id, started_at, id'),
    addIndex('batches', 'batches_reference', 'organization_id, reference, kind'),
    addIndex('batches', 'batches_status', 'organization_id, status'),
    createTable(
      'batch_records',
      `
      organization_id VARCHAR(36) NOT NULL, revision BIGINT NOT NULL, batch_id VARCHAR(36) NOT NULL,
      records INTEGER NOT NULL, latest_at BIGINT, content ${text} NOT NULL
      `,
      'organization_id, revision',
    ),
    addIndex('batch_records', 'batch_records_batch', 'organization_id, batch_id, revision'),
    rows(
      `${insertIgnore} INTO batches (organization_id, id, kind, source, name, reference, status, started_by, started_at,
         finished_at, touched_at, settings, records, engagements_new, people_new, posts_new)
       SELECT id, '00000000-0000-7000-8000-000000000001', 'before', 'leadlight', 'before batches', NULL, 'OPEN', NULL,
         created_at, NULL, created_at, '{}', 0, 0, 0, 0
       FROM organizations o WHERE EXISTS (SELECT 1 FROM people p WHERE p.organization_id = o.id)
         OR EXISTS (SELECT 1 FROM posts p WHERE p.organization_id = o.id)
         OR EXISTS (SELECT 1 FROM accounts a WHERE a.organization_id = o.id)`,
    ),
  ],
  down: [dropTable('batch_records'), dropTable('batches')],
});

export const batches: Migration = {
  name: '0014-batches',
  sqlite: steps('TEXT', 'INSERT OR IGNORE'),
  mysql: steps('MEDIUMTEXT', 'INSERT IGNORE'),
};
