/** Apps that are permitted for the members of a workspace. */
import type { Database } from '../../database/database';
import { permitRows } from '../models';
import { insertInto, type RowOf } from '../../database/define';
import { appPermits } from './tables';

export type PermitRow = RowOf<typeof appPermits>;

/** Stores a permit, replacing an existing one. */
export async function savePermit(db: Database, row: PermitRow): Promise<void> {
  await insertInto(db, appPermits, [row], { update: ['scopes', 'permitted_by', 'updated_at'] });
}

/** Removes a permit. Returns false when there was none. */
export async function deletePermit(db: Database, organizationId: string, app: string): Promise<boolean> {
  return (await permitRows(db).delete({ organization_id: organizationId, app })) === 1;
}

export async function permitsOf(db: Database, organizationId: string): Promise<PermitRow[]> {
  return permitRows(db).all({ organization_id: organizationId }, { order: ['app'] });
}

export interface NamedPermit extends PermitRow {
  /** The app's name at registration. Null for a named assistant, and for an app that is gone. */
  readonly client_name: string | null;
}

/** The permits of a workspace with the names of their apps, newest first. */
export function namedPermitsOf(db: Database, organizationId: string): Promise<NamedPermit[]> {
  return db.select<NamedPermit>(
    `SELECT p.*, c.name AS client_name FROM app_permits p LEFT JOIN oauth_clients c ON c.id = p.app
      WHERE p.organization_id = ? ORDER BY p.updated_at DESC, p.app`,
    [organizationId],
  );
}

/** Scopes permitted for an app, by workspace. Space-separated. */
export async function permitsFor(db: Database, apps: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select<PermitRow>(
    `SELECT organization_id, scopes FROM app_permits WHERE app IN (${apps.map(() => '?').join(',')})`,
    [...apps],
  );
  const found = new Map<string, string>();
  for (const { organization_id: id, scopes } of rows) found.set(id, `${found.get(id) ?? ''} ${scopes}`.trim());
  return found;
}

/** Live connections of a workspace's members to an app. */
export async function memberGrantsOf(db: Database, organizationId: string, app: string): Promise<string[]> {
  const rows = await db.select<{ id: string }>(
    `SELECT g.id FROM oauth_grants g
      JOIN memberships m ON m.organization_id = g.organization_id AND m.user_id = g.user_id AND m.role = 'MEMBER'
      WHERE g.organization_id = ? AND (g.client_id = ? OR g.assistant = ?) AND g.revoked_at IS NULL`,
    [organizationId, app, app],
  );
  return rows.map(({ id }) => id);
}
