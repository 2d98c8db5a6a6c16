/** The one place where the handle of a workspace is made. */
import type { Network } from '../intake';
import { workOffQueue } from '../scoring/rescore';
import type { Database } from '../store/database';
import type { ReadLimits } from '../store/reads/lead-reads';
import { openWorkspaceStore } from '../store/workspace-store';
import { openWorkspaceWrites } from '../store/workspace-writes';
import type { WorkspaceFor } from './api-keys';

export interface OpenerOptions {
  /** Secret of the service that makes page cursors tamper-evident. */
  readonly cursorKey: Buffer;
  /** The network whose addresses are understood. */
  readonly network: Network;
  /** Limits of the reads other than the usual ones, for tests. */
  readonly limits?: ReadLimits;
}

/** @returns what makes handles, for every door. */
export function workspaceOpener(db: Database, { cursorKey, network, limits }: OpenerOptions): WorkspaceFor {
  return (organizationId, dataAccess, caller) => ({
    organizationId,
    caller,
    dataAccess,
    store: openWorkspaceStore(db, organizationId, limits),
    writes: openWorkspaceWrites(db, organizationId),
    scoreQueue: (progress) => workOffQueue(db, organizationId, Date.now(), { progress }),
    network,
    cursorKey,
  });
}
