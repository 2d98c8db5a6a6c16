/** The id of a deleted account that is the name of an erased person lies encrypted. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addColumn('change_tombstones', 'sealed_id VARCHAR(400)')],
  down: [dropColumn('change_tombstones', 'sealed_id')],
};

export const sealedTombstones: Migration = { name: '0072-sealed-tombstones', sqlite: steps, mysql: steps };
