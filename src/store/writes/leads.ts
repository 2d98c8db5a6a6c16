/**
 * What people decide about a lead: its disposition, its owner and its outreach. Stored with the person, so rescoring keeps it.
 */
import { placeholders, type Database } from '../../database/database';
import { identitiesOfPeople, keepDecisions, type Decision } from '../log/decisions';
import { noteLeadsChanged } from '../log/note-changes';
import {
  changedOutreach,
  isSameOutreach,
  outreachOf,
  putOutreach,
  type OutreachValues,
  type OutreachChange,
} from './outreach';
import type { DispositionReason } from '../../shared/values';
import type { PersonRow } from '../tables/engagement';
import type { Disposition, LeadRow } from '../tables/leads';
import { padded, selectIn } from '../statements/in-parts';
import { markStale } from './engagement-writer';
import { writeWorkspace } from '../log/workspace-lock';

export interface LeadDecision {
  readonly disposition?: Disposition | undefined;
  /** With BAD_LEAD alone. Left out: it stays as long as the disposition does. */
  readonly dispositionReason?: DispositionReason | null | undefined;
  /** Null removes the owner. */
  readonly ownerId?: string | null | undefined;
  readonly outreach?: OutreachChange | undefined;
  /** The user who decides. Null or left out: an API key or the operator. */
  readonly userId?: string | null | undefined;
}

/**
 * Records decisions about leads, in one transaction. Run `workOffQueue` afterwards: it updates the counts. Values that were
 * decided before are no change. A disposition or owner that an import brought is recorded as set by hand, which readers of
 * the lead do not see.
 * @returns which of these people are leads, and whether anything was recorded about each. Others are ignored.
 */
export async function decideLeads(
  db: Database,
  organizationId: string,
  decisions: ReadonlyMap<string, LeadDecision>,
  now = Date.now(),
): Promise<ReadonlyMap<string, boolean>> {
  return writeWorkspace(db, organizationId, async (revision) => {
    const leads = await selectIn<Lead>(
      db,
      'SELECT id, account_id, disposition, owner_id FROM leads',
      organizationId,
      'id',
      [...decisions.keys()],
    );
    const ids = leads.map(({ id }) => id);
    const known = await selectIn<Known>(
      db,
      'SELECT id, disposition, disposition_reason, owner_id, disposition_set_at, owner_set_at FROM people',
      organizationId,
      'id',
      ids,
    );
    const people = new Map(known.map((person) => [person.id, person]));
    const decided = leads.flatMap((lead) => newlyDecided(lead, people.get(lead.id), decisions.get(lead.id) ?? {}));
    await setDecisions(db, organizationId, decided, now);
    const outreach = await changeOutreach(db, organizationId, ids, (id) => decisions.get(id), now);
    const identities = await identitiesOfPeople(db, organizationId, ids);
    const personOf = (id: string) =>
      identities.filter((one) => one.person_id === id).map(({ kind, value }) => ({ kind, value }));
    await keepDecisions(
      db,
      organizationId,
      revision,
      [
        ...decided.map(({ lead, disposition, reason, ownerId }): Decision => ({
          kind: 'lead-decision',
          person: personOf(lead.id),
          ...(disposition && { disposition, dispositionReason: reason }),
          ...(ownerId !== undefined && { ownerId }),
        })),
        ...[...outreach].map(([id, row]): Decision => ({ kind: 'outreach', person: personOf(id), outreach: row })),
      ],
      now,
    );
    const shown = decided.filter(showsChange).map(({ lead }) => lead.id);
    await noteLeadsChanged(db, organizationId, [...new Set([...shown, ...outreach.keys()])], now);
    const recorded = new Set([...decided.map(({ lead }) => lead.id), ...outreach.keys()]);
    return new Map(ids.map((id) => [id, recorded.has(id)]));
  });
}

/** Records a decision about one lead. @returns false when there is no such lead. */
export async function decideLead(
  db: Database,
  organizationId: string,
  leadId: string,
  decision: LeadDecision,
  now = Date.now(),
): Promise<boolean> {
  return (await decideLeads(db, organizationId, new Map([[leadId, decision]]), now)).has(leadId);
}

type Lead = Pick<LeadRow, 'id' | 'account_id' | 'disposition' | 'owner_id'>;

interface Decided extends Pick<LeadDecision, 'disposition' | 'ownerId'> {
  readonly lead: Lead;
  /** The reason that holds from now on, and the one that held. */
  readonly reason: DispositionReason | null;
  readonly reasonBefore: DispositionReason | null;
}

/** What is stored with the person about disposition and owner. */
type Known = Pick<
  PersonRow,
  'id' | 'disposition' | 'disposition_reason' | 'owner_id' | 'disposition_set_at' | 'owner_set_at'
>;

/** The part of a decision that was not made before: none if it repeats what was set by hand. */
function newlyDecided(lead: Lead, person: Known | undefined, given: LeadDecision): Decided[] {
  const isOf = (value: unknown, set: number | null | undefined, ...held: unknown[]) =>
    typeof set === 'number' && held.every((one) => one === value);
  const { disposition_set_at: disposedAt, owner_set_at: ownedAt } = person ?? {};
  const reasonBefore = lead.disposition === 'BAD_LEAD' ? (person?.disposition_reason ?? null) : null;
  // A reason alone sets by hand what an import brought.
  const givesReason = given.dispositionReason !== undefined && lead.disposition === 'BAD_LEAD';
  const next = given.disposition ?? (givesReason ? lead.disposition : undefined);
  const reason = reasonAfter(next ?? lead.disposition, given.dispositionReason, reasonBefore);
  const sameDisposition = reason === reasonBefore && isOf(next, disposedAt, lead.disposition, person?.disposition);
  const sameOwner = isOf(given.ownerId, ownedAt, lead.owner_id, person?.owner_id);
  const disposition = sameDisposition ? undefined : next;
  const ownerId = sameOwner ? undefined : given.ownerId;
  return disposition === undefined && ownerId === undefined
    ? []
    : [{ lead, disposition, reason, reasonBefore, ownerId }];
}

/** @param given undefined: left out. @param before null for leads that are not BAD_LEAD. */
function reasonAfter(
  disposition: Disposition,
  given: DispositionReason | null | undefined,
  before: DispositionReason | null,
): DispositionReason | null {
  if (disposition !== 'BAD_LEAD') return null;
  return given === undefined ? before : given;
}

/** Whether readers of the lead see another disposition, reason or owner. */
const showsChange = (one: Decided): boolean => {
  const { lead, disposition = lead.disposition, ownerId = lead.owner_id, reason, reasonBefore } = one;
  return disposition !== lead.disposition || ownerId !== lead.owner_id || reason !== reasonBefore;
};

/** Writes the outreach of leads whose outreach changes. @returns what changed. */
async function changeOutreach(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  decisionOf: (id: string) => LeadDecision | undefined,
  now: number,
): Promise<ReadonlyMap<string, OutreachValues>> {
  const changes = ids.flatMap((id) => {
    const { outreach, userId = null } = decisionOf(id) ?? {};
    return outreach ? [{ id, outreach, author: { userId, now } }] : [];
  });
  const before = await outreachOf(
    db,
    organizationId,
    changes.map(({ id }) => id),
  );
  const rows = new Map(
    changes.flatMap(({ id, outreach, author }) => {
      const old = before.get(id);
      const row = changedOutreach(old, outreach, author);
      return isSameOutreach(old, row) ? [] : [[id, row] as const];
    }),
  );
  await putOutreach(db, organizationId, rows);
  return rows;
}

/**
 * Sets disposition and owner on people and, for the next answer, on leads at once. One statement serves all with equal values.
 */
async function setDecisions(
  db: Database,
  organizationId: string,
  decided: readonly Decided[],
  now: number,
): Promise<void> {
  const alike = new Map<string, Decided[]>();
  for (const one of decided) {
    const { lead, disposition, reason, ownerId } = one;
    const set = [disposition ?? lead.disposition, ownerId === undefined ? lead.owner_id : ownerId];
    const key = JSON.stringify([...set, reason, disposition === undefined, ownerId === undefined]);
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  for (const group of alike.values()) await setAlike(db, organizationId, group, now);
  const moved = decided.filter(({ lead, disposition = lead.disposition }) => disposition !== lead.disposition);
  if (moved.length === 0) return;
  await markStale(
    db,
    organizationId,
    'account',
    moved.flatMap(({ lead }) => lead.account_id ?? []),
  );
  const watched = await selectIn<{ id: string }>(
    db,
    `SELECT DISTINCT monitored_profile_id AS id FROM engagements${db.useIndex('engagements_person')}`,
    organizationId,
    'monitored_profile_id IS NOT NULL AND person_id',
    moved.map(({ lead }) => lead.id),
  );
  await markStale(db, organizationId, 'profile', [...new Set(watched.map(({ id }) => id))]);
}

/** @param decided all get the same disposition, reason and owner. */
async function setAlike(db: Database, organizationId: string, decided: readonly Decided[], now: number): Promise<void> {
  const [first] = decided;
  if (!first) return;
  const { lead, disposition, reason, ownerId } = first;
  const values = [disposition ?? lead.disposition, ownerId === undefined ? lead.owner_id : ownerId];
  const ids = padded(decided.map((one) => one.lead.id));
  const of = `organization_id = ? AND id IN (${placeholders(ids)})`;
  await db.run(`UPDATE leads SET disposition = ?, owner_id = ? WHERE ${of}`, [...values, organizationId, ...ids]);
  // Imports no longer change what was set by hand.
  await db.run(
    `UPDATE people SET disposition = ?, owner_id = ?, disposition_reason = ?, disposition_set_at = COALESCE(?, disposition_set_at),
       owner_set_at = COALESCE(?, owner_set_at) WHERE ${of}`,
    [
      ...values,
      reason,
      disposition === undefined ? null : now,
      ownerId === undefined ? null : now,
      organizationId,
      ...ids,
    ],
  );
}
