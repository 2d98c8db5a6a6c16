/** People whom syncs of the watchlist brought, each counted once, and how far a profile was read. Frozen. */
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
      'watchlist_sync_people',
      `
      organization_id VARCHAR(36) NOT NULL, counted_for VARCHAR(36) NOT NULL, person_id VARCHAR(36) NOT NULL,
      day INTEGER NOT NULL
      `,
      'organization_id, counted_for, person_id',
    ),
    addIndex('watchlist_sync_people', 'watchlist_sync_people_person', 'organization_id, person_id'),
    addIndex('watchlist_sync_people', 'watchlist_sync_people_day', 'organization_id, day'),
    addColumn('watchlist_syncs', 'read_until BIGINT'),
  ],
  down: [dropColumn('watchlist_syncs', 'read_until'), dropTable('watchlist_sync_people')],
};

export const syncPeople: Migration = { name: '0020-sync-people', sqlite: steps, mysql: steps };
