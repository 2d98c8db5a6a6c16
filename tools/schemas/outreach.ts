/** Outreach to a lead, as answers show it. */
import { z } from 'zod';
import { outreachStatuses } from '../../src/shared/values';
import type { LeadRecord } from '../../src/store/reads/lead-reads';
import { statusToday } from '../../src/store/reads/outreach-conditions';
import { printDateOrNull } from '../dates';
import { day, timestampOrNull, uuid } from './values';

export const outreachSchema = z
  .strictObject({
    status: z
      .enum(outreachStatuses)
      .describe('CONTACTED: a person was in touch with the lead. SNOOZED: hidden until a day. NONE: neither.'),
    contactedAt: timestampOrNull('When they were last contacted.'),
    contactedBy: z
      .strictObject({
        id: uuid('The user.'),
        name: z.string().nullable().describe('Name.'),
        email: z.string().describe('E-mail address.'),
      })
      .nullable()
      .describe('Who contacted them. Null if nobody did, if an API key did, or if they are no longer a member.'),
    snoozedUntil: day('The snooze ends when this day begins.').nullable(),
    note: z.string().nullable().describe('A note of the workspace, at most 1,000 characters.'),
  })
  .describe('What was done about the lead.');

type Columns = Pick<
  LeadRecord,
  | 'outreach_status'
  | 'contacted_at'
  | 'contacted_by'
  | 'snoozed_until'
  | 'outreach_note'
  | 'contacter_name'
  | 'contacter_email'
>;

/** @param now epoch ms. A snooze that is over shows the status from before it. */
export function showOutreach(row: Columns, now = Date.now()): z.input<typeof outreachSchema> {
  const status = statusToday(
    { status: row.outreach_status ?? 'NONE', snoozedUntil: row.snoozed_until, contactedAt: row.contacted_at },
    now,
  );
  return {
    status,
    contactedAt: printDateOrNull(row.contacted_at),
    contactedBy:
      row.contacted_by === null || row.contacter_email === null
        ? null
        : { id: row.contacted_by, name: row.contacter_name, email: row.contacter_email },
    snoozedUntil: status === 'SNOOZED' ? row.snoozed_until : null,
    note: row.outreach_note,
  };
}
