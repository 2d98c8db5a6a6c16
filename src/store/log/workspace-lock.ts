/** Makes writers of one workspace take turns: each write transaction starts by taking the workspace's next revision. */
import type { Database } from '../../database/database';
import { wakeWebhooks } from '../webhooks/emit';
import { OutdatedWriter, writerIsCurrent } from '../statements/writer-version';

export class UnknownWorkspaceError extends Error {
  constructor(organizationId: string) {
    super(`There is no workspace ${organizationId}.`);
    this.name = 'UnknownWorkspaceError';
  }
}

/**
 * Runs work in a transaction that locks the workspace's row, so that no two writers of a workspace interleave.
 * @param work gets the revision with which to mark changed rows.
 * @throws UnknownWorkspaceError; OutdatedWriter when a newer release migrated the database meanwhile.
 */
export async function writeWorkspace<T>(
  db: Database,
  organizationId: string,
  work: (revision: number) => Promise<T>,
): Promise<T> {
  return db.transaction(async () => {
    const changed = await db.run(
      `UPDATE organizations SET revision = revision + 1 WHERE id = ? AND ${writerIsCurrent}`,
      [organizationId],
    );
    if (changed === 0) throw await whyNot(db, organizationId);
    const [row] = await db.select<{ revision: number }>('SELECT revision FROM organizations WHERE id = ?', [
      organizationId,
    ]);
    const result = await work(row?.revision ?? 0);
    await wakeWebhooks(db, organizationId, Date.now());
    return result;
  });
}

async function whyNot(db: Database, organizationId: string): Promise<Error> {
  const found = await db.select('SELECT id FROM organizations WHERE id = ?', [organizationId]);
  return found.length > 0 ? new OutdatedWriter() : new UnknownWorkspaceError(organizationId);
}

/** The revision that the running write transaction of the workspace took. */
export async function currentRevision(db: Database, organizationId: string): Promise<number> {
  const [row] = await db.select<{ revision: number }>('SELECT revision FROM organizations WHERE id = ?', [
    organizationId,
  ]);
  if (!row) throw new UnknownWorkspaceError(organizationId);
  return row.revision;
}
