/** Sessions of people, known places, and what other applications call people. Frozen. */
import {
  addColumn,
  addIndex,
  addUniqueIndex,
  createTable,
  dropColumn,
  dropIndex,
  dropTable,
  type Migration,
} from '../../database/migrations/migration';

const steps = {
  up: [
    createTable(
      'sessions',
      `
      id_hash VARCHAR(64) NOT NULL, user_id VARCHAR(36) NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
      ended_at BIGINT
      `,
      'id_hash',
    ),
    addIndex('sessions', 'sessions_user', 'user_id'),
    addIndex('sessions', 'sessions_expiry', 'expires_at'),
    createTable('known_places', 'place_hash VARCHAR(64) NOT NULL, seen_at BIGINT NOT NULL', 'place_hash'),
    addIndex('known_places', 'known_places_seen', 'seen_at'),
    addColumn('users', 'sessions_not_before BIGINT'),
    addColumn('users', 'external_id VARCHAR(255)'),
    addUniqueIndex('users', 'users_external', 'external_id'),
  ],
  down: [
    dropIndex('users', 'users_external'),
    dropColumn('users', 'external_id'),
    dropColumn('users', 'sessions_not_before'),
    dropTable('known_places'),
    dropTable('sessions'),
  ],
};

export const people: Migration = { name: '0005-people', sqlite: steps, mysql: steps };
