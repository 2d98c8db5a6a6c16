/** The audit log names whoever acted and what was changed, for every action and not only for connections. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('oauth_audit', 'actor_kind VARCHAR(24)'),
    addColumn('oauth_audit', 'actor_id VARCHAR(120)'),
    addColumn('oauth_audit', 'object_kind VARCHAR(24)'),
    addColumn('oauth_audit', 'object_id VARCHAR(120)'),
  ],
  down: [
    dropColumn('oauth_audit', 'object_id'),
    dropColumn('oauth_audit', 'object_kind'),
    dropColumn('oauth_audit', 'actor_id'),
    dropColumn('oauth_audit', 'actor_kind'),
  ],
};

export const audit: Migration = { name: '0010-audit', sqlite: steps, mysql: steps };
