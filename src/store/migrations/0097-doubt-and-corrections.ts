/** How sure the class of a comment is, and when a person set it. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addColumn('engagements', 'said_confidence INTEGER'), addColumn('engagements', 'said_set_at BIGINT')],
  down: [dropColumn('engagements', 'said_set_at'), dropColumn('engagements', 'said_confidence')],
};

export const doubtAndCorrections: Migration = { name: '0097-doubt-and-corrections', sqlite: steps, mysql: steps };
