/**
 * Files with people's data belong to a folder of a machine, or to one that all share; erasures wait for each; uploads are rows.
 * An older writer would note files without their machine and truncate uploads, so it stores nothing more. Frozen.
 */
import {
  addColumn,
  addIndex,
  createTable,
  dropColumn,
  dropTable,
  rows,
  type Migration,
} from '../../database/migrations/migration';

const steps = (text: string) => ({
  up: [
    createTable(
      'file_places',
      `
      id VARCHAR(36) NOT NULL, name VARCHAR(255) NOT NULL, folder VARCHAR(4096) NOT NULL, shared TINYINT NOT NULL,
      seen_at BIGINT NOT NULL, worker VARCHAR(36), worker_until BIGINT NOT NULL
      `,
      'id',
    ),
    createTable(
      'file_erasures',
      `
      place_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, workspace VARCHAR(36) NOT NULL, subject VARCHAR(36),
      path VARCHAR(4096), sealed ${text}, created_at BIGINT NOT NULL, error VARCHAR(1000)
      `,
      'place_id, id',
    ),
    addIndex('file_erasures', 'file_erasures_workspace', 'workspace, subject'),
    addColumn('rejects_files', 'place_id VARCHAR(36)'),
    createTable(
      'uploads',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, place_id VARCHAR(36) NOT NULL, bytes BIGINT NOT NULL,
      reserved BIGINT NOT NULL, length BIGINT, digest VARCHAR(64), complete TINYINT NOT NULL, receiver VARCHAR(36),
      created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL
      `,
      'organization_id, id',
    ),
    rows(`UPDATE service_state SET value = '5' WHERE name = 'writer_version' AND value = '4'`),
  ],
  down: [
    rows(`UPDATE service_state SET value = '4' WHERE name = 'writer_version' AND value = '5'`),
    dropTable('uploads'),
    dropColumn('rejects_files', 'place_id'),
    dropTable('file_erasures'),
    dropTable('file_places'),
  ],
});

export const filePlaces: Migration = { name: '0082-file-places', sqlite: steps('TEXT'), mysql: steps('MEDIUMTEXT') };
