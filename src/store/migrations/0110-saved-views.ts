/** Views of lists that the people of a workspace share. Frozen. */
import { createTable, dropTable, type Migration } from '../../database/migrations/migration';

const steps = (text: string) => ({
  up: [
    createTable(
      'saved_views',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, page VARCHAR(24) NOT NULL, name VARCHAR(60) NOT NULL,
      filters ${text} NOT NULL, created_by VARCHAR(36), created_at BIGINT NOT NULL
      `,
      'organization_id, id',
    ),
  ],
  down: [dropTable('saved_views')],
});

export const savedViews: Migration = { name: '0110-saved-views', sqlite: steps('TEXT'), mysql: steps('MEDIUMTEXT') };
