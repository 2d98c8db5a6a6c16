/** Whether a person was shown to read their address, and who made a webhook or a digest. Frozen. */
import { addColumn, dropColumn, rows, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('users', 'proved_at BIGINT'),
    // Steps run until they change no row.
    rows('UPDATE users SET proved_at = created_at WHERE proved_at IS NULL'),
    addColumn('webhooks', 'created_by VARCHAR(36)'),
    addColumn('digests', 'created_by VARCHAR(36)'),
  ],
  down: [dropColumn('digests', 'created_by'), dropColumn('webhooks', 'created_by'), dropColumn('users', 'proved_at')],
};

export const provedAndMadeBy: Migration = { name: '0087-proved-and-made-by', sqlite: steps, mysql: steps };
