/**
 * Messages that are made from the change log at their turn. The log itself is the queue, so a webhook that accepts nothing has at
 * most one message of each kind waiting, however much changes.
 */
import type { Database } from '../database/database';
import { ChangeReads } from '../store/reads/change-reads';
import { messageRow } from '../store/webhooks/emit';
import { changeWebhook } from '../store/webhooks/endpoints';
import { insertMessage } from '../store/webhooks/messages';
import { afterRevision, readPosition, writePosition } from '../store/webhooks/positions';
import type { WebhookRow } from '../store/tables/webhooks';
import type { LogMessages } from './delivery-job';

/** Milliseconds between two `leads.changed` messages to one webhook. */
const leadsChangedGapMs = 10_000;
/** Most changes and deletions in one message. */
const together = 100;
/** The count in a `leads.changed` message stops here. */
const mostCounted = 10_000;

/** Writes the cursor with which a reader of the change feed gets everything after a revision. */
export type CursorWriter = (db: Database, organizationId: string, revision: number, now: number) => Promise<string>;

/** @param cursorOf writes cursors of the change feed. */
export const changeMessages = (cursorOf: CursorWriter): LogMessages => ({
  queue: (db, webhook, now) => queueFromLog(db, webhook, now, cursorOf),
  wait: waitForLog,
});

/** A message from the log for a webhook, and the new position of the webhook in the log. */
interface FromLog {
  readonly type: 'leads.changed' | 'lead.tier_changed' | 'lead.deleted';
  readonly data: object;
  readonly position: Partial<WebhookRow>;
}

/**
 * Queues the next message from the log for a webhook, and moves the webhook's position.
 * @param webhook the current transaction has taken its turn.
 * @returns whether there was one.
 */
async function queueFromLog(db: Database, webhook: WebhookRow, now: number, cursorOf: CursorWriter): Promise<boolean> {
  const found = (await nextMoves(db, webhook)) ?? (await nextDeletions(db, webhook));
  const next =
    found ?? (leadsChangedWait(webhook, now) > 0 ? undefined : await nextLeadsChanged(db, webhook, now, cursorOf));
  if (!next) return false;
  await insertMessage(db, messageRow(webhook, { type: next.type, data: next.data, now }));
  await changeWebhook(db, webhook.organization_id, webhook.id, next.position);
  return true;
}

/**
 * Whether the log has a message for a webhook.
 * @returns null if not, else the milliseconds until it may be sent.
 */
async function waitForLog(db: Database, webhook: WebhookRow, now: number): Promise<number | null> {
  if ((await nextMoves(db, webhook)) ?? (await nextDeletions(db, webhook))) return 0;
  if (!isSubscribed(webhook, 'leads.changed')) return null;
  const { revision } = readPosition(webhook.doorbell_position);
  const changed = await new ChangeReads(db, webhook.organization_id).countAfter(revision, 1);
  return changed > 0 ? leadsChangedWait(webhook, now) : null;
}

const isSubscribed = ({ types }: WebhookRow, type: string) => types.split(',').includes(type);

/** Milliseconds until the next `leads.changed` may be sent. A clock that stepped back delays it by no more than the gap. */
const leadsChangedWait = ({ doorbell_at }: WebhookRow, now: number) =>
  doorbell_at > now ? 0 : Math.max(0, doorbell_at + leadsChangedGapMs - now);

async function nextMoves(db: Database, webhook: WebhookRow): Promise<FromLog | undefined> {
  if (!isSubscribed(webhook, 'lead.tier_changed')) return undefined;
  const { revision, id } = readPosition(webhook.tiers_position);
  const log = new ChangeReads(db, webhook.organization_id);
  const rows = await log.tierChangesAfter({ revision, leadId: id }, together);
  const last = rows.at(-1);
  if (!last) return undefined;
  return {
    type: 'lead.tier_changed',
    data: {
      changes: rows.map(({ lead_id, from_tier, to_tier, reason, changed_at }) => ({
        leadId: lead_id,
        fromTier: from_tier,
        toTier: to_tier,
        reason,
        changedAt: new Date(changed_at).toISOString(),
      })),
    },
    position: { tiers_position: writePosition({ revision: last.revision, id: last.lead_id }) },
  };
}

async function nextDeletions(db: Database, webhook: WebhookRow): Promise<FromLog | undefined> {
  if (!isSubscribed(webhook, 'lead.deleted')) return undefined;
  const position = readPosition(webhook.deletions_position);
  const log = new ChangeReads(db, webhook.organization_id);
  const rows = await log.deletionsAfter({ ...position, kind: 'lead' }, ['lead'], together);
  const last = rows.at(-1);
  if (!last) return undefined;
  return {
    type: 'lead.deleted',
    data: { deletions: rows.map(({ id, reason }) => ({ leadId: id, reason })) },
    position: { deletions_position: writePosition({ revision: last.revision, id: last.id }) },
  };
}

async function nextLeadsChanged(
  db: Database,
  webhook: WebhookRow,
  now: number,
  cursorOf: CursorWriter,
): Promise<FromLog | undefined> {
  if (!isSubscribed(webhook, 'leads.changed')) return undefined;
  const { organization_id: organizationId } = webhook;
  const { revision } = readPosition(webhook.doorbell_position);
  const log = new ChangeReads(db, organizationId);
  const until = await log.revision();
  const count = await log.countAfter(revision, mostCounted);
  if (count === 0) return undefined;
  // Everything that earlier messages reported has this revision or an earlier one.
  const cursor = await cursorOf(db, organizationId, revision, now);
  return {
    type: 'leads.changed',
    data: { cursor, count },
    position: { doorbell_position: writePosition(afterRevision(until)), doorbell_at: now },
  };
}
