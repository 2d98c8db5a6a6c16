/** Comments may be stored as jokes, which older releases do not know. Frozen. */
import { rows, type Migration } from '../../database/migrations/migration';

const steps = (limit: string) => ({
  up: [],
  down: [rows(`UPDATE engagements SET comment_class = 'plain' WHERE comment_class = 'joke'${limit}`)],
});

export const jokes: Migration = { name: '0076-jokes', sqlite: steps(''), mysql: steps(' LIMIT 20000') };
