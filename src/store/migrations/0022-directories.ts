/** External ids belong to the workspace that gave them; sessions end for one workspace. Frozen. */
import {
  addColumn,
  addIndex,
  addUniqueIndex,
  dropColumn,
  dropIndex,
  rowsWhile,
  type Migration,
} from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('memberships', 'external_id VARCHAR(255)'),
    addColumn('memberships', 'sessions_not_before BIGINT'),
    // Until now an id was known in every workspace of the person.
    rowsWhile(
      'users',
      'external_id',
      `UPDATE memberships SET external_id = (SELECT u.external_id FROM users u WHERE u.id = memberships.user_id)
      WHERE external_id IS NULL
        AND EXISTS (SELECT 1 FROM users u WHERE u.id = memberships.user_id AND u.external_id IS NOT NULL)`,
    ),
    addUniqueIndex('memberships', 'memberships_external', 'organization_id, external_id'),
    addIndex('memberships', 'memberships_called', 'external_id'),
    dropIndex('users', 'users_external'),
    dropColumn('users', 'external_id'),
  ],
  down: [
    addColumn('users', 'external_id VARCHAR(255)'),
    addUniqueIndex('users', 'users_external', 'external_id'),
    // One id for each person again, and none that several people have.
    rowsWhile(
      'memberships',
      'external_id',
      `UPDATE users SET external_id = (SELECT MIN(m.external_id) FROM memberships m WHERE m.user_id = users.id
          AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.external_id = m.external_id AND o.user_id <> m.user_id))
      WHERE external_id IS NULL
        AND EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.external_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.external_id = m.external_id AND o.user_id <> m.user_id))`,
    ),
    dropIndex('memberships', 'memberships_called'),
    dropIndex('memberships', 'memberships_external'),
    dropColumn('memberships', 'sessions_not_before'),
    dropColumn('memberships', 'external_id'),
  ],
};

export const directories: Migration = { name: '0022-directories', sqlite: steps, mysql: steps };
