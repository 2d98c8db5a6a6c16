/** Apps that are permitted for the members of a workspace. */
import type { Database } from '../../database/database';
import { permitRows } from '../tables/models';
import { writeWorkspace } from '../log/workspace-lock';
import { insertInto, type RowOf } from '../../database/define';
import { appPermits } from '../tables/oauth';

export type PermitRow = RowOf<typeof appPermits>;

export type SavedPermit = 'saved' | 'too_many' | 'too_many_of_one';

/**
 * Stores a permit, replacing an existing one.
 * @param most permits in the workspace, and those that one person permitted. The operator has no limit of their own.
 */
export async function savePermit(
  db: Database,
  row: PermitRow,
  most: { readonly all: number; readonly ofOne: number },
): Promise<SavedPermit> {
  const { organization_id, app, permitted_by } = row;
  // One after the other, so that concurrent requests cannot all pass the same count.
  return writeWorkspace(db, organization_id, async (): Promise<SavedPermit> => {
    const permits = await permitsOf(db, organization_id);
    const before = permits.find((one) => one.app === app);
    const own = permits.filter((one) => one.permitted_by === permitted_by).length;
    if (!before && permits.length >= most.all) return 'too_many';
    const isOneMore = permitted_by !== null && before?.permitted_by !== permitted_by;
    if (isOneMore && own >= most.ofOne) return 'too_many_of_one';
    await insertInto(db, appPermits, [row], { update: ['scopes', 'permitted_by', 'updated_at'] });
    return 'saved';
  });
}

/**
 * Removes permits of registered clients that no longer exist, at most `limit`. Their ids never come back. Assistants
 * (`assistant:…`) and addresses of metadata documents do, so their permits stay. Returns how many.
 * @param before only permits that were given before this time, epoch ms.
 */
export async function deleteDeadPermits(db: Database, before: number, limit: number): Promise<number> {
  const rows = await db.select<Pick<PermitRow, 'organization_id' | 'app'>>(
    `SELECT organization_id, app FROM app_permits p WHERE updated_at < ? AND app NOT LIKE '%:%'
       AND NOT EXISTS (SELECT 1 FROM oauth_clients c WHERE c.id = p.app) LIMIT ${Math.trunc(limit)}`,
    [before],
  );
  for (const { organization_id, app } of rows) await permitRows(db).delete({ organization_id, app });
  return rows.length;
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
