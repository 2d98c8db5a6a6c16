/** Tiers and priorities follow stricter rules (docs/qualification.md): everybody is scored anew. Frozen. */
import { rows, type Migration } from '../../database/migrations/migration';

const steps = (orIgnore: 'OR IGNORE' | 'IGNORE') => ({
  up: [
    rows(`INSERT ${orIgnore} INTO scoring_queue (organization_id, person_id) SELECT organization_id, id FROM leads`),
  ],
  down: [],
});

export const judgedAnew: Migration = { name: '0017-judged-anew', sqlite: steps('OR IGNORE'), mysql: steps('IGNORE') };
