import { z } from 'zod';
import {
  dispositionReasons,
  dispositions,
  outreachStatuses,
  type Disposition,
  type DispositionReason,
  type OutreachStatus,
} from '../../src/shared/values';
import { printDate } from '../dates';
import { asUuid, leadPathId } from '../fields';
import { defineList } from '../list';
import { timestamp, uuid } from '../schemas/values';
import { actorOf } from '../access/audit';
import { expectShownLead } from './shown-lead';

/** What a change of a lead said, without the text of a note. Left out: not changed. */
export interface LeadDeeds {
  readonly disposition?: Disposition | undefined;
  readonly dispositionReason?: DispositionReason | null | undefined;
  /** Null: nobody. */
  readonly ownerId?: string | null | undefined;
  readonly status?: OutreachStatus | undefined;
  readonly snoozedUntil?: string | null | undefined;
  readonly note?: 'written' | 'removed' | undefined;
}

/** The deeds as the audit log keeps them. `readDeeds` reads them back. */
export function deedsText({ disposition, dispositionReason, ownerId, status, snoozedUntil, note }: LeadDeeds): string {
  const parts = [
    disposition,
    dispositionReason !== undefined && `reason ${dispositionReason ?? 'none'}`,
    ownerId !== undefined && `owner ${ownerId ?? 'none'}`,
    (status ?? snoozedUntil) && `outreach ${status ?? 'SNOOZED'}${snoozedUntil ? ` until ${snoozedUntil}` : ''}`,
    note && (note === 'removed' ? 'note removed' : 'note'),
  ];
  return parts.filter(Boolean).join(', ');
}

const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find((word) => word === text);

/** Reads what `deedsText` wrote. Parts that it does not know are left out. */
function readDeeds(text: string): LeadDeeds {
  const deeds = text.split(', ').map((part): LeadDeeds => {
    const [first, second, , day] = part.split(' ');
    if (first === 'reason') return { dispositionReason: oneOf(dispositionReasons, second) ?? null };
    if (first === 'owner') return { ownerId: second === undefined || second === 'none' ? null : second };
    if (first === 'outreach') return { status: oneOf(outreachStatuses, second), snoozedUntil: day ?? null };
    if (first === 'note') return { note: second === 'removed' ? 'removed' : 'written' };
    return { disposition: oneOf(dispositions, first) };
  });
  return deeds.reduce<LeadDeeds>((all, one) => ({ ...all, ...one }), {});
}

export const listLeadHistory = defineList({
  name: 'list_lead_history',
  title: 'List what was done about a lead',
  description: 'Who set disposition, owner and outreach of one lead, and when, newest first.',
  right: 'readLeads',
  interfaces: { mcp: false, console: true },
  rest: null,
  filters: { leadId: leadPathId },
  item: z.strictObject({
    id: uuid('Entry id, uuid.'),
    at: timestamp('When it happened.'),
    by: z.string().nullable().describe('Who did it: the name of a member, or of a key. Null if not known.'),
    disposition: z.enum(dispositions).nullable().describe('Null: not changed, as in the other fields.'),
    dispositionReason: z.enum(dispositionReasons).nullable(),
    owner: z
      .strictObject({ id: z.string().nullable(), name: z.string().nullable() })
      .nullable()
      .describe('Who owns the lead from then on. Its id is null for nobody.'),
    status: z.enum(outreachStatuses).nullable(),
    snoozedUntil: z.string().nullable(),
    note: z.enum(['written', 'removed']).nullable(),
  }),
  async load(workspace, { leadId }, page) {
    const id = await expectShownLead(workspace, leadId);
    const { store } = workspace;
    const found = await store.admin.auditOf('lead', id, page);
    const deeds = found.rows.map((row) => ({ row, deeds: readDeeds(row.detail ?? '') }));
    const owners = deeds.flatMap(({ deeds: { ownerId } }) => asUuid(ownerId ?? '') ?? []);
    const names = await store.admin.auditNames(found.rows, owners, 'display_name');
    return { rows: deeds.map((one) => ({ ...one, names })), next: found.next };
  },
  show: ({ row, deeds, names }) => ({
    id: row.id,
    at: printDate(row.at),
    by: actorOf(row, names)?.name ?? null,
    disposition: deeds.disposition ?? null,
    dispositionReason: deeds.dispositionReason ?? null,
    owner:
      deeds.ownerId === undefined
        ? null
        : { id: deeds.ownerId, name: deeds.ownerId === null ? null : (names.users.get(deeds.ownerId) ?? null) },
    status: deeds.status ?? null,
    snoozedUntil: deeds.snoozedUntil ?? null,
    note: deeds.note ?? null,
  }),
});
