/** Who made an API key, so that one person cannot use up all keys of a workspace. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addColumn('api_keys', 'created_by VARCHAR(36)')],
  down: [dropColumn('api_keys', 'created_by')],
};

export const keyMakers: Migration = { name: '0074-key-makers', sqlite: steps, mysql: steps };
