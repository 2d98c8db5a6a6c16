/** Sets and moves outreach. All writes run inside a write transaction of the workspace. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import type { OutreachStatus } from '../../shared/values';
import { noteLeadsChanged } from '../log/note-changes';
import { leadOutreach, type OutreachRow } from '../tables/outreach';
import { selectIn } from '../statements/in-parts';

/** A change of outreach. What is left out stays. */
export interface OutreachChange {
  readonly status?: OutreachStatus | undefined;
  /** UTC day, `2026-11-30`. Used with SNOOZED. */
  readonly snoozedUntil?: string | undefined;
  readonly note?: string | null | undefined;
}

/** Who makes a change: a user, or null for an API key and the operator. And when, in epoch ms. */
export interface OutreachAuthor {
  readonly userId: string | null;
  readonly now: number;
}

/** A person's outreach, without the keys of the row. */
export type OutreachValues = Omit<OutreachRow, 'organization_id' | 'person_id'>;

const columns = ['status', 'contacted_at', 'contacted_by', 'snoozed_until', 'note', 'decided_at'] as const;

const nothingDone: Omit<OutreachValues, 'decided_at'> = {
  status: 'NONE',
  contacted_at: null,
  contacted_by: null,
  snoozed_until: null,
  note: null,
};

/** Whether outreach says the same as before. To contact somebody again says something new: when. */
export function isSameOutreach(old: OutreachValues | undefined, { decided_at: _, ...now }: OutreachValues): boolean {
  const { status, contacted_at, contacted_by, snoozed_until, note } = old ?? nothingDone;
  return (
    status === now.status &&
    contacted_at === now.contacted_at &&
    contacted_by === now.contacted_by &&
    snoozed_until === now.snoozed_until &&
    note === now.note
  );
}

/** The outreach of a person after a change. NONE removes the contact, SNOOZED keeps it. */
export function changedOutreach(
  old: OutreachValues | undefined,
  { status, snoozedUntil, note }: OutreachChange,
  { userId, now }: OutreachAuthor,
): OutreachValues {
  const before = old ?? nothingDone;
  const unchanged = { ...before, note: note === undefined ? before.note : note, decided_at: now };
  switch (status) {
    case undefined:
      return snoozedUntil === undefined ? unchanged : { ...unchanged, snoozed_until: snoozedUntil };
    case 'CONTACTED':
      return { ...unchanged, status, contacted_at: now, contacted_by: userId, snoozed_until: null };
    case 'SNOOZED':
      return { ...unchanged, status, snoozed_until: snoozedUntil ?? before.snoozed_until };
    case 'NONE':
      return { ...unchanged, status, contacted_at: null, contacted_by: null, snoozed_until: null };
  }
}

/** Writes the outreach of people, by person id. */
export async function putOutreach(
  db: Database,
  organizationId: string,
  rows: ReadonlyMap<string, OutreachValues>,
): Promise<void> {
  if (rows.size === 0) return;
  const whole = [...rows].map(([personId, row]) => ({ organization_id: organizationId, person_id: personId, ...row }));
  await insertInto(db, leadOutreach, whole, { update: columns });
}

/** The outreach of these people. People without any are missing. */
export async function outreachOf(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, OutreachValues>> {
  const rows = await selectIn<OutreachValues & { person_id: string }>(
    db,
    `SELECT person_id, ${columns.join(', ')} FROM lead_outreach`,
    organizationId,
    'person_id',
    ids,
  );
  return new Map(rows.map(({ person_id, ...row }) => [person_id, row]));
}

/** Merges the outreach of two people who are one: the later change is kept. */
export async function mergeOutreach(db: Database, organizationId: string, keep: string, drop: string): Promise<void> {
  const both = await outreachOf(db, organizationId, [keep, drop]);
  const [staying, dropped] = [both.get(keep), both.get(drop)];
  if (!dropped) return;
  if (!staying || staying.decided_at < dropped.decided_at) {
    await putOutreach(db, organizationId, new Map([[keep, dropped]]));
    await noteLeadsChanged(db, organizationId, [keep]);
  }
  await db.run('DELETE FROM lead_outreach WHERE organization_id = ? AND person_id = ?', [organizationId, drop]);
}
