/** Recomputes maintained counts and reports differences. It never repairs. */
import type { Database } from '../../database/database';
import type { AccountSummaryRow } from '../tables/leads';
import { computeSummaries, sameCounts } from './account-summaries';
import { countProfileLeads } from './lead-writer';
import { selectIn } from '../statements/in-parts';

export interface Difference {
  readonly kind: 'account summary' | 'watchlist lead count';
  readonly id: string;
  readonly message: string;
}

export interface CountsCheck {
  readonly accounts: number;
  readonly profiles: number;
  /** Marks of counts still to be rebuilt. These counts may differ until then. */
  readonly pending: number;
  readonly differences: readonly Difference[];
}

/** Compares every account summary and watchlist lead count of a workspace with a new count. */
export async function checkCounts(db: Database, organizationId: string): Promise<CountsCheck> {
  const differences: Difference[] = [];
  let accounts = 0;
  for (let after = ''; ;) {
    const ids = (
      await db.select<{ id: string }>(
        'SELECT id FROM accounts WHERE organization_id = ? AND id > ? ORDER BY id LIMIT 500',
        [organizationId, after],
      )
    ).map((row) => row.id);
    const last = ids[ids.length - 1];
    if (last === undefined) break;
    after = last;
    accounts += ids.length;
    const stored = await selectIn<AccountSummaryRow>(
      db,
      'SELECT * FROM account_summaries',
      organizationId,
      'account_id',
      ids,
    );
    const fresh = new Map((await computeSummaries(db, organizationId, ids)).map((row) => [row.account_id, row]));
    for (const row of stored) {
      const now = fresh.get(row.account_id);
      if (!now)
        differences.push({ kind: 'account summary', id: row.account_id, message: 'has no active lead any more' });
      else if (!sameCounts(now, row)) {
        differences.push({ kind: 'account summary', id: row.account_id, message: 'counts differ from its leads' });
      }
      fresh.delete(row.account_id);
    }
    for (const id of fresh.keys()) differences.push({ kind: 'account summary', id, message: 'is missing' });
  }

  const profiles = await db.select<{ id: string; lead_count: number }>(
    'SELECT id, lead_count FROM monitored_profiles WHERE organization_id = ?',
    [organizationId],
  );
  for (const profile of profiles) {
    const now = await countProfileLeads(db, organizationId, profile.id);
    if (now !== profile.lead_count) {
      differences.push({
        kind: 'watchlist lead count',
        id: profile.id,
        message: `is ${profile.lead_count}, counted ${now}`,
      });
    }
  }
  const [waiting] = await db.select<{ total: number }>(
    `SELECT (SELECT COUNT(*) FROM scoring_queue WHERE organization_id = ?)
       + (SELECT COUNT(*) FROM stale_summaries WHERE organization_id = ?) AS total`,
    [organizationId, organizationId],
  );
  return { accounts, profiles: profiles.length, pending: waiting?.total ?? 0, differences };
}
