/** What people decide about a lead: its disposition and its owner. Kept with the person, so rescoring keeps it. */
import type { Database } from '../../database/database';
import { identitiesOfPerson, keepDecision } from '../batches/decisions';
import type { Disposition } from '../tables/leads';
import { queueScoring } from '../writes/engagement-writer';
import { writeWorkspace } from '../writes/workspace-lock';

export interface LeadDecision {
  readonly disposition?: Disposition;
  /** Null takes the owner away. */
  readonly ownerId?: string | null;
}

/**
 * Records a decision about a lead; run `workOffQueue` afterwards, which carries it into the lead and what counts it.
 * @returns false when there is no such lead.
 */
export async function decideLead(
  db: Database,
  organizationId: string,
  leadId: string,
  decision: LeadDecision,
): Promise<boolean> {
  return writeWorkspace(db, organizationId, async (revision) => {
    const found = await db.select('SELECT 1 AS found FROM leads WHERE organization_id = ? AND id = ?', [
      organizationId,
      leadId,
    ]);
    if (found.length === 0) return false;
    if (decision.disposition !== undefined) {
      await db.run('UPDATE people SET disposition = ? WHERE organization_id = ? AND id = ?', [
        decision.disposition,
        organizationId,
        leadId,
      ]);
    }
    if (decision.ownerId !== undefined) {
      await db.run('UPDATE people SET owner_id = ? WHERE organization_id = ? AND id = ?', [
        decision.ownerId,
        organizationId,
        leadId,
      ]);
    }
    const person = await identitiesOfPerson(db, organizationId, leadId);
    await keepDecision(db, organizationId, revision, { kind: 'lead-decision', person, ...decision });
    await queueScoring(db, organizationId, [leadId]);
    return true;
  });
}
