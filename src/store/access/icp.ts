/** Puts an ICP definition in force. The newest version applies, and earlier ones are kept as history. */
import type { Database } from '../../database/database';
import { UsageReads } from './usage-reads';
import { insertInto } from '../../database/define';
import { icpDefinitions } from '../tables/leads';
import { writeWorkspace } from '../log/workspace-lock';

/** Versions that a workspace keeps, the newest ones. Nothing refers to an earlier one: leads are scored by the newest alone. */
export const mostIcpVersions = 200;

/**
 * Stores a version, and removes the oldest beyond `mostIcpVersions`.
 * @param definition checked JSON text.
 * @returns the version of the definition; `changed` is false when it is already in force.
 */
export async function storeIcp(
  db: Database,
  organizationId: string,
  definition: string,
  now = Date.now(),
): Promise<{ version: number; changed: boolean }> {
  return writeWorkspace(db, organizationId, async () => {
    const current = await new UsageReads(db, organizationId).icp();
    if (current?.definition === definition) return { version: current.version, changed: false };
    const version = (current?.version ?? 0) + 1;
    await insertInto(db, icpDefinitions, [{ organization_id: organizationId, version, definition, created_at: now }]);
    await db.run('DELETE FROM icp_definitions WHERE organization_id = ? AND version <= ?', [
      organizationId,
      version - mostIcpVersions,
    ]);
    return { version, changed: true };
  });
}
