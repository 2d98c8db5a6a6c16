/**
 * Programs of customers for clients that generators wrote from our OpenAPI document. They are compiled strictly against what was
 * generated beside them, then called. Each makes the same three calls: leads of two tiers, the feed of changes, one lead.
 */

export interface Generator {
  readonly name: string;
  /** Script of a package, with its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
  /** A file that it reads; `BASE` in the environment is the address of the interface. */
  readonly config?: { readonly name: string; readonly text: string };
  /** Whether its package is one of package.json. The others are installed for the full test alone, from the lock beside this file. */
  readonly ours: boolean;
  /** What differs between the programs: imports, and how each asks. */
  readonly imports: string;
  readonly setup: string;
  readonly leads: string;
  readonly changes: string;
  readonly lead: string;
}

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    ours: true,
    command: ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'paths.ts'],
    imports: `import createClient from 'openapi-fetch';
import type { paths } from './paths';
function answered<T>({ data }: { data?: T }): T {
  if (data === undefined) throw new Error('refused');
  return data;
}`,
    setup: `const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });`,
    leads: `answered(await client.GET('/customer/leads', { params: { query: { leadTier } } }))`,
    changes: `answered(await client.GET('/customer/changes'))`,
    lead: `answered(await client.GET('/customer/leads/{leadId}', { params: { path: { leadId } } }))`,
  },
  {
    name: '@hey-api/openapi-ts',
    ours: true,
    command: ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey', '-s'],
    imports: `import { createClient } from './hey/client';
import { getLead, listChanges, listLeads } from './hey/sdk.gen';`,
    setup: `const client = createClient({ baseUrl, auth: key });`,
    leads: `(await listLeads({ client, query: { leadTier }, throwOnError: true })).data`,
    changes: `(await listChanges({ client, throwOnError: true })).data`,
    lead: `(await getLead({ client, path: { leadId }, throwOnError: true })).data`,
  },
  {
    name: 'orval',
    command: ['orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
    ours: false,
    config: {
      name: 'orval.config.mjs',
      text: `export default {
  leadlight: { input: 'openapi.json', output: { target: 'orval.ts', client: 'fetch', baseUrl: process.env.BASE } },
};`,
    },
    imports: `import { getLead, listChanges, listLeads } from './orval';
type Answer = { status: number; data: unknown };
type Good<T extends Answer> = Extract<T, { status: 200 }>['data'];
const isGood = <T extends Answer>(answer: T): answer is Extract<T, { status: 200 }> => answer.status === 200;
function answered<T extends Answer>(answer: T): Good<T> {
  if (isGood(answer)) return answer.data;
  throw new Error(String(answer.status));
}`,
    // Its addresses begin with `BASE`, which stands in what it wrote.
    setup: `const options = { headers: { Authorization: \`Bearer \${key}\` } };`,
    leads: `answered(await listLeads({ leadTier }, options))`,
    changes: `answered(await listChanges({}, options))`,
    lead: `answered(await getLead(leadId, options))`,
  },
  {
    name: 'swagger-typescript-api',
    ours: false,
    command: ['swagger-typescript-api/dist/cli.mjs', 'generate', '-p', 'openapi.json', '-o', 'swagger', '-n', 'api.ts'],
    imports: `import { Api } from './swagger/api';`,
    setup: `const { customer } = new Api({ baseUrl, baseApiParams: { headers: { Authorization: \`Bearer \${key}\` } } });`,
    leads: `(await customer.listLeads({ leadTier })).data`,
    changes: `(await customer.listChanges({})).data`,
    lead: `(await customer.getLead(leadId)).data`,
  },
  {
    name: 'openapi-zod-client',
    ours: false,
    command: ['openapi-zod-client/bin.js', 'calls.json', '-o', 'zodios.ts'],
    imports: `import { createApiClient } from './zodios';`,
    setup: `const client = createApiClient(baseUrl, { axiosConfig: { headers: { Authorization: \`Bearer \${key}\` } } });`,
    leads: `await client.list_leads({ queries: { leadTier } })`,
    changes: `await client.list_changes()`,
    lead: `await client.get_lead({ params: { leadId } })`,
  },
];

/**
 * The program of a generator; its `ask` makes the calls. It compiles only if items of a list are whole leads, `change` and `kind` tell the changes apart, and closed
 * sets are enums. @param replace a line of it, by a mistake that must not compile.
 */
export function programOf(generator: Generator, replace?: readonly [right: string, wrong: string]): string {
  const { imports, setup, leads, changes, lead } = generator;
  const program = `${imports}
type Tier = 'PRIORITY' | 'QUALIFIED';
const leadTier: Tier[] = ['PRIORITY', 'QUALIFIED'];

export async function ask(baseUrl: string, key: string) {
  ${setup}
  const leads = ${leads};
  const ids = leads.data.flatMap((lead) => (lead.profile.seniority === 'unpaid' ? [] : [lead.id]));
  const sizes = new Set(leads.data.map((lead) => (lead.profile.companySize === '10001+' ? 'large' : lead.leadTier)));

  const changes = ${changes};
  const names = changes.data.flatMap((one) =>
    one.change === 'upsert' && one.kind === 'lead' ? [one.item.profile.displayName] : [],
  );

  const leadId = ids[0] ?? '';
  const { data: lead } = ${lead};
  const verified = lead.contact?.emailStatus === 'VERIFIED';
  return { leads: ids.length, sizes: sizes.size, changes: names.length, same: lead.id === leadId, verified };
}
`;
  return replace ? program.replace(...replace) : program;
}

/** Mistakes that generated types must not let through. */
export const mistakes: readonly (readonly [name: string, right: string, wrong: string])[] = [
  ['a member of a lead that is not there', '[lead.id]', '[lead.identifier]'],
  ['a seniority that is not there', "=== 'unpaid'", "=== 'intern'"],
  ['a size that is not there', "=== '10001+'", "=== '10000+'"],
  ['a state of an address that is not there', "=== 'VERIFIED'", "=== 'verified'"],
  ['a tier that is not there', "type Tier = 'PRIORITY' | 'QUALIFIED'", "type Tier = 'PRIORITY' | 'QUALIFIED' | 'HOT'"],
  ['an item of a change that may be none', "one.change === 'upsert' && one.kind === 'lead'", "one.kind === 'lead'"],
  ['a kind that is not there', "one.kind === 'lead' ?", "one.kind === 'person' ?"],
];
