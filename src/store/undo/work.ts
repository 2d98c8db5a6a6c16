/** How much work an undo is, for its progress. */
import type { Database } from '../../database/database';
import { allBatches } from '../log/batch-reads';
import type { ScopedTable } from './scope';

/** Records to replay: those of all batches that stay. */
export async function recordsThatStay(
  db: Database,
  organizationId: string,
  without: ReadonlySet<string>,
): Promise<number> {
  const rows = await allBatches(db, organizationId);
  const stay = rows.filter(({ id, status }) => status !== 'UNDONE' && !without.has(id));
  return stay.reduce((sum, { records }) => sum + records, 0);
}

/** Rows to compare, about: accounts, people and posts once as they were replayed and once for what is gone, engagements by person. */
export async function rowsToCompare(db: Database, organizationId: string): Promise<number> {
  const [row] = await db.select<{ accounts: number; people: number; posts: number }>(
    `SELECT (SELECT COUNT(*) FROM accounts WHERE organization_id = ?) AS accounts,
       (SELECT COUNT(*) FROM people WHERE organization_id = ?) AS people,
       (SELECT COUNT(*) FROM posts WHERE organization_id = ?) AS posts`,
    [organizationId, organizationId, organizationId],
  );
  return row ? rowsInScope(row) : 0;
}

/** The same for these numbers of rows. */
export const rowsInScope = ({ accounts, people, posts }: Record<ScopedTable, number>): number =>
  2 * accounts + 3 * people + 2 * posts;
