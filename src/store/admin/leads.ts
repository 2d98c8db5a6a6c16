/** What people decide about a lead: its disposition, its owner, and what was done. Kept with the person, so rescoring keeps it. */
import type { Database } from '../../database/database';
import { identitiesOfPerson, keepDecision } from '../batches/decisions';
import { noteLeadsChanged } from '../changes/note-changes';
import { setOutreach, type OutreachChange } from '../outreach/outreach';
import type { Disposition, LeadRow } from '../tables/leads';
import { markStale } from '../writes/engagement-writer';
import { writeWorkspace } from '../writes/workspace-lock';

export interface LeadDecision {
  readonly disposition?: Disposition | undefined;
  /** Null takes the owner away. */
  readonly ownerId?: string | null | undefined;
  readonly outreach?: OutreachChange | undefined;
  /** The user who decides; null or left out: a key or the operator. */
  readonly userId?: string | null | undefined;
}

/**
 * Records a decision about a lead; run `workOffQueue` afterwards, which counts what counts it.
 * @returns false when there is no such lead.
 */
export async function decideLead(
  db: Database,
  organizationId: string,
  leadId: string,
  decision: LeadDecision,
  now = Date.now(),
): Promise<boolean> {
  const { disposition, ownerId, outreach, userId = null } = decision;
  const found = await writeWorkspace(db, organizationId, async (revision) => {
    const [lead] = await db.select<Lead>(
      'SELECT id, account_id, disposition, owner_id FROM leads WHERE organization_id = ? AND id = ?',
      [organizationId, leadId],
    );
    if (!lead) return false;
    if (disposition !== undefined || ownerId !== undefined) {
      await setAside(db, organizationId, lead, decision, now);
      const person = await identitiesOfPerson(db, organizationId, leadId);
      const kept = { ...(disposition && { disposition }), ...(ownerId !== undefined && { ownerId }) };
      await keepDecision(db, organizationId, revision, { kind: 'lead-decision', person, ...kept }, now);
      await noteLeadsChanged(db, organizationId, [leadId], now);
    }
    return true;
  });
  if (!found || !outreach) return found;
  await writeWorkspace(db, organizationId, () => setOutreach(db, organizationId, leadId, outreach, { userId, now }));
  return true;
}

type Lead = Pick<LeadRow, 'id' | 'account_id' | 'disposition' | 'owner_id'>;

/** The person, and the lead at once, so that the next answer shows it. */
async function setAside(
  db: Database,
  organizationId: string,
  lead: Lead,
  given: LeadDecision,
  now: number,
): Promise<void> {
  const { disposition = lead.disposition, ownerId = lead.owner_id } = given;
  const of = [organizationId, lead.id];
  await db.run('UPDATE leads SET disposition = ?, owner_id = ? WHERE organization_id = ? AND id = ?', [
    disposition,
    ownerId,
    ...of,
  ]);
  // What was set by hand no import changes from now on.
  await db.run(
    `UPDATE people SET disposition = ?, owner_id = ?, disposition_set_at = COALESCE(?, disposition_set_at),
       owner_set_at = COALESCE(?, owner_set_at) WHERE organization_id = ? AND id = ?`,
    [
      disposition,
      ownerId,
      given.disposition === undefined ? null : now,
      given.ownerId === undefined ? null : now,
      ...of,
    ],
  );
  if (disposition === lead.disposition) return;
  await markStale(db, organizationId, 'account', lead.account_id === null ? [] : [lead.account_id]);
  const watched = await db.select<{ id: string }>(
    `SELECT DISTINCT monitored_profile_id AS id FROM engagements
     WHERE organization_id = ? AND person_id = ? AND monitored_profile_id IS NOT NULL`,
    [organizationId, lead.id],
  );
  await markStale(
    db,
    organizationId,
    'profile',
    watched.map(({ id }) => id),
  );
}
