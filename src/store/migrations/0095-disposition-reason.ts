/** Why a person was set aside as not a lead. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addColumn('people', 'disposition_reason VARCHAR(24)')],
  down: [dropColumn('people', 'disposition_reason')],
};

export const dispositionReason: Migration = { name: '0095-disposition-reason', sqlite: steps, mysql: steps };
