/** The oracle of what people and the service did: outreach of leads, moves between tiers, credits, the audit log, webhooks. */
import { tierReason } from '../../../src/rules/tier/tier-reason';
import { webhookTypes } from '../../../src/shared/values';
import type { AuditRow } from '../../../src/store/tables/oauth';
import type { LeadRow } from '../../../src/store/tables/leads';
import type { OutreachRow } from '../../../src/store/tables/outreach';
import type { Oracle } from './oracle';
import {
  byCodePoints,
  from,
  inOrder,
  instantOf,
  is,
  isDated,
  isIn,
  list,
  text,
  to,
  upTo,
  within,
  type Filters,
} from './oracle-filters';
import type { World } from './world';
import { snoozeDays } from './world-work';

const print = (at: number) => new Date(at).toISOString();
const printOrNull = (at: number | null) => (at === null ? null : print(at));

/** What a lead's outreach reads as: a snooze that is over is what was before it. */
function outreachOf(row: OutreachRow | undefined): string {
  if (row === undefined || row.status === 'NONE') return 'NONE';
  if (row.status === 'SNOOZED' && row.snoozed_until === snoozeDays.ahead) return 'SNOOZED';
  return row.contacted_at === null ? 'NONE' : 'CONTACTED';
}

const outreachRow = (world: World, lead: LeadRow) => world.outreach.find((row) => row.person_id === lead.id);

/** Whether a lead was contacted, changed and found when the filters say. */
export function workFits(world: World, filters: Filters, lead: LeadRow): boolean {
  const row = outreachRow(world, lead);
  const [low, high] = [instantOf(filters, 'contactedFrom'), upTo(filters, 'contactedTo')];
  const contactedAt = row === undefined || row.status === 'NONE' ? null : row.contacted_at;
  return (
    isIn(list(filters, 'outreachStatus'), outreachOf(row)) &&
    ((low === undefined && high === undefined) || (contactedAt !== null && within(low, high, contactedAt))) &&
    within(instantOf(filters, 'updatedFrom'), undefined, lead.updated_at) &&
    within(instantOf(filters, 'createdFrom'), undefined, lead.created_at)
  );
}

/** Whether a lead may be contacted: not snoozed, and not contacted lately unless they have written something since. */
export function isDue(world: World, lead: LeadRow, recontactAfterDays: number, now = Date.now()): boolean {
  const row = outreachRow(world, lead);
  if (row === undefined || row.status === 'NONE') return true;
  if (outreachOf(row) === 'SNOOZED') return false;
  const contactedAt = row.contacted_at;
  if (contactedAt === null || contactedAt < now - recontactAfterDays * 86_400_000) return true;
  return world.engagements.some(
    (one) =>
      one.person_id === lead.id &&
      one.by_author === 0 &&
      one.occurred_at > contactedAt &&
      isDated(one) &&
      (one.type === 'COMMENT' || one.comment_excerpt !== null),
  );
}

export function showWork(world: World, lead: LeadRow) {
  const row = outreachRow(world, lead);
  const status = outreachOf(row);
  return {
    status,
    contactedAt: printOrNull(row?.contacted_at ?? null),
    contactedBy: null,
    snoozedUntil: status === 'SNOOZED' ? (row?.snoozed_until ?? null) : null,
    note: row?.note ?? null,
  };
}

/** Of leads alone: who is none any more is in no list. */
export const tierChanges: Oracle = (world, filters) =>
  world.tierChanges
    .filter(
      (row) =>
        world.leads.some((lead) => lead.id === row.lead_id) &&
        within(from(filters), to(filters), row.changed_at) &&
        isIn(list(filters, 'fromTier'), row.from_tier) &&
        isIn(list(filters, 'toTier'), row.to_tier),
    )
    .sort(
      inOrder(
        (a, b) => b.changed_at - a.changed_at,
        (a, b) => b.revision - a.revision,
        (a, b) => byCodePoints(a.lead_id, b.lead_id),
      ),
    )
    .map((row) => {
      const name = world.people.find((person) => person.id === row.lead_id)?.display_name ?? '';
      const lead = world.leads.find(({ id }) => id === row.lead_id);
      return {
        leadId: row.lead_id,
        profile: { displayName: name === '' ? null : name },
        fromTier: row.from_tier,
        toTier: row.to_tier,
        isFirst: row.from_tier === null,
        changedAt: print(row.changed_at),
        reason: row.reason,
        // Of the tier they have now: what was said of one they have left is gone.
        tierReason: lead?.lead_tier === row.to_tier ? tierReason(lead.lead_tier, lead.tier_row, null) : null,
      };
    });

export const creditLedger: Oracle = (world) =>
  [...world.ledger]
    .sort(
      inOrder(
        (a, b) => b.created_at - a.created_at,
        (a, b) => byCodePoints(b.id, a.id),
      ),
    )
    .map(({ id, kind, amount, reference, created_at }) => ({
      id,
      kind,
      amount,
      reference,
      createdAt: print(created_at),
    }));

/** No user and no key of a random world has a row, so ids have no names. */
function actorOf({ actor_kind, actor_id, user_id }: AuditRow) {
  if (actor_kind !== null) {
    return { kind: actor_kind, id: actor_id, name: actor_kind === 'operator' ? actor_id : null };
  }
  return user_id === null ? null : { kind: 'session', id: user_id, name: null };
}

export const audit: Oracle = (world, filters) =>
  world.audit
    .filter((row) => is(text(filters, 'action'), row.action))
    .sort(
      inOrder(
        (a, b) => b.at - a.at,
        (a, b) => byCodePoints(b.id, a.id),
      ),
    )
    .map((row) => ({
      id: row.id,
      at: print(row.at),
      action: row.action,
      actor: actorOf(row),
      object: row.object_kind === null ? null : { kind: row.object_kind, id: row.object_id, name: null },
      clientName: row.client_name,
      detail: row.detail,
    }));

export const webhooks: Oracle = (world) =>
  [...world.webhooks]
    .sort(
      inOrder(
        (a, b) => a.created_at - b.created_at,
        (a, b) => byCodePoints(a.id, b.id),
      ),
    )
    .map((row) => {
      const subscribed = new Set(row.types.split(','));
      return {
        id: row.id,
        url: row.url,
        types: webhookTypes.filter((type) => subscribed.has(type)),
        status: row.status,
        disabledAt: printOrNull(row.disabled_at),
        disabledReason: row.disabled_reason,
        createdAt: print(row.created_at),
      };
    });

export const webhookDeliveries: Oracle = (world, filters) =>
  world.messages
    .filter((row) => row.webhook_id === filters['id'] && is(text(filters, 'status'), row.status))
    .sort((a, b) => b.sequence - a.sequence)
    .map((row) => ({
      id: `msg_${row.id}`,
      type: row.type,
      status: row.status,
      attempts: row.attempts,
      createdAt: print(row.created_at),
      attemptedAt: printOrNull(row.attempted_at),
      dueAt: row.status === 'PENDING' ? print(row.due_at) : null,
      lastStatus: row.last_status,
      lastError: row.last_error,
      body: row.body,
    }));
