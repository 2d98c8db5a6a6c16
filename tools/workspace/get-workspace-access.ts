import { z } from 'zod';
import { roundedDown } from '../../src/rules/audience/privacy';
import { dataAccessFlags } from '../../src/auth/rights';
import { defineQuery } from '../define';
import { input } from '../fields';
import * as examples from '../examples';
import { uuid, count } from '../schemas/values';

/** Every flag is always present. */
export const dataAccessSchema = z
  .strictObject(Object.fromEntries(dataAccessFlags.map((flag) => [flag, z.boolean()])))
  .describe('Kinds of data that may be read.');

export const getWorkspaceAccess = defineQuery({
  name: 'get_workspace_access',
  title: 'Get workspace access',
  description:
    'What this connection or key may read in the workspace (dataAccess), and usage: the number of active leads and watched profiles. Use it first to see which other queries will be answered.',
  right: 'readWorkspace',
  rest: {
    method: 'GET',
    path: '/customer/workspace-access',
    tag: 'Workspace',
    resource: 'WorkspaceAccess',
    example: examples.workspaceAccess,
  },
  input: input({}),
  output: z.strictObject({
    organizationId: uuid('Workspace id, uuid.'),
    dataAccess: dataAccessSchema,
    usage: z.strictObject({
      apiVisibleLeadCount: count('Active leads. Rounded down without dataAccess.leads.'),
      monitoredProfileCount: count('Profiles on the watchlist.'),
    }),
  }),
  async run(workspace) {
    const usage = await workspace.store.usage.usage();
    const { leads } = workspace.dataAccess;
    return {
      organizationId: workspace.organizationId,
      dataAccess: {
        ...workspace.dataAccess,
        audienceDiscovery: workspace.dataAccess.audienceDiscovery && workspace.audience.source !== null,
      },
      usage: leads
        ? usage
        : { ...usage, apiVisibleLeadCount: roundedDown(usage.apiVisibleLeadCount, workspace.audience.rules) },
    };
  },
});
