import { z } from 'zod';
import { companySizes, jobFunctions, seniorities as knownSeniorities } from '../../packages/reader/src';
import { oneOf } from '../schemas/values';
import { roundedDown } from '../../src/rules/audience/privacy';
import { dataAccessFlags } from '../../src/auth/rights';
import { readIcp } from '../../src/rules/fit/icp-definition';
import type { IcpRecord } from '../../src/store/access/usage-reads';
import { defineQuery } from '../define';
import { input } from '../fields';
import * as examples from '../examples';
import { uuid, count } from '../schemas/values';

/** Every flag is always present. */
export const dataAccessSchema = z
  .strictObject(Object.fromEntries(dataAccessFlags.map((flag) => [flag, z.boolean()])))
  .describe('Kinds of data that may be read.');

/** How many values of each list are shown. The definition may have 200. */
const mostValues = 25;
const values = z.array(z.string());

const customerProfile = z
  .strictObject({
    version: z.int().min(1),
    titles: values.describe('Words of job titles.'),
    fieldWords: values.describe('Words of a field, in titles of any rank.'),
    seniorities: z.array(oneOf(knownSeniorities, 'Seniority.')),
    functions: z.array(oneOf(jobFunctions, 'Job function.')),
    industries: values,
    sizes: z.array(oneOf(companySizes, "Employees, in the network's ranges.")),
    countries: values.describe('ISO 3166-1 alpha-2 codes.'),
  })
  .nullable()
  .describe(
    `Whom the workspace sells to: its ideal customer profile, at most ${mostValues} values of each list. An empty list asks for nothing. Exclusions and weights are in the resource leadlight://scoring. Null if none was set, or without dataAccess.icp.`,
  );

/** @param icp the definition in force. */
function showCustomerProfile(icp: IcpRecord | undefined): z.input<typeof customerProfile> {
  const read = icp && readIcp(JSON.parse(icp.definition));
  if (!read || 'problems' in read) return null;
  const { titles, fieldWords, seniorities, functions, industries, sizes, countries } = read.definition;
  return {
    version: icp.version,
    titles: titles.slice(0, mostValues),
    fieldWords: fieldWords.slice(0, mostValues),
    seniorities: seniorities.slice(0, mostValues),
    functions: functions.slice(0, mostValues),
    industries: industries.slice(0, mostValues),
    sizes: sizes.slice(0, mostValues),
    countries: countries.slice(0, mostValues),
  };
}

export const getWorkspaceAccess = defineQuery({
  name: 'get_workspace_access',
  title: 'Get workspace access',
  description:
    'What this connection or key may read in the workspace (dataAccess), usage (numbers of active leads and watched profiles), and whom it sells to: the ideal customer profile. Use it first to see which queries will be answered.',
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
    idealCustomerProfile: customerProfile,
  }),
  async run(workspace) {
    const { leads, icp } = workspace.dataAccess;
    const [usage, definition] = await Promise.all([
      workspace.store.usage.usage(),
      icp ? workspace.store.usage.icp() : undefined,
    ]);
    return {
      organizationId: workspace.organizationId,
      dataAccess: {
        ...workspace.dataAccess,
        audienceDiscovery: workspace.dataAccess.audienceDiscovery && workspace.audience.source !== null,
      },
      usage: leads
        ? usage
        : { ...usage, apiVisibleLeadCount: roundedDown(usage.apiVisibleLeadCount, workspace.audience.rules) },
      idealCustomerProfile: showCustomerProfile(definition),
    };
  },
});
