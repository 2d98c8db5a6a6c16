/** Workspaces that an owner makes in the console, one of them for the example data. */
import { newId } from '../../database/new-id';
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { OperationError } from '../../shared/errors';
import { memberships } from '../tables/access';
import { actorColumns, recordAudit } from '../log/audit';
import { flagsAmong, setFlag } from '../statements/flags';
import { insertOrganization } from './organizations';

/** Workspaces that one person can own. */
const mostOwned = 20;

const exampleFlag = (organizationId: string) => `examples:${organizationId}`;

/**
 * Makes a workspace that a person owns, and records it in the new workspace's own audit log. Joins the current transaction.
 * @returns its id; undefined when the name is taken.
 * @throws OperationError `conflict` when the person owns too many.
 */
export async function addOwnedWorkspace(
  db: Database,
  { name, userId }: { readonly name: string; readonly userId: string },
  now: number,
): Promise<string | undefined> {
  return db.transaction(async () => {
    // Requests of one person take turns, so that they cannot all pass the same count.
    await db.run('UPDATE users SET email = email WHERE id = ?', [userId]);
    const [owned] = await db.select<{ count: number }>(
      "SELECT COUNT(*) AS count FROM memberships WHERE user_id = ? AND role = 'OWNER'",
      [userId],
    );
    if ((owned?.count ?? 0) >= mostOwned) {
      throw new OperationError('conflict', `One person can own at most ${mostOwned} workspaces: delete one first.`);
    }
    const id = newId();
    if (!(await insertOrganization(db, id, name, now))) return undefined;
    const times = { created_at: now, updated_at: now };
    // The session in which the workspace is made sees it at once, unlike that of a person whom somebody else adds.
    const owner = { organization_id: id, user_id: userId, role: 'OWNER' as const, active: 1 as const, ...times };
    await insertInto(db, memberships, [{ ...owner, external_id: null, sessions_not_before: null }]);
    await recordAudit(db, {
      at: now,
      action: 'add_workspace',
      organization_id: id,
      ...actorColumns({ kind: 'session', userId }),
      object_kind: 'workspace',
      object_id: id,
      detail: name.slice(0, 255),
    });
    return id;
  });
}

/** Marks a workspace as one of example data alone, which is deleted without typing its name. */
export async function markExamples(db: Database, organizationId: string, now: number): Promise<void> {
  await setFlag(db, exampleFlag(organizationId), now);
}

/** Which of these workspaces hold example data alone: as they were made, without an import that somebody started. */
export async function examplesAmong(
  db: Database,
  organizationIds: readonly string[],
): Promise<(organizationId: string) => boolean> {
  if (organizationIds.length === 0) return () => false;
  const flags = await flagsAmong(db, organizationIds.map(exampleFlag));
  const marked = organizationIds.filter((id) => flags.has(exampleFlag(id)));
  if (marked.length === 0) return () => false;
  const used = await db.select<{ organization_id: string }>(
    `SELECT DISTINCT organization_id FROM batches
     WHERE organization_id IN (${placeholders(marked)}) AND kind = 'import' AND started_by IS NOT NULL`,
    marked,
  );
  const own = new Set(used.map((row) => row.organization_id));
  return (organizationId) => flags.has(exampleFlag(organizationId)) && !own.has(organizationId);
}
