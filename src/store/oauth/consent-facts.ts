/** What a consent page needs besides the request itself. */
import { placeholders, type Database } from '../../database/database';
import { flagsAmong } from '../statements/flags';
import { within, type Within } from './within';

export interface Admin {
  readonly displayName: string;
  readonly email: string;
}

/** The flag of a workspace that does not name its admins to members. */
export const hiddenAdminsFlag = (organizationId: string) => `hide_admins:${organizationId}`;

/** Active owners and admins of workspaces that name them to their members, at most five for each. */
export async function adminsOf(
  db: Database,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Admin[]>> {
  const found = new Map<string, Admin[]>();
  if (organizationIds.length === 0) return found;
  const rows = await db.select<{ organization_id: string; email: string; display_name: string }>(
    `SELECT m.organization_id, u.email, u.display_name FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id IN (${placeholders(organizationIds)}) AND m.active = 1 AND m.role IN ('OWNER', 'ADMIN')
      ORDER BY m.role DESC, m.created_at, u.email`,
    [...organizationIds],
  );
  const hidden = await flagsAmong(db, organizationIds.map(hiddenAdminsFlag));
  for (const { organization_id: id, email, display_name: displayName } of rows) {
    const list = found.get(id) ?? [];
    if (!hidden.has(hiddenAdminsFlag(id)) && list.length < 5) found.set(id, [...list, { displayName, email }]);
  }
  return found;
}

/** The newest live connection between a client and a person, in the workspaces that the person's session reaches. */
export async function latestConnection(
  db: Database,
  places: readonly Within[],
  clientId: string,
  now: number,
): Promise<{ id: string; organization_id: string; scopes: string; activated_at: number } | null> {
  const own = within(places);
  const [row] = await db.select<{ id: string; organization_id: string; scopes: string; activated_at: number }>(
    `SELECT id, organization_id, scopes, activated_at FROM oauth_grants
      WHERE ${own.sql} AND client_id = ? AND activated_at IS NOT NULL AND revoked_at IS NULL AND expires_at > ?
      AND idle_expires_at > ? ORDER BY activated_at DESC, id DESC LIMIT 1`,
    [...own.params, clientId, now, now],
  );
  return row ?? null;
}

/** Older live connections of the same person, client and workspace. */
export async function olderConnections(
  db: Database,
  grant: { id: string; user_id: string; client_id: string; organization_id: string },
): Promise<{ id: string; scopes: string }[]> {
  return db.select(
    `SELECT id, scopes FROM oauth_grants WHERE user_id = ? AND organization_id = ? AND client_id = ? AND id <> ?
      AND activated_at IS NOT NULL AND revoked_at IS NULL`,
    [grant.user_id, grant.organization_id, grant.client_id, grant.id],
  );
}

/** A live connection of a person, and when it was last used. */
export interface LiveConnectionOf {
  readonly id: string;
  readonly organization_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly activated_at: number;
  readonly rotated_at: number | null;
  readonly last_used_at: number | null;
}

/** Live connections of a person in these workspaces, at most 500. */
export async function liveConnectionsOf(
  db: Database,
  places: readonly Within[],
  now: number,
): Promise<LiveConnectionOf[]> {
  const own = within(places);
  return db.select<LiveConnectionOf>(
    `SELECT id, organization_id, client_id, client_name, activated_at, rotated_at, last_used_at FROM oauth_grants
      WHERE ${own.sql} AND activated_at IS NOT NULL AND revoked_at IS NULL AND expires_at > ? AND idle_expires_at > ?
      LIMIT 500`,
    [...own.params, now, now],
  );
}
