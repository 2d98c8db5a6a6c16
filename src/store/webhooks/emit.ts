/**
 * Telling webhooks that something happened, in the transaction in which it does: the message exists when that commits, and not at
 * all when it is rolled back. The job that delivers it is queued with it.
 */
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import type { WebhookType } from '../../shared/values';
import { insertJob } from '../jobs/queue';
import type { WebhookMessageRow, WebhookRow } from '../tables/webhooks';
import { changeWebhook, subscribedTo, takeTurn } from './endpoints';
import { changeMessage, insertMessage, nextMessage, waitingMessages } from './messages';

/** The kind of job that delivers (src/webhooks/delivery-job.ts); stored, so it is never renamed. */
export const deliveryJobName = 'deliver-webhook';
/** A worker that dies takes an attempt of the job with it; what decides when a message is given up is its schedule. */
export const deliveryJobAttempts = 1_000;

/** Messages that wait for one webhook. What comes on top is counted and not kept. */
export const mostWaiting = 1_000;

/** The unique key of the job that delivers to a webhook, as `enqueue` writes it. */
export const deliveryKey = (organizationId: string, webhookId: string) =>
  `${deliveryJobName}:${organizationId}:${webhookId}`;

/** What a message says: `{type, timestamp, data}`. `data` holds ids, no profiles. */
const bodyOf = (type: string, data: object, now: number): string =>
  JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });

/** Queues a message for every webhook that is told of this type. */
export async function emit(
  db: Database,
  organizationId: string,
  type: WebhookType,
  data: object,
  now: number,
): Promise<void> {
  const told = await subscribedTo(db, organizationId, type);
  if (told.length === 0) return;
  await db.transaction(async () => {
    for (const { id } of told) await queueMessage(db, organizationId, id, { type, data, now });
  });
}

/**
 * Queues a message for one webhook, with the job that delivers it.
 * @returns its id; undefined when the webhook is gone or too many wait for it already.
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

/** A message of a webhook whose turn was taken. */
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

/** Queues the job that delivers to a webhook, unless there is one: it sends what waits, in order. */
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
  });
}

/**
 * Sees to it that what a write transaction of the workspace changed is told: call it at the end of each. Messages about leads are made
 * of the change log when they are sent, so only the job is queued here.
 */
export async function wakeWebhooks(db: Database, organizationId: string, now: number): Promise<void> {
  const told = await db.select<{ id: string }>(
    `SELECT id FROM webhooks WHERE organization_id = ? AND status = 'ACTIVE' AND types LIKE '%lead%'`,
    [organizationId],
  );
  for (const { id } of told) {
    await takeTurn(db, organizationId, id);
    await queueDelivery(db, organizationId, id, now);
  }
}

/** Brings the delivery forward: the message whose turn it is is tried now, whenever its next attempt was due. */
export async function deliverNow(db: Database, organizationId: string, webhookId: string, now: number): Promise<void> {
  await queueDelivery(db, organizationId, webhookId, now);
  const head = await nextMessage(db, organizationId, webhookId);
  if (head && head.due_at > now) await changeMessage(db, head, { due_at: now });
  await db.run(
    `UPDATE jobs SET status = 'ready', run_at = ?, updated_at = ? WHERE unique_key = ? AND status = 'waiting'`,
    [now, now, deliveryKey(organizationId, webhookId)],
  );
}
