/** How many engagements of a lead and an account nobody dates, and the latest that has a date. Frozen. */
import { addColumn, dropColumn, rows, type Migration } from '../../database/migrations/migration';

const undated = `(COALESCE(e.dated, CASE WHEN e.occurred_at <> e.observed_at THEN 1 ELSE 0 END) = 0
  AND (e.earliest_at IS NULL OR e.occurred_at - e.earliest_at > 1209600000))`;

/** -1: not counted yet, which no row is after this migration. */
const steps = (byPerson: string, orIgnore: string, limit: string) => {
  const of = `FROM engagements e ${byPerson} WHERE e.organization_id = leads.organization_id AND e.person_id = leads.id
    AND e.by_author = 0`;
  const ofAccount = `FROM leads l WHERE l.organization_id = account_summaries.organization_id
    AND l.account_id = account_summaries.account_id AND l.disposition = 'ACTIVE'`;
  return {
    up: [
      addColumn('leads', 'undated_count INTEGER NOT NULL DEFAULT -1'),
      addColumn('leads', 'last_dated_at BIGINT'),
      addColumn('account_summaries', 'undated_count INTEGER NOT NULL DEFAULT -1'),
      addColumn('account_summaries', 'latest_dated_at BIGINT'),
      // An older writer would store leads without these counts.
      rows(`UPDATE service_state SET value = '6' WHERE name = 'writer_version' AND value = '5'`),
      rows(
        `UPDATE leads SET last_dated_at = (SELECT MAX(e.occurred_at) ${of} AND NOT ${undated}),
           undated_count = (SELECT COUNT(*) ${of} AND ${undated})
         WHERE undated_count = -1${limit}`,
      ),
      rows(
        `UPDATE account_summaries SET latest_dated_at = (SELECT MAX(l.last_dated_at) ${ofAccount}),
           undated_count = (SELECT COALESCE(SUM(l.undated_count), 0) ${ofAccount})
         WHERE undated_count = -1${limit}`,
      ),
      // Their trend counted them on the day of a file.
      rows(
        `INSERT ${orIgnore} INTO stale_summaries (organization_id, kind, target_id)
         SELECT s.organization_id, 'account', s.account_id FROM account_summaries s
         WHERE s.undated_count > 0 AND NOT EXISTS (SELECT 1 FROM stale_summaries t
           WHERE t.organization_id = s.organization_id AND t.kind = 'account' AND t.target_id = s.account_id)${limit}`,
      ),
    ],
    down: [
      rows(`UPDATE service_state SET value = '5' WHERE name = 'writer_version' AND value = '6'`),
      dropColumn('account_summaries', 'latest_dated_at'),
      dropColumn('account_summaries', 'undated_count'),
      dropColumn('leads', 'last_dated_at'),
      dropColumn('leads', 'undated_count'),
    ],
  };
};

export const undatedSignals: Migration = {
  name: '0112-undated',
  sqlite: steps('INDEXED BY engagements_person', 'OR IGNORE', ''),
  mysql: steps('FORCE INDEX (engagements_person)', 'IGNORE', ' LIMIT 20000'),
};
