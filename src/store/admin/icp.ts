/** Puts an ICP definition in force. Every version is kept as history, and the newest one applies. */
import type { Database } from '../../database/database';
import { UsageReads } from '../reads/usage-reads';
import { insertInto } from '../../database/define';
import { icpDefinitions } from '../tables/leads';
import { writeWorkspace } from '../writes/workspace-lock';

/**
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
    return { version, changed: true };
  });
}
