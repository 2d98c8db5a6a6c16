import { z } from 'zod';
import { action } from '../../../tools/catalogue';
import { dispositions } from '../../domain/values';
import { findUserByEmail, listMembers } from '../../store/admin/members';
import type { Database } from '../../store/database';
import { command, parameter, type CommandGroup } from '../command';
import { CliError, missing } from '../exit-codes';
import { operatorWorkspace } from '../operator';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const set = command({
  name: 'set',
  summary: "Set a lead's disposition or owner.",
  details:
    'For many leads at once import a generic CSV with the columns kind=lead, profileUrl, disposition, ownerEmail.',
  arguments: { lead: parameter('<lead id>', 'from the leads list', z.uuid('is not an id').toLowerCase()) },
  options: {
    workspace: workspaceOption,
    disposition: parameter(
      '--disposition <disposition>',
      'ACTIVE, CLIENT or BAD_LEAD',
      z.enum(dispositions, 'must be ACTIVE, CLIENT or BAD_LEAD').optional(),
    ),
    owner: parameter('--owner <email>', 'an active member of the workspace, or none', z.string().optional()),
  },
  examples: [
    'lead set 0198c0de-0000-7000-8000-000000000000 --disposition CLIENT',
    'lead set 0198c0de-0000-7000-8000-000000000000 --owner ada@example.com',
  ],
  async run(context, args, options) {
    if (options.disposition === undefined && options.owner === undefined) {
      throw new CliError('usage', 'give --disposition, --owner or both');
    }
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const ownerId = options.owner === undefined ? undefined : await ownerOf(db, organization.id, options.owner);
    const workspace = operatorWorkspace(context, db, organization.id);
    const { disposition } = options;
    const data = await action.decideLead.act(workspace, { leadId: args.lead, disposition, ownerId });
    const said = [options.disposition, options.owner && `owner ${options.owner}`].filter(Boolean).join(', ');
    return { data, lines: [`Lead ${args.lead}: ${said}`] };
  },
});

async function ownerOf(db: Database, organizationId: string, email: string): Promise<string | null> {
  if (email === 'none') return null;
  const user = await findUserByEmail(db, email);
  const member = (await listMembers(db, organizationId)).find((one) => one.userId === user?.id);
  if (!member) throw missing('member of this workspace', email);
  return member.userId;
}

export const lead: CommandGroup = {
  name: 'lead',
  summary: 'What people decide about leads.',
  commands: [set],
};
