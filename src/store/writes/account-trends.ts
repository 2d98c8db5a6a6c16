/** How much the active leads of accounts engaged recently and before. */
import { trendOf, trendWindowMs } from '../../rules/audience/trend';
import { placeholders, type Database } from '../../database/database';
import { undatedCondition } from '../statements/undated';
import type { AccountSummaryRow } from '../tables/leads';

export type TrendColumns = Pick<AccountSummaryRow, 'signals_14d' | 'previous_signals_14d' | 'new_people_14d' | 'trend'>;

export const noTrend: TrendColumns = { signals_14d: 0, previous_signals_14d: 0, new_people_14d: 0, trend: 0 };

export const trendColumnsOf = (row: AccountSummaryRow): TrendColumns => ({
  signals_14d: row.signals_14d,
  previous_signals_14d: row.previous_signals_14d,
  new_people_14d: row.new_people_14d,
  trend: row.trend,
});

/**
 * The trends of accounts that have any. Use `noTrend` for the rest. A signal counts at its date (`occurred_at`). One that nobody
 * dates counts in no trend, because it would count on the day of its file. A person is new if nothing of theirs was seen before,
 * and something of theirs has a date.
 * @param now epoch milliseconds.
 */
export async function accountTrends(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
  now: number,
): Promise<Map<string, TrendColumns>> {
  const from = now - trendWindowMs;
  const before = from - trendWindowMs;
  const rows = await db.select<{ id: string; recent: number; together: number; people: number }>(
    `SELECT l.account_id AS id,
       SUM(CASE WHEN e.occurred_at > ? THEN 1 ELSE 0 END) AS recent,
       COUNT(*) AS together,
       COUNT(DISTINCT CASE WHEN l.first_signal_at > ? THEN l.id END) AS people
     FROM leads l${db.useIndex('leads_account')}
     ${db.orderedJoin} engagements e${db.useIndex('engagements_person')}
       ON e.organization_id = l.organization_id AND e.person_id = l.id AND e.occurred_at > ? AND e.by_author = 0
       AND NOT ${undatedCondition('e')}
     WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' AND l.last_signal_at > ? AND l.last_dated_at > ?
       AND l.account_id IN (${placeholders(accountIds)})
     GROUP BY l.account_id`,
    [from, from, before, organizationId, before, before, ...accountIds],
  );
  return new Map(
    rows.map(({ id, recent, together, people }) => [
      id,
      {
        signals_14d: recent,
        previous_signals_14d: together - recent,
        new_people_14d: people,
        trend: trendOf({ signals: recent, previousSignals: together - recent, newPeople: people }),
      },
    ]),
  );
}
