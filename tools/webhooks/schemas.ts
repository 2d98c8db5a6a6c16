/** Output of the webhook operations, and the parameters that name a webhook. */
import { z } from 'zod';
import { messageStatuses, webhookStatuses, webhookTypes, type WebhookType } from '../../src/shared/values';
import { notFound } from '../../src/shared/errors';
import type { WebhookMessageRow, WebhookRow } from '../../src/store/tables/webhooks';
import { requireRight } from '../../src/workspace/require-right';
import type { Workspace } from '../../src/workspace/workspace';
import { printDate, printDateOrNull } from '../dates';
import { asUuid, pathId } from '../fields';
import { address, count, timestamp, timestampOrNull, uuid } from '../schemas/values';

const url = address('Where messages are sent.');
const types = z.array(z.enum(webhookTypes)).describe('Message types it receives.');

export const webhookSchema = z.strictObject({
  id: uuid('Webhook id.'),
  url,
  types,
  status: z.enum(webhookStatuses).describe('DISABLED: nothing is sent until it is resumed.'),
  disabledAt: timestampOrNull('When it was disabled.'),
  disabledReason: z.string().nullable().describe('Why it was disabled, in words.'),
  createdAt: timestamp('When it was added.'),
});

export const newSecretSchema = z.strictObject({
  id: uuid('Webhook id.'),
  url,
  types,
  secret: z.string().describe('Signs the messages (Standard Webhooks, `whsec_…`). It cannot be shown again.'),
});

export const deliverySchema = z.strictObject({
  id: z.string().describe('Its webhook-id, the same at every attempt.'),
  type: z.string().describe('What it tells.'),
  status: z.enum(messageStatuses).describe('PENDING ones are tried again.'),
  attempts: count('Attempts so far.'),
  createdAt: timestamp('When it was queued.'),
  attemptedAt: timestampOrNull('When it was last tried.'),
  dueAt: timestampOrNull('When it is tried next. Null if it has ended.'),
  lastStatus: z.int().nullable().describe('HTTP status of the last answer.'),
  lastError: z.string().nullable().describe('Why the last attempt failed.'),
  body: z.string().describe('What is sent, as JSON text. It holds ids, no profiles.'),
});

/** Parameters as callers give them. */
export const webhookUrl = z
  .string()
  .min(1)
  .max(2_048)
  .describe(
    'An https address of a public host. For other addresses, the setting WEBHOOK_ALLOWED_HOSTS must list the host.',
  );
export const webhookTypesField = z
  .array(z.enum(webhookTypes))
  .min(1)
  .max(webhookTypes.length)
  .describe('Message types it receives.');

export const webhookId = pathId('Webhook id, uuid.');

/**
 * Checks that the caller may read what messages of these types say of leads: a change of tier comes with the tiers and the reason.
 * @throws OperationError `data_access_denied`.
 */
export function expectReadable(types: readonly WebhookType[], workspace: Pick<Workspace, 'caller' | 'dataAccess'>) {
  if (types.includes('lead.tier_changed')) requireRight('readLeads', workspace);
}

const typesOf = (row: WebhookRow) => webhookTypes.filter((type) => row.types.split(',').includes(type));

export const showWebhook = (row: WebhookRow): z.input<typeof webhookSchema> => ({
  id: row.id,
  url: row.url,
  types: typesOf(row),
  status: row.status,
  disabledAt: printDateOrNull(row.disabled_at),
  disabledReason: row.disabled_reason,
  createdAt: printDate(row.created_at),
});

export const showNewSecret = (row: WebhookRow, secret: string): z.input<typeof newSecretSchema> => ({
  id: row.id,
  url: row.url,
  types: typesOf(row),
  secret,
});

export const showDelivery = (row: WebhookMessageRow): z.input<typeof deliverySchema> => ({
  id: `msg_${row.id}`,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  createdAt: printDate(row.created_at),
  attemptedAt: printDateOrNull(row.attempted_at),
  dueAt: row.status === 'PENDING' ? printDate(row.due_at) : null,
  lastStatus: row.last_status,
  lastError: row.last_error,
  body: row.body,
});

/** @throws OperationError `not_found`. */
export async function webhookOf({ store }: Pick<Workspace, 'store'>, given: string): Promise<WebhookRow> {
  const id = asUuid(given);
  const row = id === undefined ? undefined : await store.webhooks.one(id);
  if (!row) throw notFound('webhook');
  return row;
}
