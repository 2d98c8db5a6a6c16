/** What taking a batch back answers: how many decisions went with it, and which later ones stand. Frozen. */
import {
  addColumn,
  addIndex,
  createTable,
  dropColumn,
  dropTable,
  type Migration,
} from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('batches', 'decisions_removed INTEGER'),
    addColumn('batches', 'people_affected INTEGER'),
    createTable(
      'undo_affected',
      'organization_id VARCHAR(36) NOT NULL, batch_id VARCHAR(36) NOT NULL, candidate_id VARCHAR(36) NOT NULL',
      'organization_id, batch_id, candidate_id',
    ),
    addIndex('undo_affected', 'undo_affected_candidate', 'organization_id, candidate_id'),
  ],
  down: [
    dropTable('undo_affected'),
    dropColumn('batches', 'people_affected'),
    dropColumn('batches', 'decisions_removed'),
  ],
};

export const undoAnswers: Migration = { name: '0073-undo-answers', sqlite: steps, mysql: steps };
