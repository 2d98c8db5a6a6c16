/** How sure the reading of a headline is. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addColumn('people', 'read_confidence INTEGER'), addColumn('agent_candidates', 'read_confidence INTEGER')],
  down: [dropColumn('agent_candidates', 'read_confidence'), dropColumn('people', 'read_confidence')],
};

export const readConfidence: Migration = { name: '0108-read-confidence', sqlite: steps, mysql: steps };
