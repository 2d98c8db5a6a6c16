/**
 * The change log, written in the transaction of the change: a lead or an account carries the revision at which what lists show of it
 * changed last, and what is gone leaves a tombstone of its id. Writers of a workspace take turns on its revision, so the order of
 * revisions is the order of commits, on every database. All writes here run inside a write transaction of the workspace.
 */
import { placeholders, type Database, type SqlValue } from '../../database/database';
import { insertInto } from '../../database/define';
import { newId } from '../../database/new-id';
import { seal } from '../sealing';
import { changeTombstones, type ChangeKind, type DeletionReason } from '../tables/changes';
import { inParts } from '../writes/batches';
import { currentRevision, writeWorkspace } from '../writes/workspace-lock';

/** Leads by a column of theirs. */
type LeadColumn = 'id' | 'account_id' | 'owner_id';

/** What lists show of these leads beside their own row changed: the person, the account, the owner, the outreach. @param now epoch ms. */
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

/** These people changed in what the lead shows of them. Those who are no leads are left out. */
export const noteLeadsChanged = (db: Database, organizationId: string, ids: readonly string[], now = Date.now()) =>
  noteChanged(db, organizationId, 'id', ids, now);

/** Name, domain, industry or size of these accounts changed, which their leads show. */
export const noteAccountFactsChanged = (
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
  now = Date.now(),
) => noteChanged(db, organizationId, 'account_id', accountIds, now);

/**
 * What leads show of a member changed, in every workspace of theirs: of who owns them and of who contacted them. Joins the transaction it
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

/** Why objects go, and with `merged`, what each is part of then. */
export interface Departure {
  readonly reason: DeletionReason;
  readonly mergedInto?: string;
}

/** These are in no list any more. @param now epoch ms. */
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
 * An account is in no list any more whose id is the name of an erased person: others are told of it, and no row of the log says the
 * name. Must run inside a write transaction of the workspace, when its report is gone. @param now epoch ms.
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
  const told = await db.run(
    "DELETE FROM change_tombstones WHERE organization_id = ? AND kind = 'account' AND object_id = ?",
    of,
  );
  // Nobody was ever told of it.
  if (told === 0) return;
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
