/** Clients that an owner or admin registers by hand for one workspace. Frozen. */
import { addColumn, addIndex, dropColumn, dropIndex, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('oauth_clients', 'registered_for VARCHAR(36)'),
    addColumn('oauth_clients', 'registered_by VARCHAR(36)'),
    addIndex('oauth_clients', 'oauth_clients_workspace', 'registered_for, created_at'),
  ],
  down: [
    dropIndex('oauth_clients', 'oauth_clients_workspace'),
    dropColumn('oauth_clients', 'registered_by'),
    dropColumn('oauth_clients', 'registered_for'),
  ],
};

export const registeredByHand: Migration = { name: '0091-registered-by-hand', sqlite: steps, mysql: steps };
