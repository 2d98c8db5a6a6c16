/** The keys of a discovery can be counted. Frozen. */
import { addIndex, dropIndex, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addIndex('discovery_keys', 'discovery_keys_discovery', 'organization_id, discovery_id')],
  down: [dropIndex('discovery_keys', 'discovery_keys_discovery')],
};

export const keysOfDiscoveries: Migration = { name: '0075-keys-of-discoveries', sqlite: steps, mysql: steps };
