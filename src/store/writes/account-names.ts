/** What accounts are called: as most of their active leads write it, without its legal form. */
import { displayName } from '../../accounts/company-key';
import { placeholders, type Database } from '../database';
import { cut, inParts, selectIn } from './batches';

/**
 * Renames accounts whose leads mostly write another name. Of names as frequent the first in the order of the
 * alphabet counts; an account nobody writes a name for keeps its own. Joins the transaction that makes the summaries anew.
 */
export async function refreshAccountNames(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
): Promise<void> {
  for (const part of inParts(accountIds, 500)) {
    const rows = await db.select<{ id: string; company: string; total: number }>(
      `SELECT l.account_id AS id, p.company_name AS company, COUNT(*) AS total
       FROM leads l${db.useIndex('leads_account')}
       ${db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id AND p.company_name IS NOT NULL
       WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' AND l.account_id IN (${placeholders(part)})
       GROUP BY l.account_id, p.company_name`,
      [organizationId, ...part],
    );
    const counts = new Map<string, Map<string, number>>();
    for (const { id, company, total } of rows) {
      const name = cut(displayName(company), 200);
      const names = counts.get(id) ?? new Map<string, number>();
      counts.set(id, names.set(name, (names.get(name) ?? 0) + total));
    }
    const stored = await selectIn<{ id: string; name: string }>(
      db,
      'SELECT id, name FROM accounts',
      organizationId,
      'id',
      [...counts.keys()],
    );
    for (const { id, name } of stored) {
      const best = mostUsed(counts.get(id) ?? new Map(), name);
      if (best === name) continue;
      await db.run('UPDATE accounts SET name = ? WHERE organization_id = ? AND id = ?', [best, organizationId, id]);
    }
  }
}

/**
 * The name with the highest count; of several the first by code points, so that the same leads give the same name whatever was there
 * before. `current` where there is none.
 */
export function mostUsed(counts: ReadonlyMap<string, number>, current: string): string {
  let best = current;
  let most = 0;
  for (const [name, count] of counts) {
    if (count > most || (count === most && name < best)) {
      best = name;
      most = count;
    }
  }
  return best;
}
