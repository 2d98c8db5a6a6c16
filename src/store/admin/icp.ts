/** The ICP definitions a workspace had. The newest version is in force; older ones stay for looking back. */
import type { Database } from '../database';
import { icpDefinitions } from '../tables/leads';
import { insertInto } from '../tables/define';

export interface StoredIcp {
  readonly version: number;
  /** The definition as JSON text, as it was checked when it was stored. */
  readonly definition: string;
  readonly createdAt: number;
}

/** The definition in force, or undefined when none was ever set. */
export async function currentIcp(db: Database, organizationId: string): Promise<StoredIcp | undefined> {
  const [row] = await db.select<{ version: number; definition: string; created_at: number }>(
    'SELECT version, definition, created_at FROM icp_definitions WHERE organization_id = ? ORDER BY version DESC LIMIT 1',
    [organizationId],
  );
  return row && { version: row.version, definition: row.definition, createdAt: row.created_at };
}

/**
 * Puts a definition in force.
 * @param definition checked JSON text.
 * @returns the version it got, and false for `changed` when it is the one already in force.
 */
export async function storeIcp(
  db: Database,
  organizationId: string,
  definition: string,
  now = Date.now(),
): Promise<{ version: number; changed: boolean }> {
  return db.transaction(async () => {
    await db.run('UPDATE organizations SET revision = revision + 1 WHERE id = ?', [organizationId]);
    const current = await currentIcp(db, organizationId);
    if (current?.definition === definition) return { version: current.version, changed: false };
    const version = (current?.version ?? 0) + 1;
    await insertInto(db, icpDefinitions, [{ organization_id: organizationId, version, definition, created_at: now }]);
    return { version, changed: true };
  });
}
