/** Companies that headlines name in any position: every account is looked at once, for whom it is named by. Frozen. */
import { addColumn, dropColumn, rows, type Migration } from '../../database/migrations/migration';

const steps = (orIgnore: 'OR IGNORE' | 'IGNORE') => ({
  up: [
    addColumn('leads', 'named_company VARCHAR(200)'),
    addColumn('accounts', 'known TINYINT NOT NULL DEFAULT 0'),
    rows(
      `INSERT ${orIgnore} INTO stale_summaries (organization_id, kind, target_id) SELECT organization_id, 'account', id FROM accounts`,
    ),
  ],
  down: [dropColumn('accounts', 'known'), dropColumn('leads', 'named_company')],
});

export const namedCompanies: Migration = {
  name: '0018-named-companies',
  sqlite: steps('OR IGNORE'),
  mysql: steps('IGNORE'),
};
