/** What writers of this schema do, as a number that each write looks at: see README.md in this folder. Frozen. */
import { rows, type Migration } from '../../database/migrations/migration';

const steps = (insertIgnore: string) => ({
  up: [rows(`${insertIgnore} INTO service_state (name, value, updated_at) VALUES ('writer_version', '1', 0)`)],
  down: [rows(`DELETE FROM service_state WHERE name = 'writer_version'`)],
});

export const writerVersion: Migration = {
  name: '0025-writer-version',
  sqlite: steps('INSERT OR IGNORE'),
  mysql: steps('INSERT IGNORE'),
};
