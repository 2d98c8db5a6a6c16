/** Small look-ups whose results an import keeps while it is the only writer. */
import type { Database } from '../../database/database';
import { selectIn } from '../statements/in-parts';

/** Watched profile ids, by the watched person's id. */
export async function watchedPeople(db: Database, organizationId: string): Promise<Map<string, string>> {
  const rows = await db.select<{ id: string; person_id: string }>(
    'SELECT id, person_id FROM monitored_profiles WHERE organization_id = ? AND person_id IS NOT NULL',
    [organizationId],
  );
  return new Map(rows.map((row) => [row.person_id, row.id]));
}

/** User ids of the workspace's active members, by e-mail in lower case. */
export async function activeMembers(db: Database, organizationId: string): Promise<Map<string, string>> {
  const rows = await db.select<{ id: string; email: string }>(
    `SELECT u.id, u.email FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.organization_id = ? AND m.active = 1`,
    [organizationId],
  );
  return new Map(rows.map((row) => [row.email, row.id]));
}

/** Everybody who works for these accounts. */
export async function peopleOfAccounts(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await selectIn<{ id: string }>(db, 'SELECT id FROM people', organizationId, 'account_id', accountIds);
  return rows.map((row) => row.id);
}

/** Leads of these accounts: people known to work there, and people placed there by their headline. */
export async function leadsOfAccounts(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const sql = `SELECT id FROM leads${db.useIndex('leads_account')}`;
  return (await selectIn<{ id: string }>(db, sql, organizationId, 'account_id', accountIds)).map(({ id }) => id);
}
