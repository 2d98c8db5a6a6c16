/** Messages to webhooks: queued in order, tried, and kept for a while as the delivery log. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { webhookMessages, type WebhookMessageRow, type WebhookRow } from '../tables/webhooks';

const columns = Object.keys(webhookMessages.columns).join(', ');

export async function insertMessage(db: Database, row: WebhookMessageRow): Promise<void> {
  await insertInto(db, webhookMessages, [row]);
}

/** The oldest undelivered message, which is tried next. */
export async function nextMessage(
  db: Database,
  organizationId: string,
  webhookId: string,
): Promise<WebhookMessageRow | undefined> {
  const [row] = await db.select<WebhookMessageRow>(
    `SELECT ${columns} FROM webhook_messages WHERE organization_id = ? AND webhook_id = ? AND status = 'PENDING'
     ORDER BY sequence LIMIT 1`,
    [organizationId, webhookId],
  );
  return row;
}

/** How many messages wait, counted up to `most`. */
export async function waitingMessages(
  db: Database,
  organizationId: string,
  webhookId: string,
  most: number,
): Promise<number> {
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM webhook_messages WHERE organization_id = ? AND webhook_id = ? AND status = 'PENDING' LIMIT ${most}`,
    [organizationId, webhookId],
  );
  return rows.length;
}

export async function findMessage(
  db: Database,
  organizationId: string,
  id: string,
): Promise<WebhookMessageRow | undefined> {
  const [row] = await db.select<WebhookMessageRow>(
    `SELECT ${columns} FROM webhook_messages WHERE organization_id = ? AND id = ?`,
    [organizationId, id],
  );
  return row;
}

export async function changeMessage(
  db: Database,
  { organization_id, id }: Pick<WebhookMessageRow, 'organization_id' | 'id'>,
  changes: Partial<Omit<WebhookMessageRow, 'organization_id' | 'id' | 'webhook_id'>>,
): Promise<void> {
  const entries = Object.entries(changes);
  await db.run(
    `UPDATE webhook_messages SET ${entries.map(([name]) => `${name} = ?`).join(', ')} WHERE organization_id = ? AND id = ?`,
    [...entries.map(([, value]) => value), organization_id, id],
  );
}

/**
 * The delivery log of a webhook, newest first.
 * @param before the sequence of the last message of the previous page.
 */
export async function listMessages(
  db: Database,
  organizationId: string,
  webhookId: string,
  {
    limit,
    before,
    status,
  }: { limit: number; before: number | undefined; status: WebhookMessageRow['status'] | undefined },
): Promise<WebhookMessageRow[]> {
  return db.select<WebhookMessageRow>(
    `SELECT ${columns} FROM webhook_messages WHERE organization_id = ? AND webhook_id = ?
       ${status === undefined ? '' : 'AND status = ?'} ${before === undefined ? '' : 'AND sequence < ?'}
     ORDER BY sequence DESC LIMIT ${Math.trunc(limit)}`,
    [organizationId, webhookId, ...(status === undefined ? [] : [status]), ...(before === undefined ? [] : [before])],
  );
}

/** Makes messages that failed since then wait again, in their old order. @returns how many. */
export async function replayFailed(
  db: Database,
  organizationId: string,
  webhookId: string,
  { since, now, most }: { since: number; now: number; most: number },
): Promise<number> {
  const failed = await db.select<{ id: string }>(
    `SELECT id FROM webhook_messages WHERE organization_id = ? AND webhook_id = ? AND status = 'FAILED' AND created_at >= ?
     ORDER BY sequence LIMIT ${Math.trunc(most)}`,
    [organizationId, webhookId, since],
  );
  for (const { id } of failed) await changeMessage(db, { organization_id: organizationId, id }, again(now));
  return failed.length;
}

/** Resets a message to the beginning of its schedule. */
export const again = (now: number) =>
  ({ status: 'PENDING', attempts: 0, due_at: now, last_status: null, last_error: null, ended_at: null }) as const;

/**
 * Webhooks of all workspaces with waiting messages but no delivery job, because the job was cancelled or gave up.
 * @param prefix of the unique keys of delivery jobs.
 */
export async function withoutJob(db: Database, prefix: string, limit: number): Promise<WebhookKey[]> {
  const key =
    db.dialect === 'sqlite' ? "? || w.organization_id || ':' || w.id" : "CONCAT(?, w.organization_id, ':', w.id)";
  return db.select(
    `SELECT w.organization_id, w.id FROM webhooks w WHERE w.status = 'ACTIVE'
       AND EXISTS (SELECT 1 FROM webhook_messages m WHERE m.organization_id = w.organization_id
         AND m.webhook_id = w.id AND m.status = 'PENDING')
       AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.unique_key = ${key})
     LIMIT ${Math.trunc(limit)}`,
    [prefix],
  );
}

export type WebhookKey = Pick<WebhookRow, 'organization_id' | 'id'>;

/** Webhooks of all workspaces in key order. */
export async function webhooksAfter(db: Database, after: WebhookKey, limit: number): Promise<WebhookKey[]> {
  return db.select(
    `SELECT organization_id, id FROM webhooks
     WHERE organization_id >= ? AND (organization_id > ? OR id > ?) ORDER BY organization_id, id LIMIT ${Math.trunc(limit)}`,
    [after.organization_id, after.organization_id, after.id],
  );
}

/** Removes messages of a webhook that ended before that time. */
export async function removeEnded(db: Database, { organization_id, id }: WebhookKey, before: number): Promise<void> {
  await db.run('DELETE FROM webhook_messages WHERE organization_id = ? AND webhook_id = ? AND ended_at < ?', [
    organization_id,
    id,
    before,
  ]);
}

/**
 * Removes delivered messages of a webhook but the newest. Failed ones can be replayed, so they stay for the time that was promised.
 * @param most how many delivered messages stay.
 */
export async function removeDelivered(db: Database, { organization_id, id }: WebhookKey, most: number): Promise<void> {
  const those = `organization_id = ? AND webhook_id = ? AND status = 'DELIVERED'`;
  const [newest] = await db.select<{ count: number; oldest: number | null }>(
    `SELECT COUNT(*) AS count, MIN(sequence) AS oldest FROM (SELECT sequence FROM webhook_messages
       WHERE ${those} ORDER BY sequence DESC LIMIT ${Math.trunc(most)}) newest`,
    [organization_id, id],
  );
  if (newest === undefined || newest.oldest === null || newest.count < most) return;
  await db.run(`DELETE FROM webhook_messages WHERE ${those} AND sequence < ?`, [organization_id, id, newest.oldest]);
}

/** Fails all messages that wait for a webhook. */
export async function failWaiting(
  db: Database,
  organizationId: string,
  webhookId: string,
  { reason, now }: { reason: string; now: number },
): Promise<void> {
  await db.run(
    `UPDATE webhook_messages SET status = 'FAILED', last_error = ?, ended_at = ?
     WHERE organization_id = ? AND webhook_id = ? AND status = 'PENDING'`,
    [reason, now, organizationId, webhookId],
  );
}
