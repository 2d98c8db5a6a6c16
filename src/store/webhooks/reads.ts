/** Reads of one workspace's webhooks. */
import type { Database } from '../../database/database';
import type { Page, PageRequest } from '../statements/keyset';
import type { WebhookMessageRow, WebhookRow } from '../tables/webhooks';
import { findWebhook, listWebhooks } from './endpoints';
import { listMessages } from './messages';

export class WebhookReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Webhooks, oldest first. */
  async list({ limit, after }: PageRequest): Promise<Page<WebhookRow>> {
    // There are few, so all are read.
    const all = await listWebhooks(this.db, this.organizationId);
    const from = after === null ? 0 : all.findIndex(({ created_at, id }) => isAfter([created_at, id], after));
    const rows = from < 0 ? [] : all.slice(from, from + limit);
    const last = rows.at(-1);
    const more = from >= 0 && all.length > from + limit && last !== undefined;
    return { rows, next: more ? { revision: 0, keys: [last.created_at], id: last.id } : null };
  }

  one(id: string): Promise<WebhookRow | undefined> {
    return findWebhook(this.db, this.organizationId, id);
  }

  /** The delivery log, newest first. */
  async messages(
    webhookId: string,
    status: WebhookMessageRow['status'] | undefined,
    { limit, after }: PageRequest,
  ): Promise<Page<WebhookMessageRow>> {
    const before = after === null ? undefined : Number(after.keys[0]);
    const found = await listMessages(this.db, this.organizationId, webhookId, { limit: limit + 1, before, status });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const more = found.length > limit && last !== undefined;
    return { rows, next: more ? { revision: 0, keys: [last.sequence], id: last.id } : null };
  }
}

function isAfter([createdAt, id]: readonly [number, string], after: NonNullable<PageRequest['after']>): boolean {
  const at = Number(after.keys[0]);
  return createdAt > at || (createdAt === at && id > after.id);
}
