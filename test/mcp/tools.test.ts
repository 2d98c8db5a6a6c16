/** The tool list as it goes over the wire, what is in it, and what each tool answers. */
import { Ajv2020 } from 'ajv/dist/2020';
import { z } from 'zod';
import { mcpQueries } from '../../tools/catalogue';
import { scopes } from '../../src/auth/rights';
import { scopeNeeded } from '../../src/interfaces/mcp/tools';
import { routesOf } from '../../src/interfaces/rest/routes';
import { startEndpoint, type TestEndpoint } from './support/endpoint';
import { negotiated, post, stateless, type JsonRpcAnswer } from './support/messages';
import { askedOf, seedWorkspace } from './support/seed';

let endpoint: TestEndpoint;

beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace, withRest: true });
});
afterAll(() => endpoint.close());

const schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  additionalProperties: z.boolean().optional(),
});
/** The list as any client reads it; the snapshot below shows its whole form. */
const toolList = z.looseObject({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      inputSchema: schema,
      outputSchema: schema.optional(),
      annotations: z.record(z.string(), z.unknown()).optional(),
      securitySchemes: z.array(z.strictObject({ type: z.literal('oauth2'), scopes: z.array(z.enum(scopes)) })),
    }),
  ),
});

/** Filters to compare besides: lists, dates, text, order. */
const moreAskedOf: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  list_leads: [
    { leadTier: ['PRIORITY', 'QUALIFIED'], engagementTypes: ['COMMENT'] },
    { search: 'müller', companyNames: ['ACME 3', 'Acme, 4'], minIcpMatchPercent: 50 },
    { origin: 'agent', dateFrom: '2026-05-30', dateTo: '2026-06-01' },
    { search: 'nobody at all' },
  ],
  list_signals: [{ engagementTypes: ['COMMENT', 'LIKE'], profileType: 'TEAMMATE', search: 'acme 2' }],
  list_lead_engagements: [{ engagementTypes: ['LIKE'] }],
  list_watchlist_profiles: [{ sortBy: 'displayName', sortOrder: 'asc', profileTypes: ['TEAMMATE', 'CUSTOM'] }],
  list_account_reports: [{ sortBy: 'accountName', sortOrder: 'asc', search: 'acme' }],
  get_account_report: [{ minIcpMatchPercent: 60, dateTo: '2026-06-30' }],
};

/** The REST address of a query: path parameters in the path, lists as repeated parameters. */
function addressOf(path: string, input: Readonly<Record<string, unknown>>): string {
  const rest = new Map(Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const query = [...rest].flatMap(([name, value]) =>
    (Array.isArray(value) ? value.map(String) : [String(value)]).map((one): [string, string] => [name, one]),
  );
  return `/api/v1${filled}?${new URLSearchParams(query).toString()}`;
}

const sixMinutes = 6 * 60_000;
const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

async function ask(
  revision: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<JsonRpcAnswer> {
  const message = revision === '2026-07-28' ? stateless(method, params) : negotiated(method, params, 1, revision);
  const answer = await post(endpoint.url, endpoint.connections.mint(), message);
  expect([answer.status, answer.json?.error]).toEqual([200, undefined]);
  return answer.json ?? {};
}

async function listed(revision: string = revisions[0]): Promise<z.output<typeof toolList>> {
  const { result } = await ask(revision, 'tools/list', {});
  // The endpoint of a test has another port each time.
  return toolList.parse(JSON.parse(JSON.stringify(result).replaceAll(endpoint.origin, 'https://leads.example')));
}

test('tools/list, each tool once', async () => {
  expect(await listed()).toMatchSnapshot();
});

test('the list is the same under every revision, apart from what the revision adds around it', async () => {
  const [first, ...others] = await Promise.all(revisions.map(listed));
  for (const other of others) expect(other.tools).toEqual(first?.tools);
  expect(first?.['cacheScope']).toBe('public');
  expect(first?.['ttlMs']).toBeGreaterThan(sixMinutes);
});

describe('the whole list', () => {
  test('is under 34 KB', async () => {
    const { tools } = await listed();
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(34_000);
  });

  test('starts with the four tools of the interface document and holds every query once', async () => {
    const names = (await listed()).tools.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual([
      'svc_get_workspace_access',
      'svc_get_mcp_connection_status',
      'svc_get_agent_status',
      'svc_list_agent_candidates',
    ]);
    expect([...names].sort()).toEqual(mcpQueries.map(({ name }) => `svc_${name}`).sort());
    expect(new Set(names).size).toBe(names.length);
  });

  test('carries the prefix of the deployment', async () => {
    const other = await startEndpoint({ catalogue: mcpQueries, prefix: 'acme-' });
    try {
      const answer = await post(other.url, other.connections.mint(), stateless('tools/list'));
      expect(answer.text).toContain('"acme-list_leads"');
      expect(answer.text).not.toContain('svc_');
    } finally {
      await other.close();
    }
  });
});

describe('every tool', () => {
  const noUnion = ['anyOf', 'oneOf', 'allOf', 'not', 'if', '$ref', '$defs', 'definitions'];

  test.each(mcpQueries.map(({ name }) => name))('%s is portable, described and read-only', async (name) => {
    const tool = (await listed()).tools.find((candidate) => candidate.name === `svc_${name}`);
    if (!tool) throw new Error('not listed');
    expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(tool.title).toMatch(/\S/);
    expect(tool.description?.length ?? 0).toBeGreaterThan(40);
    // 600 of its author, and which fields hold words of others.
    const [said = '', others] = (tool.description ?? '').split(" Other people's words, ");
    expect(said.length).toBeLessThanOrEqual(600);
    expect((others ?? '').length).toBeLessThanOrEqual(250);
    expect(tool.annotations).toEqual({
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: others !== undefined,
    });
    expect(tool.securitySchemes).toEqual([
      { type: 'oauth2', scopes: [scopeNeeded(mcpQueries.find((query) => query.name === name))] },
    ]);
    expect(tool.inputSchema.type).toBe('object');
    expect(tool.inputSchema.additionalProperties).toBe(false);
    expect(tool.outputSchema?.type).toBe('object');
    expect(tool.outputSchema?.additionalProperties).toBe(true);
    for (const schema of [tool.inputSchema, tool.outputSchema ?? {}]) {
      for (const keyword of noUnion) expect(JSON.stringify(schema)).not.toContain(`"${keyword}":`);
    }
    for (const [parameter, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
      expect([parameter, typeof schema.description]).toEqual([parameter, 'string']);
      expect([parameter, typeof schema.type]).toEqual([parameter, 'string']);
    }
    const ajv = new Ajv2020({ strict: false, logger: false });
    expect(() => ajv.compile(tool.inputSchema)).not.toThrow();
    expect(() => ajv.compile(tool.outputSchema ?? {})).not.toThrow();
  });

  test.each(mcpQueries.map((query) => [query.name, query] as const))(
    '%s answers as its schema says, alike as structure and as text',
    async (name, query) => {
      const connectionId = 'parity';
      const token = endpoint.connections.mint({ connectionId });
      const message = stateless('tools/call', { name: `svc_${name}`, arguments: askedOf[name] ?? {} });
      const { json } = await post(endpoint.url, token, message);
      const result = json?.result as { content: [{ text: string }]; structuredContent: Record<string, unknown> };
      expect(json?.result).not.toHaveProperty('isError');
      expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
      expect(result.content[0].text).toBe(JSON.stringify(result.structuredContent));

      expect(query.output.safeParse(result.structuredContent)).toMatchObject({ success: true });
      const tool = (await listed()).tools.find((candidate) => candidate.name === `svc_${name}`);
      const validate = new Ajv2020({ strict: false, logger: false }).compile(tool?.outputSchema ?? {});
      expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
    },
  );

  test.each(routesOf(mcpQueries).map(({ operation, address }) => [operation.name, address.path] as const))(
    '%s answers what REST answers at %s',
    async (name, path) => {
      const queries: Readonly<Record<string, unknown>>[] = [
        askedOf[name] ?? {},
        ...(moreAskedOf[name] ?? []).map((more) => ({ ...askedOf[name], ...more })),
      ];
      for (const input of queries) {
        const { result } = await ask('2026-07-28', 'tools/call', { name: `svc_${name}`, arguments: input });
        const rest = await fetch(endpoint.origin + addressOf(path, input), {
          headers: { authorization: `Bearer ${endpoint.apiKey}` },
        });
        expect([rest.status, result?.['structuredContent']]).toEqual([200, await rest.json()]);
      }
    },
  );

  test.each(mcpQueries.map(({ name }) => name))('%s refuses an argument it does not know', async (name) => {
    const { result } = await ask('2026-07-28', 'tools/call', {
      name: `svc_${name}`,
      arguments: { ...askedOf[name], colour: 'red' },
    });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('colour: unknown parameter');
  });

  test.each(mcpQueries.filter(({ name }) => /^list_(?!agent)/.test(name)).map(({ name }) => name))(
    '%s pages with its cursor and never repeats an item',
    async (name) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const input: Record<string, unknown> = { ...askedOf[name], limit: 7, ...(cursor === null ? {} : { cursor }) };
        const { result } = await ask('2025-11-25', 'tools/call', { name: `svc_${name}`, arguments: input });
        const answer = result?.['structuredContent'] as {
          data: Record<string, string>[];
          page: { nextCursor: string | null; cursor: string | null };
        };
        expect(answer.page.cursor).toBe(cursor);
        seen.push(...answer.data.map((item) => item['id'] ?? item['leadId'] ?? ''));
        cursor = answer.page.nextCursor;
        pages += 1;
      } while (cursor !== null && pages < 5);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThan(0);
    },
  );
});

test('the connection status shows the connection of the call, and no token', async () => {
  const token = endpoint.connections.mint({ connectionId: 'mine', scopes: ['workspace:read'] });
  for (const revision of revisions) {
    const params = { name: 'svc_get_mcp_connection_status', arguments: {} };
    const message =
      revision === '2026-07-28' ? stateless('tools/call', params) : negotiated('tools/call', params, 1, revision);
    const { json, text } = await post(endpoint.url, token, message);
    expect(json?.result?.['structuredContent']).toMatchObject({
      connectionId: 'mine',
      clientName: 'Test assistant',
      organizationId: endpoint.organizationId,
      userRole: 'ADMIN',
      scopes: ['workspace:read'],
      protocolVersion: revision,
      connectedAt: '2025-10-09T08:53:20.000Z',
    });
    expect(text).not.toContain(token.split('.')[2]);
  }
});
