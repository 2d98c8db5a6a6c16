/** The webhooks of a workspace. Functions that write join the current transaction. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { deleteSome } from '../statements/delete-some';
import { webhookMessages, webhooks, type WebhookRow } from '../tables/webhooks';

const columns = Object.keys(webhooks.columns).join(', ');

export async function findWebhook(db: Database, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select<WebhookRow>(`SELECT ${columns} FROM webhooks WHERE organization_id = ? AND id = ?`, [
    organizationId,
    id,
  ]);
  return row;
}

/** All webhooks of a workspace, oldest first. Adding one enforces a limit, so there are few. */
export async function listWebhooks(db: Database, organizationId: string): Promise<WebhookRow[]> {
  return db.select<WebhookRow>(
    `SELECT ${columns} FROM webhooks WHERE organization_id = ? ORDER BY created_at, id LIMIT 1000`,
    [organizationId],
  );
}

/** Webhooks of all workspaces that receive nothing now, with the name of the workspace, at most `limit`. */
export async function disabledWebhooks(db: Database, limit: number): Promise<(WebhookRow & { workspace: string })[]> {
  const own = Object.keys(webhooks.columns).map((name) => `w.${name}`);
  return db.select<WebhookRow & { workspace: string }>(
    `SELECT ${own.join(', ')}, o.name AS workspace FROM webhooks w JOIN organizations o ON o.id = w.organization_id
     WHERE w.status <> 'ACTIVE' ORDER BY o.created_at, o.id, w.created_at, w.id LIMIT ${limit}`,
  );
}

export async function countActiveWebhooks(db: Database): Promise<number> {
  const [row] = await db.select<{ active: number }>(`SELECT COUNT(*) AS active FROM webhooks WHERE status = 'ACTIVE'`);
  return row?.active ?? 0;
}

/** The webhooks that now receive a type. */
export async function subscribedTo(db: Database, organizationId: string, type: string): Promise<WebhookRow[]> {
  const rows = await db.select<WebhookRow>(
    `SELECT ${columns} FROM webhooks WHERE organization_id = ? AND status = 'ACTIVE'`,
    [organizationId],
  );
  return rows.filter((row) => row.types.split(',').includes(type));
}

export async function insertWebhook(db: Database, row: WebhookRow): Promise<void> {
  await insertInto(db, webhooks, [row]);
}

export async function changeWebhook(
  db: Database,
  organizationId: string,
  id: string,
  changes: Partial<Omit<WebhookRow, 'organization_id' | 'id'>>,
): Promise<boolean> {
  const entries = Object.entries(changes);
  const changed = await db.run(
    `UPDATE webhooks SET ${entries.map(([name]) => `${name} = ?`).join(', ')} WHERE organization_id = ? AND id = ?`,
    [...entries.map(([, value]) => value), organizationId, id],
  );
  return changed > 0;
}

/**
 * Takes the webhook's turn until the transaction ends, so that no other process queues a message while this one looks for the
 * last.
 * @returns the webhook as it is now, with its next sequence taken; undefined when there is none.
 */
export async function takeTurn(db: Database, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  const taken = await db.run(
    'UPDATE webhooks SET next_sequence = next_sequence + 1 WHERE organization_id = ? AND id = ?',
    [organizationId, id],
  );
  // Where a transaction reads as of its beginning, one that was removed since is still read, but no longer changed.
  return taken > 0 ? findWebhook(db, organizationId, id) : undefined;
}

/** Removes a webhook together with its messages. */
export async function removeWebhook(db: Database, organizationId: string, id: string): Promise<boolean> {
  if ((await db.run('DELETE FROM webhooks WHERE organization_id = ? AND id = ?', [organizationId, id])) === 0)
    return false;
  // Retention and the limit of waiting messages keep their number low.
  const some = deleteSome(db, webhookMessages, 'organization_id = ? AND webhook_id = ?', 1_000);
  while ((await db.run(some, [organizationId, id])) === 1_000);
  return true;
}
