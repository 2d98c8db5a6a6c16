import { z } from 'zod';
import { dispositionReasons, dispositions, outreachStatuses, type OutreachStatus } from '../../src/shared/values';
import { invalid, notFound, OperationError } from '../../src/shared/errors';
import type { LeadDecision } from '../../src/store/writes/leads';
import type { ActingWorkspace, Caller, Workspace } from '../../src/workspace/workspace';
import { printDate, readDate } from '../dates';
import { defineAction } from '../define';
import * as examples from '../examples';
import { asUuid, leadPathId, uuid } from '../fields';
import { timestamp } from '../schemas/values';
import { leadDetailSchema, showLeadDetail } from '../schemas/lead';
import { deedsText } from './lead-history';
import { showOutreach } from '../schemas/outreach';

/** A note may hold line breaks besides visible characters. */
// eslint-disable-next-line no-control-regex -- control characters are what is refused
const unprintable = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/u;

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && readDate(text, 'start') !== undefined;

const outreach = z
  .strictObject({
    status: z
      .enum(outreachStatuses)
      .describe('CONTACTED: contacted now. SNOOZED: hidden until snoozedUntil. NONE: reset.')
      .optional(),
    snoozedUntil: z
      .string()
      .refine(isDay, 'must be a day, YYYY-MM-DD')
      .nullable()
      .describe(
        'With SNOOZED: the UTC day on which the snooze ends, YYYY-MM-DD. Without a status it moves the end of a snooze.',
      )
      .optional(),
    note: z
      .string()
      .overwrite((text) => text.replaceAll('\r\n', '\n'))
      .max(1_000)
      .refine((text) => !unprintable.test(text), 'must not hold control characters but line breaks')
      .nullable()
      .describe('At most 1,000 characters. Null removes it.')
      .optional(),
  })
  .describe('What was done about the lead. Fields left out keep their value.');

/** What can be decided about a lead. */
const decision = {
  disposition: z.enum(dispositions).describe('What was decided about the lead.').optional(),
  dispositionReason: z
    .enum(dispositionReasons)
    .nullable()
    .describe('Why the lead is a BAD_LEAD; allowed for BAD_LEAD alone. Null: no reason.')
    .optional(),
  ownerId: uuid.nullable().describe('An active member of the workspace. Null removes the owner.').optional(),
  outreach: outreach.optional(),
};
const input = z.strictObject({ leadId: leadPathId, ...decision });
type Given = Omit<z.output<typeof input>, 'leadId'>;

export const decideLead = defineAction({
  name: 'decide_lead',
  title: 'Change a lead',
  description:
    'Sets the disposition of a lead (with a reason for BAD_LEAD), its owner, its outreach, or several of these. Fields left out keep their value. Only ACTIVE leads are worked on. CLIENT and BAD_LEAD set a lead aside. The decision stays with the person, so neither scoring nor an import undoes it.',
  right: 'decideLeads',
  rest: {
    method: 'PATCH',
    path: '/customer/leads/{leadId}',
    tag: 'Leads',
    resource: 'LeadDetail',
    example: examples.leadDetail,
    refuses: ['conflict'],
  },
  input,
  output: z.strictObject({ data: leadDetailSchema }),
  async represent(workspace, { leadId }) {
    return detailOf(workspace, leadId);
  },
  async run(workspace, given) {
    const { leadId } = given;
    expectSomething(given, '');
    await expectOwners(workspace, [{ given, at: '' }]);
    await expectReason(workspace, leadId, given);
    await expectSnoozed(workspace, leadId, given);
    const id = asUuid(leadId);
    const decisions = new Map(id === undefined ? [] : [[id, decisionOf(workspace, given)]]);
    const recorded = id === undefined ? undefined : (await workspace.writes.decideLeads(decisions)).get(id);
    if (id === undefined || recorded === undefined) throw notFound('lead');
    const changed = recorded ? { kind: 'lead', id, detail: detailText(given) } : null;
    return { answer: await detailOf(workspace, leadId), changed };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});

/** What `If-Match` says for one lead, for several. */
const seenAt = z.iso
  .datetime()
  .describe('The updatedAt of the lead as the caller saw it. A lead that changed since is not changed.')
  .optional();

/** One page of a list. One transaction should not hold more. */
const mostTogether = 100;

export const decideLeads = defineAction({
  name: 'decide_leads',
  title: 'Change several leads',
  description:
    'Does what {decide_lead} does for up to 100 leads, in one transaction. Each lead has its own decision, a day needs the status SNOOZED beside it, and a reason the disposition BAD_LEAD. The answer names leads that do not exist and changes the others.',
  right: 'decideLeads',
  rest: null,
  input: z.strictObject({
    decisions: z
      .array(z.strictObject({ leadId: uuid.describe('Lead id, uuid.'), ...decision, seenAt }))
      .min(1)
      .max(mostTogether)
      .refine((all) => new Set(all.map(({ leadId }) => leadId)).size === all.length, {
        message: 'must name each lead once',
      })
      .describe('At most 100, each about another lead.'),
  }),
  output: z.strictObject({
    changed: z.int().min(0).describe('Leads that were changed.'),
    missing: z.array(z.guid()).describe('Ids that are not leads of this workspace.'),
    changedMeanwhile: z.array(z.guid()).describe('Leads that changed after their seenAt. They were left as they are.'),
    updatedAt: z.record(z.guid(), timestamp('Their updatedAt after the change.')).describe('By the ids of the leads.'),
  }),
  inTurn: true,
  async run(workspace, { decisions }) {
    const placed = decisions.map((one, at) => ({ given: one, at: `decisions.${at}.` }));
    for (const { given, at } of placed) {
      expectSomething(given, at);
      if (typeof given.dispositionReason === 'string' && given.disposition !== 'BAD_LEAD') {
        throw invalid({ path: `${at}dispositionReason`, message: reasonOfBadLeads });
      }
      // Without a read of each lead, whether it is snoozed is not known.
      expectDay(given.outreach?.snoozedUntil ?? null, given.outreach?.status ?? 'NONE', at);
    }
    await expectOwners(workspace, placed);
    const ids = decisions.map(({ leadId }) => leadId);
    const before = await workspace.store.leads.updatedAt(ids);
    const isLater = ({ leadId, seenAt: seen }: (typeof decisions)[number]) =>
      seen !== undefined && (before.get(leadId) ?? 0) > Date.parse(seen);
    const changedMeanwhile = decisions.filter(isLater).map(({ leadId }) => leadId);
    const open = decisions.filter((one) => !isLater(one));
    const wanted = new Map(open.map((one) => [one.leadId, decisionOf(workspace, one)]));
    const found = await workspace.writes.decideLeads(wanted);
    const missing = [...wanted.keys()].filter((id) => !found.has(id));
    const made = open.filter(({ leadId }) => found.get(leadId) === true);
    const after = await workspace.store.leads.updatedAt([...found.keys()]);
    const updatedAt = Object.fromEntries([...after].map(([id, at]) => [id, printDate(at)]));
    return {
      answer: { changed: made.length, missing, changedMeanwhile, updatedAt },
      changed: made.map((one) => ({ kind: 'lead', id: one.leadId, detail: detailText(one) })),
    };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});

function decisionOf(
  { caller }: ActingWorkspace,
  { disposition, dispositionReason, ownerId, outreach: change }: Given,
): LeadDecision {
  const outreachChange = change && { ...change, snoozedUntil: change.snoozedUntil ?? undefined };
  return { disposition, dispositionReason, ownerId, outreach: outreachChange, userId: userOf(caller) };
}

/** A lead of any disposition, as its single read shows it. */
async function detailOf({ store }: Workspace, leadId: string) {
  const id = asUuid(leadId);
  const row = id && (await store.leads.any(id));
  if (!row) throw notFound('lead');
  return { data: showLeadDetail(row) };
}

/** @param at path of this decision in the input. */
function expectSomething({ disposition, dispositionReason, ownerId, outreach: change }: Given, at: string): void {
  const said =
    change && (change.status !== undefined || change.note !== undefined || change.snoozedUntil !== undefined);
  if (disposition === undefined && dispositionReason === undefined && ownerId === undefined && !said) {
    throw invalid({ path: `${at}disposition`, message: 'give disposition, ownerId, outreach or several of them' });
  }
}

const reasonOfBadLeads = 'is allowed only with the disposition BAD_LEAD';

/** A reason needs BAD_LEAD, in the same change or as the lead's disposition. */
async function expectReason({ store }: Workspace, leadId: string, given: Given): Promise<void> {
  const { disposition, dispositionReason = null } = given;
  const id = asUuid(leadId);
  if (dispositionReason === null || id === undefined) return;
  const held = disposition ?? (await store.leads.any(id))?.disposition ?? 'BAD_LEAD';
  if (held !== 'BAD_LEAD') throw invalid({ path: 'dispositionReason', message: reasonOfBadLeads });
}

/** SNOOZED needs a day. A day without a status moves the end of a snooze that lasts. */
async function expectSnoozed({ store }: Workspace, leadId: string, { outreach: change }: Given): Promise<void> {
  const { status, snoozedUntil } = change ?? {};
  const id = asUuid(leadId);
  if (status !== undefined) return expectDay(snoozedUntil ?? null, status, '');
  if (snoozedUntil === undefined || id === undefined) return;
  const row = await store.leads.any(id);
  if (row) expectDay(snoozedUntil, showOutreach(row).status, '');
}

function expectDay(day: string | null, status: OutreachStatus, at: string): void {
  const path = `${at}outreach.snoozedUntil`;
  if (status === 'SNOOZED' && day === null)
    throw invalid({ path, message: 'is needed with SNOOZED: a day, YYYY-MM-DD' });
  if (status !== 'SNOOZED' && day !== null) throw invalid({ path, message: 'is allowed only with the status SNOOZED' });
}

interface Placed {
  readonly given: Given;
  /** Path of this decision in the input. */
  readonly at: string;
}

async function expectOwners({ writes }: ActingWorkspace, placed: readonly Placed[]): Promise<void> {
  const owned = placed.filter(({ given: { ownerId } }) => typeof ownerId === 'string');
  if (owned.length === 0) return;
  const members = new Map((await writes.members()).map((member) => [member.userId, member]));
  for (const { given, at } of owned) {
    const owner = members.get(given.ownerId ?? '');
    // Not 404, which would say that there is no such lead.
    if (!owner) throw invalid({ path: `${at}ownerId`, message: 'must be an active member of this workspace' });
    if (!owner.active) throw new OperationError('conflict', `${owner.email} is inactive.`);
  }
}

/** The person who acts; null for a key and the operator. */
const userOf = (caller: Caller): string | null => (caller.kind === 'session' ? caller.userId : null);

/** For the audit log, without the text of a note. */
const detailText = ({ disposition, dispositionReason, ownerId, outreach: change }: Given): string =>
  deedsText({
    disposition,
    dispositionReason,
    ownerId,
    status: change?.status,
    snoozedUntil: change?.snoozedUntil,
    note: change?.note === undefined ? undefined : change.note === null ? 'removed' : 'written',
  });
