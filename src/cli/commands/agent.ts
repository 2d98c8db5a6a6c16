import { command, type CommandGroup } from '../command';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const status = command({
  name: 'status',
  summary: 'Say whether the automated lead-finding agent works for a workspace.',
  details: 'This version has no agent to configure: leads come from imported engagement. The status is NOT_CONFIGURED.',
  options: { workspace: workspaceOption },
  examples: ['agent status --json'],
  async run(context, _args, options) {
    const organization = await resolveWorkspace(await context.database(), options.workspace);
    return {
      data: { organizationId: organization.id, status: 'NOT_CONFIGURED' },
      lines: ['NOT_CONFIGURED: this version has no automated agent; leads come from imported engagement'],
    };
  },
});

export const agent: CommandGroup = {
  name: 'agent',
  summary: 'The automated lead-finding agent.',
  commands: [status],
};
