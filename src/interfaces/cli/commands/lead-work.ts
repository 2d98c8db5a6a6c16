/** `leadlight lead contacted|snooze|reopen|note|assign|decide`: records of work on a lead. */
import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import type { Database } from '../../../database/database';
import { dispositions } from '../../../shared/values';
import { wordFor } from '../../../shared/value-words';
import { findUserByEmail, listMembers } from '../../../store/access/members';
import { parameter } from '../command';
import { workspaceCommand, type NamedWorkspace } from '../workspace-command';
import { missing } from '../exit-codes';
import { leadArgument } from '../lead-argument';

const example = '0198c0de-0000-7000-8000-000000000000';

interface Change {
  readonly disposition?: string;
  readonly ownerId?: string | null;
  readonly outreach?: { readonly status?: string; readonly snoozedUntil?: string; readonly note?: string | null };
}

/** Changes a lead as the operator. @param said the line to print. */
async function change({ workspace }: NamedWorkspace, leadId: string, given: Change, said: string) {
  const data = await action.decideLead.act(workspace, { leadId, ...given });
  return { data, lines: [`Lead ${leadId}: ${said}`] };
}

/** The user with an address; null for `none`. @throws CliError if no member of the workspace has the address. */
export async function ownerOf(db: Database, organizationId: string, email: string): Promise<string | null> {
  if (email === 'none') return null;
  const user = await findUserByEmail(db, email);
  const member = (await listMembers(db, organizationId)).find((one) => one.userId === user?.id);
  if (!member) throw missing('member of this workspace', email);
  return member.userId;
}

const contacted = workspaceCommand({
  name: 'contacted',
  summary: 'Record that somebody contacted a lead now.',
  arguments: { lead: leadArgument },
  options: { note: parameter('--note <text>', 'a note about it', z.string().max(1_000).optional()) },
  examples: [`lead contacted ${example} --note "Wants a call in May"`],
  run: (at, args, { note: text }) =>
    change(at, args.lead, { outreach: { status: 'CONTACTED', ...(text && { note: text }) } }, 'contacted'),
});

const snooze = workspaceCommand({
  name: 'snooze',
  summary: 'Snooze a lead until a day.',
  arguments: {
    lead: leadArgument,
    until: parameter('<day>', 'UTC day on which the snooze ends, YYYY-MM-DD', z.iso.date('must be a day, YYYY-MM-DD')),
  },
  examples: [`lead snooze ${example} 2027-01-11`],
  run: (at, { lead, until }) =>
    change(at, lead, { outreach: { status: 'SNOOZED', snoozedUntil: until } }, `snoozed until ${until}`),
});

const reopen = workspaceCommand({
  name: 'reopen',
  summary: 'Clear that a lead was contacted or snoozed.',
  arguments: { lead: leadArgument },
  examples: [`lead reopen ${example}`],
  run: (at, { lead }) => change(at, lead, { outreach: { status: 'NONE' } }, 'open again'),
});

const note = workspaceCommand({
  name: 'note',
  summary: 'Write a note about a lead. An empty text removes the note.',
  arguments: { lead: leadArgument, text: parameter('<text>', 'at most 1,000 characters', z.string().max(1_000)) },
  examples: [`lead note ${example} "Met at the fair"`],
  run(at, { lead, text }) {
    const isEmpty = text === '';
    const outreach = { note: isEmpty ? null : text };
    return change(at, lead, { outreach }, isEmpty ? 'note removed' : 'note written');
  },
});

const assign = workspaceCommand({
  name: 'assign',
  summary: 'Assign a lead to a member, or to nobody.',
  arguments: {
    lead: leadArgument,
    email: parameter('<email>', 'an active member of the workspace, or none', z.string()),
  },
  examples: [`lead assign ${example} ada@example.com`],
  async run(at, { lead, email }) {
    const ownerId = await ownerOf(at.db, at.organizationId, email);
    return change(at, lead, { ownerId }, `owner ${email}`);
  },
});

const decide = workspaceCommand({
  name: 'decide',
  summary: 'Set the disposition of a lead.',
  arguments: {
    lead: leadArgument,
    disposition: parameter(
      '<disposition>',
      'ACTIVE, CLIENT or BAD_LEAD',
      z.enum(dispositions, 'must be ACTIVE, CLIENT or BAD_LEAD'),
    ),
  },
  examples: [`lead decide ${example} CLIENT`],
  run: (at, { lead, disposition }) => change(at, lead, { disposition }, wordFor(disposition)),
});

export const leadWork = [contacted, snooze, reopen, note, assign, decide];
