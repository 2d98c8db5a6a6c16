/**
 * The change log, written in the transaction of each change. A lead or account carries the revision of the latest change to
 * what lists show of it. A deleted one leaves a tombstone with its id. Writers of a workspace take turns on its revision, so
 * revisions are in commit order on every database. All writes here run inside a write transaction of the workspace.
 */
import { placeholders, type Database, type SqlValue } from '../../database/database';
import { insertInto } from '../../database/define';
import { newId } from '../../database/new-id';
import { seal } from '../statements/sealing';
import { changeTombstones, type ChangeKind, type DeletionReason } from '../tables/changes';
import { inParts } from '../statements/in-parts';
import { currentRevision, writeWorkspace } from './workspace-lock';

/** A column by which leads are selected. */
type LeadColumn = 'id' | 'account_id' | 'owner_id';

/**
 * Notes a change to what lists show of leads besides their own row: person, account, owner or outreach. @param now epoch ms.
 */
async function noteChanged(
  db: Database,
  organizationId: string,
  column: LeadColumn,
  values: readonly SqlValue[],
  now: number,
): Promise<void> {
  if (values.length === 0) return;
  const revision = await currentRevision(db, organizationId);
  for (const part of inParts(values, 500)) {
    await db.run(
      `UPDATE leads SET change_revision = ?, updated_at = ? WHERE organization_id = ? AND ${column} IN (${placeholders(part)})`,
      [revision, now, organizationId, ...part],
    );
  }
}

/** Notes that these people changed in what their lead shows. People who are not leads are ignored. */
export const noteLeadsChanged = (db: Database, organizationId: string, ids: readonly string[], now = Date.now()) =>
  noteChanged(db, organizationId, 'id', ids, now);

/** Notes that name, domain, industry or size of these accounts changed, which their leads show. */
export const noteAccountFactsChanged = (
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
  now = Date.now(),
) => noteChanged(db, organizationId, 'account_id', accountIds, now);

/**
 * Notes a change to what leads show of a member as owner or contact, in all the member's workspaces. Joins the transaction it
 * is called in.
 */
export async function noteMemberChanged(db: Database, userId: string, now = Date.now()): Promise<void> {
  const places = await db.select<{ id: string }>(
    'SELECT organization_id AS id FROM memberships WHERE user_id = ? ORDER BY organization_id',
    [userId],
  );
  for (const { id } of places) {
    await writeWorkspace(db, id, async () => {
      await noteChanged(db, id, 'owner_id', [userId], now);
      const contacted = await db.select<{ id: string }>(
        'SELECT person_id AS id FROM lead_outreach WHERE organization_id = ? AND contacted_by = ?',
        [id, userId],
      );
      await noteLeadsChanged(
        db,
        id,
        contacted.map((row) => row.id),
        now,
      );
    });
  }
}

/** Why objects are deleted, and with `merged`, which object each is now part of. */
export interface Departure {
  readonly reason: DeletionReason;
  readonly mergedInto?: string;
}

/** Notes that these objects are deleted. @param now epoch ms. */
export async function noteDeleted(
  db: Database,
  organizationId: string,
  kind: ChangeKind,
  ids: readonly string[],
  { reason, mergedInto }: Departure,
  now = Date.now(),
): Promise<void> {
  if (ids.length === 0) return;
  const revision = await currentRevision(db, organizationId);
  const rows = ids.map((id) => ({
    organization_id: organizationId,
    kind,
    object_id: id,
    revision,
    reason,
    merged_into: mergedInto ?? null,
    changed_at: now,
    sealed_id: null,
  }));
  await insertInto(db, changeTombstones, rows, { update: ['revision', 'reason', 'merged_into', 'changed_at'] });
}

/**
 * Notes the deletion of an account whose id is the name of an erased person. Readers of the log learn of it, but no row of the
 * log contains the name. Must run inside a write transaction of the workspace, after its report is gone. @param now epoch ms.
 */
export async function noteNameErased(
  db: Database,
  organizationId: string,
  accountId: string,
  now = Date.now(),
): Promise<void> {
  const of = [organizationId, accountId];
  await db.run(
    "UPDATE change_tombstones SET merged_into = NULL WHERE organization_id = ? AND kind = 'account' AND merged_into = ?",
    of,
  );
  const tombstones = await db.run(
    "DELETE FROM change_tombstones WHERE organization_id = ? AND kind = 'account' AND object_id = ?",
    of,
  );
  // The account was never reported to any reader.
  if (tombstones === 0) return;
  const row = {
    organization_id: organizationId,
    kind: 'account' as const,
    object_id: newId(),
    revision: await currentRevision(db, organizationId),
    reason: 'removed' as const,
    merged_into: null,
    changed_at: now,
    sealed_id: await seal(db, accountId),
  };
  await insertInto(db, changeTombstones, [row]);
}
