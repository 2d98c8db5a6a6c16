/**
 * Queues webhook messages in the transaction of the event, so a message exists exactly if the transaction commits. The delivery
 * job is queued with it.
 */
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import type { WebhookType } from '../../shared/values';
import { insertJob } from '../jobs/queue';
import type { WebhookMessageRow, WebhookRow } from '../tables/webhooks';
import { changeWebhook, subscribedTo, takeTurn } from './endpoints';
import { changeMessage, insertMessage, nextMessage, waitingMessages } from './messages';

/** The kind of job that delivers (src/webhooks/delivery-job.ts). It is stored in the database, so it must never be renamed. */
export const deliveryJobName = 'deliver-webhook';
/** Attempts of the job. A worker that dies uses one up. When a message is given up depends on the message's own schedule. */
export const deliveryJobAttempts = 1_000;

/** The most messages that may wait for one webhook. Further ones are counted and dropped. */
export const mostWaiting = 1_000;

/** The unique key of the delivery job of a webhook, as `enqueue` writes it. */
export const deliveryKey = (organizationId: string, webhookId: string) =>
  `${deliveryJobName}:${organizationId}:${webhookId}`;

/** The body of a message: `{type, timestamp, data}`. `data` holds ids, no profiles. */
const bodyOf = (type: string, data: object, now: number): string =>
  JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });

/** Queues a message for every webhook that receives this type. */
export async function emit(
  db: Database,
  organizationId: string,
  type: WebhookType,
  data: object,
  now: number,
): Promise<void> {
  const subscribers = await subscribedTo(db, organizationId, type);
  if (subscribers.length === 0) return;
  await db.transaction(async () => {
    for (const { id } of subscribers) await queueMessage(db, organizationId, id, { type, data, now });
  });
}

/**
 * Queues a message for one webhook, with the job that delivers it.
 * @returns its id; undefined when the webhook is gone or too many messages wait for it.
 */
export async function queueMessage(
  db: Database,
  organizationId: string,
  webhookId: string,
  { type, data, now }: { readonly type: string; readonly data: object; readonly now: number },
): Promise<string | undefined> {
  const webhook = await takeTurn(db, organizationId, webhookId);
  if (!webhook) return undefined;
  if ((await waitingMessages(db, organizationId, webhookId, mostWaiting)) >= mostWaiting) {
    await changeWebhook(db, organizationId, webhookId, { dropped: webhook.dropped + 1 });
    return undefined;
  }
  const row = messageRow(webhook, { type, data, now });
  await insertMessage(db, row);
  await queueDelivery(db, organizationId, webhookId, now);
  return row.id;
}

/** Makes a message of a webhook whose turn was taken. */
export function messageRow(
  webhook: WebhookRow,
  { type, data, now }: { readonly type: string; readonly data: object; readonly now: number },
): WebhookMessageRow {
  return {
    organization_id: webhook.organization_id,
    id: newId(),
    webhook_id: webhook.id,
    sequence: webhook.next_sequence,
    type,
    body: bodyOf(type, data, now),
    status: 'PENDING',
    attempts: 0,
    due_at: now,
    attempted_at: null,
    last_status: null,
    last_error: null,
    created_at: now,
    ended_at: null,
  };
}

/** Queues the delivery job of a webhook unless there is one. It sends all waiting messages in order. */
export async function queueDelivery(
  db: Database,
  organizationId: string,
  webhookId: string,
  now: number,
): Promise<void> {
  await insertJob(db, {
    id: newId(),
    name: deliveryJobName,
    organization_id: organizationId,
    unique_key: deliveryKey(organizationId, webhookId),
    priority: 0,
    status: 'ready',
    run_at: now,
    attempt: 0,
    last_attempt: deliveryJobAttempts,
    lease_until: 0,
    beat: 0,
    worker: null,
    cancel_requested: 0,
    input: JSON.stringify({ webhookId }),
    state: null,
    progress: null,
    error: null,
    schedule: null,
    created_at: now,
    started_at: null,
    finished_at: null,
    updated_at: now,
    lane: 'deliveries',
  });
}

/**
 * Lets webhooks report the changes of a write transaction of the workspace. Call it at the end of each. Messages about leads
 * are made from the change log when they are sent, so only the job is queued here.
 */
export async function wakeWebhooks(db: Database, organizationId: string, now: number): Promise<void> {
  const subscribers = await db.select<{ id: string }>(
    `SELECT id FROM webhooks WHERE organization_id = ? AND status = 'ACTIVE' AND types LIKE '%lead%'`,
    [organizationId],
  );
  for (const { id } of subscribers) {
    await takeTurn(db, organizationId, id);
    await queueDelivery(db, organizationId, id, now);
  }
}

/** Brings delivery forward: the next message is tried now, even if its next attempt was due later. */
export async function deliverNow(db: Database, organizationId: string, webhookId: string, now: number): Promise<void> {
  await queueDelivery(db, organizationId, webhookId, now);
  const head = await nextMessage(db, organizationId, webhookId);
  if (head && head.due_at > now) await changeMessage(db, head, { due_at: now });
  await db.run(
    `UPDATE jobs SET status = 'ready', run_at = ?, updated_at = ? WHERE unique_key = ? AND status = 'waiting'`,
    [now, now, deliveryKey(organizationId, webhookId)],
  );
}
