/** The one place where the handle of a workspace is made. */
import { workOffQueue } from '../scoring/rescore';
import type { Database } from '../store/database';
import type { ReadLimits } from '../store/reads/lead-reads';
import { openWorkspaceStore } from '../store/workspace-store';
import { openWorkspaceWrites } from '../store/workspace-writes';
import type { WorkspaceFor } from './api-keys';

/**
 * @param cursorKey secret of the service that makes page cursors tamper-evident.
 * @param limits of the reads, other than the usual ones, for tests.
 * @returns what makes handles, for every door.
 */
export function workspaceOpener(db: Database, cursorKey: Buffer, limits?: ReadLimits): WorkspaceFor {
  return (organizationId, dataAccess, caller) => ({
    organizationId,
    caller,
    dataAccess,
    store: openWorkspaceStore(db, organizationId, limits),
    writes: openWorkspaceWrites(db, organizationId),
    scoreQueue: async () => {
      await workOffQueue(db, organizationId, Date.now());
    },
    cursorKey,
  });
}
