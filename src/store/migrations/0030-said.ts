/** What asked to buy becomes requests, prices and vendors left (docs/qualification.md): read again by a job, scored again. Frozen. */
import { rows, type Migration } from '../../database/migrations/migration';

const steps = (orIgnore: 'OR IGNORE' | 'IGNORE', limit: string) => ({
  up: [
    rows(`UPDATE engagements SET comment_class = 'request' WHERE comment_class = 'buying'${limit}`),
    rows(`INSERT ${orIgnore} INTO scoring_queue (organization_id, person_id) SELECT organization_id, id FROM leads`),
  ],
  down: [
    rows(
      `UPDATE engagements SET comment_class = 'buying' WHERE comment_class IN ('request', 'price', 'leaving')${limit}`,
    ),
  ],
});

export const said: Migration = {
  name: '0030-said',
  sqlite: steps('OR IGNORE', ''),
  mysql: steps('IGNORE', ' LIMIT 20000'),
};
