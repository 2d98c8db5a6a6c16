/** What people did about leads: contacts, and snoozes with their end. */
import { id, longText, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { OutreachStatus } from '../../shared/values';

/**
 * At most one row per person. No row reads as `NONE` without a note. The row stays with the person when the lead is removed and
 * comes back.
 */
export const leadOutreach = table({
  name: 'lead_outreach',
  columns: {
    organization_id: id(),
    person_id: id(),
    status: word<OutreachStatus>(),
    /** When the person was last contacted. */
    contacted_at: optional(time()),
    /** The user who made the contact. Null: an API key or the operator. */
    contacted_by: optional(id()),
    /** UTC day, `2026-11-30`. The snooze ends when it begins. */
    snoozed_until: optional(text(10)),
    note: optional(text(1000)),
    /** When this was set. When two people are merged, the later row is kept. */
    decided_at: time(),
  },
  primaryKey: ['organization_id', 'person_id'],
  indexes: [{ name: 'lead_outreach_contacted', fields: ['organization_id', 'contacted_at', 'person_id'] }],
});

/** First answers of changes sent with an idempotency key. Kept for a day. */
export const idempotencyKeys = table({
  name: 'idempotency_keys',
  columns: {
    organization_id: id(),
    /** The API key or user that sent it. */
    caller_id: id(),
    idempotency_key: text(255),
    /** SHA-256 of the request, hex. */
    request_digest: text(64),
    outcome: word<'done' | 'created'>(),
    /** JSON, encrypted (sealing.ts). */
    answer: longText(),
    created_at: time(),
  },
  primaryKey: ['organization_id', 'caller_id', 'idempotency_key'],
  indexes: [{ name: 'idempotency_keys_time', fields: ['organization_id', 'created_at'] }],
});

export type OutreachRow = RowOf<typeof leadOutreach>;
export type IdempotencyRow = RowOf<typeof idempotencyKeys>;
export const outreachTables = [leadOutreach, idempotencyKeys];
