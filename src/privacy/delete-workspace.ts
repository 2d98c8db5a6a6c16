/**
 * Deletes a whole workspace as a job of the service. The job continues after a crash, and other workspaces can write in
 * between.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { define, type JobKind } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import type { Database } from '../database/database';
import { findOrganization } from '../store/access/organizations';
import { examplesAmong } from '../store/access/own-workspaces';
import { removeQueued } from '../store/jobs/queue';
import { endWorkspace, removeWorkspaceRows } from '../store/privacy/delete-workspace';
import { removeFiles } from './file-erasures';
import { keeperOf } from '../store/statements/keeper';

const removeWorkspace: JobKind<{ workspace: string }> = {
  name: 'delete-workspace',
  maxAttempts: 1_000,
  input: z.object({ workspace: z.string() }),
};

/** Time left to the caller to finish. After that a worker takes the job. */
const graceMs = 60_000;

/** The work that remains for an ended workspace. */
export interface Deletion {
  readonly jobId: string;
}

/**
 * Ends a workspace at once and queues the removal of its rows. Joins the current transaction.
 * @returns undefined when there is no such workspace.
 */
export async function beginDeletion(db: Database, organizationId: string, now: number): Promise<Deletion | undefined> {
  return db.transaction(async () => {
    if (!(await endWorkspace(db, organizationId))) return undefined;
    const { id } = await enqueue(db, removeWorkspace, { workspace: organizationId }, { now, runAt: now + graceMs });
    db.afterCommit(() =>
      keeperOf(db)?.note([{ at: now, request: 'workspace_deleted', organizationId, subject: '', marks: [] }]),
    );
    return { jobId: id };
  });
}

/** Removes the remaining rows. @returns how many. */
async function finishDeletion(db: Database, organizationId: string, { jobId }: Deletion): Promise<number> {
  const rows = await removeAll(db, organizationId, () => setImmediate());
  await removeQueued(db, jobId);
  return rows;
}

async function removeAll(db: Database, organizationId: string, checkpoint: () => Promise<void>): Promise<number> {
  await removeFiles(db, organizationId);
  const rows = await removeWorkspaceRows(db, organizationId, checkpoint);
  // Work under way when the workspace ended may have stored a last row behind the first pass.
  return rows + (await removeWorkspaceRows(db, organizationId, checkpoint));
}

/** The deletion of one workspace, in the two halves of an action. */
export interface WorkspaceDeletion {
  /** The name that a person has to type first; undefined for a workspace of example data, and for one that does not exist. */
  nameToType(): Promise<string | undefined>;
  /** Ends the workspace. Returns false when it does not exist. */
  begin(): Promise<boolean>;
  /** Removes the remaining rows, after the transaction. */
  finish(): Promise<void>;
  /** How many rows `finish` removed. */
  removed(): number;
}

export function workspaceDeletion(db: Database, organizationId: string, clock = Date.now): WorkspaceDeletion {
  let begun: Deletion | undefined;
  let rows = 0;
  return {
    async nameToType() {
      const isExample = await examplesAmong(db, [organizationId]);
      return isExample(organizationId) ? undefined : (await findOrganization(db, organizationId))?.name;
    },
    async begin() {
      const deletion = await beginDeletion(db, organizationId, clock());
      db.afterCommit(() => (begun = deletion));
      return deletion !== undefined;
    },
    async finish() {
      if (begun) rows = await finishDeletion(db, organizationId, begun);
    },
    removed: () => rows,
  };
}

/** Deletes a workspace that came back with a restored backup. @returns false when it does not exist. */
export async function deleteWorkspaceRows(db: Database, organizationId: string): Promise<boolean> {
  if (!(await endWorkspace(db, organizationId))) return false;
  await removeAll(db, organizationId, () => setImmediate());
  return true;
}

export const removeWorkspaceJob = define({
  ...removeWorkspace,
  keepsDone: false,
  async run(context, { workspace }) {
    const rows = await removeAll(context.db, workspace, () => context.checkpoint());
    context.log.info({ rows }, 'workspace deleted');
  },
});
