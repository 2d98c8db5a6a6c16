/**
 * Messages that are made of the change log when it is their turn: the log itself is the queue, so a webhook that takes nothing has at
 * most one of each kind waiting, however much changes.
 */
import type { Database } from '../database/database';
import { ChangeReads } from '../store/changes/change-reads';
import { messageRow } from '../store/webhooks/emit';
import { changeWebhook } from '../store/webhooks/endpoints';
import { insertMessage } from '../store/webhooks/messages';
import { afterRevision, readPosition, writePosition } from '../store/webhooks/positions';
import type { WebhookRow } from '../store/tables/webhooks';
import type { LogMessages } from './delivery-job';

/** `leads.changed` to one webhook follow one another after so long, milliseconds. */
const doorbellGapMs = 10_000;
/** Changes and deletions in one message. */
const together = 100;
/** The count of a doorbell goes up to that. */
const mostCounted = 10_000;

/** Writes the cursor with which a reader of the change feed gets everything after a revision. */
export type CursorWriter = (db: Database, organizationId: string, revision: number, now: number) => Promise<string>;

/** @param cursorOf of the change feed. */
export const changeMessages = (cursorOf: CursorWriter): LogMessages => ({
  queue: (db, webhook, now) => queueFromLog(db, webhook, now, cursorOf),
  wait: waitForLog,
});

/** A message that the log has for a webhook, and how far the webhook is told then. */
interface FromLog {
  readonly type: 'leads.changed' | 'lead.tier_changed' | 'lead.deleted';
  readonly data: object;
  readonly told: Partial<WebhookRow>;
}

/**
 * Queues the next message that the log has for a webhook, and notes how far it is told.
 * @param webhook its turn was taken in the current transaction.
 * @returns whether there was one.
 */
async function queueFromLog(db: Database, webhook: WebhookRow, now: number, cursorOf: CursorWriter): Promise<boolean> {
  const found = (await nextMoves(db, webhook)) ?? (await nextDeletions(db, webhook));
  const next = found ?? (doorbellWait(webhook, now) > 0 ? undefined : await nextDoorbell(db, webhook, now, cursorOf));
  if (!next) return false;
  await insertMessage(db, messageRow(webhook, { type: next.type, data: next.data, now }));
  await changeWebhook(db, webhook.organization_id, webhook.id, next.told);
  return true;
}

/**
 * Whether the log has something for a webhook.
 * @returns null: nothing; else after how many milliseconds it may be sent.
 */
async function waitForLog(db: Database, webhook: WebhookRow, now: number): Promise<number | null> {
  if ((await nextMoves(db, webhook)) ?? (await nextDeletions(db, webhook))) return 0;
  if (!isTold(webhook, 'leads.changed')) return null;
  const { revision } = readPosition(webhook.doorbell_position);
  const changed = await new ChangeReads(db, webhook.organization_id).countAfter(revision, 1);
  return changed > 0 ? doorbellWait(webhook, now) : null;
}

const isTold = ({ types }: WebhookRow, type: string) => types.split(',').includes(type);

/** Milliseconds until the next doorbell may follow the last one; a clock that stepped back delays it by no more than the gap. */
const doorbellWait = ({ doorbell_at }: WebhookRow, now: number) =>
  doorbell_at > now ? 0 : Math.max(0, doorbell_at + doorbellGapMs - now);

async function nextMoves(db: Database, webhook: WebhookRow): Promise<FromLog | undefined> {
  if (!isTold(webhook, 'lead.tier_changed')) return undefined;
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
    told: { tiers_position: writePosition({ revision: last.revision, id: last.lead_id }) },
  };
}

async function nextDeletions(db: Database, webhook: WebhookRow): Promise<FromLog | undefined> {
  if (!isTold(webhook, 'lead.deleted')) return undefined;
  const position = readPosition(webhook.deletions_position);
  const log = new ChangeReads(db, webhook.organization_id);
  const rows = await log.deletionsAfter({ ...position, kind: 'lead' }, ['lead'], together);
  const last = rows.at(-1);
  if (!last) return undefined;
  return {
    type: 'lead.deleted',
    data: { deletions: rows.map(({ id, reason }) => ({ leadId: id, reason })) },
    told: { deletions_position: writePosition({ revision: last.revision, id: last.id }) },
  };
}

async function nextDoorbell(
  db: Database,
  webhook: WebhookRow,
  now: number,
  cursorOf: CursorWriter,
): Promise<FromLog | undefined> {
  if (!isTold(webhook, 'leads.changed')) return undefined;
  const { organization_id: organizationId } = webhook;
  const { revision } = readPosition(webhook.doorbell_position);
  const log = new ChangeReads(db, organizationId);
  const until = await log.revision();
  const count = await log.countAfter(revision, mostCounted);
  if (count === 0) return undefined;
  // What was told of before has this revision or an earlier one.
  const cursor = await cursorOf(db, organizationId, revision, now);
  return {
    type: 'leads.changed',
    data: { cursor, count },
    told: { doorbell_position: writePosition(afterRevision(until)), doorbell_at: now },
  };
}
