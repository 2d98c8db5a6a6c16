/** Webhooks of a workspace, and their messages. */
import { big, id, integer, longText, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { MessageStatus, WebhookStatus } from '../../shared/values';

export const webhooks = table({
  name: 'webhooks',
  columns: {
    organization_id: id(),
    id: id(),
    url: text(2048),
    /** Event types it receives, comma-separated. */
    types: text(400),
    status: word<WebhookStatus>(),
    disabled_at: optional(time()),
    /** Why it was disabled, in words. */
    disabled_reason: optional(text(200)),
    /** Encrypted (src/store/statements/sealing.ts). It is needed for signing, so a hash would not do. */
    secret: text(400),
    /** The previous secret. Messages are also signed with it until `previous_until`. */
    previous_secret: optional(text(400)),
    previous_until: optional(time()),
    /**
     * The sequence of its next message. A process that queues a message, or finds none left, increments it, which makes
     * processes take turns.
     */
    next_sequence: big(),
    /** The last reported positions of `leads.changed`, tier changes and deletions: revision and id (positions.ts). */
    doorbell_position: text(80),
    /** When the last `leads.changed` was queued. */
    doorbell_at: time(),
    tiers_position: text(80),
    deletions_position: text(80),
    /** How many messages were dropped because too many waited. */
    dropped: big(),
    created_at: time(),
    updated_at: time(),
    /** The member who answers for it: who gave the address, or made the key that did. Null: the operator, or before makers were stored. */
    created_by: optional(id()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [],
});

/** Waiting messages and the delivery log. Bodies contain only ids. */
export const webhookMessages = table({
  name: 'webhook_messages',
  columns: {
    organization_id: id(),
    /** Its `webhook-id`, the same at every attempt. */
    id: id(),
    webhook_id: id(),
    /** Messages of a webhook are delivered in this order. */
    sequence: big(),
    type: text(40),
    /** JSON, byte for byte as sent. */
    body: longText(),
    status: word<MessageStatus>(),
    attempts: integer(),
    /** When it is tried next. */
    due_at: time(),
    attempted_at: optional(time()),
    /** HTTP status of the last attempt; null without an answer. */
    last_status: optional(integer()),
    last_error: optional(text(200)),
    created_at: time(),
    ended_at: optional(time()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'webhook_messages_next', fields: ['organization_id', 'webhook_id', 'status', 'sequence'] },
    { name: 'webhook_messages_listed', fields: ['organization_id', 'webhook_id', 'sequence'] },
  ],
});

export type WebhookRow = RowOf<typeof webhooks>;
export type WebhookMessageRow = RowOf<typeof webhookMessages>;
export const webhookTables = [webhooks, webhookMessages];
