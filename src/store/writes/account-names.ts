/** What accounts are called: as most of their active leads write it, without its legal form. */
import { displayName } from '../../accounts/company-key';
import { placeholders, type Database } from '../database';
import { cut, inParts, selectIn } from './batches';

/**
 * Renames accounts whose leads mostly write another name. Of names as frequent the one that was written first counts, so the same
 * leads give the same name whatever was there before; an account nobody writes a name for keeps its own. Joins the transaction
 * that makes the summaries anew.
 */
export async function refreshAccountNames(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
): Promise<void> {
  for (const part of inParts(accountIds, 500)) {
    const rows = await db.select<Written & { id: string; company: string }>(
      `SELECT l.account_id AS id, p.company_name AS company, COUNT(*) AS total, MIN(p.created_at) AS since, MIN(p.id) AS person
       FROM leads l${db.useIndex('leads_account')}
       ${db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id AND p.company_name IS NOT NULL
       WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' AND l.account_id IN (${placeholders(part)})
       GROUP BY l.account_id, p.company_name`,
      [organizationId, ...part],
    );
    const written = new Map<string, Map<string, Written>>();
    for (const { id, company, ...row } of rows) {
      const name = cut(displayName(company), 200);
      const names = written.get(id) ?? new Map<string, Written>();
      written.set(id, names.set(name, together(names.get(name), row)));
    }
    const stored = await selectIn<{ id: string; name: string }>(
      db,
      'SELECT id, name FROM accounts',
      organizationId,
      'id',
      [...written.keys()],
    );
    for (const { id, name } of stored) {
      const [best = name] = [...(written.get(id) ?? [])].sort(([, a], [, b]) => order(a, b)).map(([one]) => one);
      if (best === name) continue;
      await db.run('UPDATE accounts SET name = ? WHERE organization_id = ? AND id = ?', [best, organizationId, id]);
    }
  }
}

/** By how many leads a name is written, and since when: the first of them, and when they came in. */
interface Written {
  readonly total: number;
  readonly since: number;
  readonly person: string;
}

const together = (known: Written | undefined, row: Written): Written =>
  known === undefined
    ? row
    : {
        total: known.total + row.total,
        since: Math.min(known.since, row.since),
        person: known.person < row.person ? known.person : row.person,
      };

/** The more frequent first, then the older. */
const order = (a: Written, b: Written): number =>
  b.total - a.total || a.since - b.since || (a.person < b.person ? -1 : 1);
