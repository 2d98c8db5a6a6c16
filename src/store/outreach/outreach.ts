/** Setting and moving outreach. All writes run inside a write transaction of the workspace. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import type { OutreachStatus } from '../../shared/values';
import { identitiesOfPerson, keepDecision } from '../batches/decisions';
import { noteLeadsChanged } from '../changes/note-changes';
import { leadOutreach, type OutreachRow } from '../tables/outreach';
import { currentRevision } from '../writes/workspace-lock';

/** What is changed; what is left out stays. */
export interface OutreachChange {
  readonly status?: OutreachStatus | undefined;
  /** UTC day, `2026-11-30`; with SNOOZED. */
  readonly snoozedUntil?: string | undefined;
  readonly note?: string | null | undefined;
}

/** Who changes it: a user, or null for a key and the operator; and when, in epoch ms. */
export interface OutreachAuthor {
  readonly userId: string | null;
  readonly now: number;
}

/** What a person's outreach says, without whose it is. */
export type KeptOutreach = Omit<OutreachRow, 'organization_id' | 'person_id'>;

const columns = ['status', 'contacted_at', 'contacted_by', 'snoozed_until', 'note', 'decided_at'] as const;

/** The outreach of a person after a change: NONE forgets the contact, SNOOZED keeps it. */
export function changedOutreach(
  old: KeptOutreach | undefined,
  { status, snoozedUntil, note }: OutreachChange,
  { userId, now }: OutreachAuthor,
): KeptOutreach {
  const before = old ?? { status: 'NONE', contacted_at: null, contacted_by: null, snoozed_until: null, note: null };
  const kept = { ...before, note: note === undefined ? before.note : note, decided_at: now };
  switch (status) {
    case undefined:
      return snoozedUntil === undefined ? kept : { ...kept, snoozed_until: snoozedUntil };
    case 'CONTACTED':
      return { ...kept, status, contacted_at: now, contacted_by: userId, snoozed_until: null };
    case 'SNOOZED':
      return { ...kept, status, snoozed_until: snoozedUntil ?? before.snoozed_until };
    case 'NONE':
      return { ...kept, status, contacted_at: null, contacted_by: null, snoozed_until: null };
  }
}

/** Changes the outreach of a lead, and keeps it as a decision for an undo. @returns what it is now. */
export async function setOutreach(
  db: Database,
  organizationId: string,
  leadId: string,
  change: OutreachChange,
  author: OutreachAuthor,
): Promise<KeptOutreach> {
  const row = changedOutreach(await outreachOf(db, organizationId, leadId), change, author);
  await putOutreach(db, organizationId, leadId, row);
  const person = await identitiesOfPerson(db, organizationId, leadId);
  await keepDecision(db, organizationId, await currentRevision(db, organizationId), {
    kind: 'outreach',
    person,
    outreach: row,
  });
  await noteLeadsChanged(db, organizationId, [leadId], author.now);
  return row;
}

/** Writes what a person's outreach says. */
export async function putOutreach(
  db: Database,
  organizationId: string,
  personId: string,
  row: KeptOutreach,
): Promise<void> {
  const whole = { organization_id: organizationId, person_id: personId, ...row };
  await insertInto(db, leadOutreach, [whole], { update: columns });
}

export async function outreachOf(
  db: Database,
  organizationId: string,
  personId: string,
): Promise<KeptOutreach | undefined> {
  const [row] = await db.select<KeptOutreach>(
    `SELECT ${columns.join(', ')} FROM lead_outreach WHERE organization_id = ? AND person_id = ?`,
    [organizationId, personId],
  );
  return row;
}

/** Two people turned out to be one: what was set later counts for both. */
export async function mergeOutreach(db: Database, organizationId: string, keep: string, drop: string): Promise<void> {
  const dropped = await outreachOf(db, organizationId, drop);
  if (!dropped) return;
  const kept = await outreachOf(db, organizationId, keep);
  if (!kept || kept.decided_at < dropped.decided_at) {
    await putOutreach(db, organizationId, keep, dropped);
    await noteLeadsChanged(db, organizationId, [keep]);
  }
  await db.run('DELETE FROM lead_outreach WHERE organization_id = ? AND person_id = ?', [organizationId, drop]);
}
