/** All accounts of a workspace with their names, for finding duplicates. */
import type { NamedAccount } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import { selectIn } from '../statements/in-parts';

const together = 1_000;

/** Reads them in parts, so that no statement takes long. */
export async function namedAccounts(db: Database, organizationId: string): Promise<NamedAccount[]> {
  const accounts: NamedAccount[] = [];
  for (let last = ''; ;) {
    const rows = await db.select<{ id: string; name: string; people: number | null }>(
      `SELECT a.id, a.name, s.lead_count AS people FROM accounts a
       LEFT JOIN account_summaries s ON s.organization_id = a.organization_id AND s.account_id = a.id
       WHERE a.organization_id = ? AND a.id > ? ORDER BY a.id LIMIT ${together}`,
      [organizationId, last],
    );
    const pages = await pagesOf(
      db,
      organizationId,
      rows.map(({ id }) => id),
    );
    for (const { id, name, people } of rows)
      accounts.push({ id, name, people: people ?? 0, pages: pages.get(id) ?? [] });
    const next = rows.at(-1)?.id;
    if (next === undefined || rows.length < together) return accounts;
    last = next;
  }
}

async function pagesOf(db: Database, organizationId: string, ids: readonly string[]): Promise<Map<string, string[]>> {
  const pages = new Map<string, string[]>();
  const rows = await selectIn<{ account_id: string; value: string }>(
    db,
    'SELECT account_id, value FROM account_aliases',
    organizationId,
    `kind = 'slug' AND account_id`,
    [...ids],
  );
  for (const { account_id: id, value } of rows) pages.set(id, [...(pages.get(id) ?? []), value]);
  return pages;
}
