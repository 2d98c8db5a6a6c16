/**
 * Messages that cost a validator much more than their bytes: refused before any schema sees them, or answered briefly. The
 * same for the other JSON bodies that strangers send.
 */
import { mcpQueries } from '../../../tools/catalogue';
import { startEndpoint, type TestEndpoint } from '../../mcp/support/endpoint';
import { negotiated, post, stateless, type RawRequest } from '../../mcp/support/messages';
import { seedWorkspace } from '../../mcp/support/seed';
import { costAgainst } from '../../support/growth';

let endpoint: TestEndpoint;
let token: string;
beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace });
  token = endpoint.connections.mint();
});
afterAll(() => endpoint.close());

const members = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`member ${n}`, value]));
const elements = (count: number, value: unknown = 1) => Array.from({ length: count }, () => value);
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

const initialize = (more: object) =>
  negotiated('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
    ...more,
  });

/** As many members as a message may have, and as many as fit into the largest body. */
const sizes = [900, 12_000];

const messages: readonly (readonly [name: string, message: (size: number) => RawRequest])[] = [
  ['capabilities of any name', (size) => initialize({ capabilities: members(size) })],
  ['icons that are none', (size) => initialize({ clientInfo: { name: 'x', version: '1', icons: elements(size) } })],
  ['protocol versions', (size) => initialize({ protocolVersion: elements(size) })],
  [
    'arguments of a prompt that are none',
    (size) => negotiated('prompts/get', { name: 'post_results', arguments: members(size) }),
  ],
  [
    'unknown arguments of a prompt',
    (size) => negotiated('prompts/get', { name: 'post_results', arguments: members(size, 'x') }),
  ],
  [
    'a completion of arguments that are none',
    (size) =>
      negotiated('completion/complete', {
        ref: { type: 'ref/prompt', name: 'post_results' },
        argument: { name: 'post', value: 'x' },
        context: { arguments: members(size) },
      }),
  ],
  [
    'unknown arguments of a tool',
    (size) => stateless('tools/call', { name: 'svc_list_leads', arguments: members(size) }),
  ],
  [
    'wrong values of an argument',
    (size) => stateless('tools/call', { name: 'svc_list_leads', arguments: { ownerIds: elements(size) } }),
  ],
  [
    'arguments that are no object',
    (size) => negotiated('tools/call', { name: 'svc_list_leads', arguments: elements(size) }),
  ],
  ['_meta of any name', (size) => negotiated('tools/list', { _meta: members(size) })],
  ['a _meta that is none', (size) => negotiated('tools/list', { _meta: { progressToken: elements(size) } })],
  [
    'unknown members of a message',
    (size) => ({
      ...negotiated('tools/list'),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', ...members(size) }),
    }),
  ],
  ['a method of any length', (size) => negotiated('x'.repeat(size))],
  ['a tool of any name', (size) => negotiated('tools/call', { name: 'x'.repeat(size) })],
  [
    'a resource of any address',
    (size) => negotiated('resources/read', { uri: `leadlight://leads/${'x'.repeat(size)}` }),
  ],
  ['an id of any length', (size) => negotiated('tools/list', {}, 'x'.repeat(size))],
  ['levels', (size) => negotiated('tools/list', { _meta: { deep: nested(size / 10) } })],
  [
    'a revision of any length',
    (size) => ({ ...negotiated('tools/list'), headers: { 'mcp-protocol-version': 'x'.repeat(Math.min(size, 8_000)) } }),
  ],
];

test.each(messages.flatMap(([name, message]) => sizes.map((size) => [name, size, message] as const)))(
  '%s, %d of them',
  async (_name, size, message) => {
    const asked = async (request: ReturnType<typeof message>) => {
      const { status, text, json } = await post(endpoint.url, token, request);
      expect(status).toBeLessThan(500);
      const refused = json?.error !== undefined || json?.result?.['isError'] === true;
      if (refused) expect(Buffer.byteLength(text)).toBeLessThan(4_000);
    };
    // Against a list of all tools, asked for in the same breath. Without bounds the worst took five hundred times as much.
    const usual = () => asked(negotiated('tools/list'));
    expect(await costAgainst(usual, () => asked(message(size)))).toBeLessThan(40);
  },
);

test("what the SDK's validator finds wrong is said in words, as wrong parameters", async () => {
  const wrong = initialize({ clientInfo: { name: 'x', version: '1', icons: elements(20) } });
  const { json } = await post(endpoint.url, token, wrong);
  expect(json?.error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^Invalid params: .*icons\.0: .*; and 15 more$/),
  });
});

test('a message with as many members as any real one has is answered', async () => {
  const ids = Array.from({ length: 50 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  const input = {
    ownerIds: ids,
    monitoredProfileIds: ids,
    companyNames: elements(25, 'Acme').map((name, n) => `${String(name)} ${n}`),
  };
  const { json } = await post(
    endpoint.url,
    token,
    stateless('tools/call', { name: 'svc_list_leads', arguments: input }),
  );
  expect(json?.result?.['isError']).toBeUndefined();
  expect(json?.result?.['structuredContent']).toMatchObject({ data: expect.any(Array) });
});

test.each([
  ['a response', { jsonrpc: '2.0', id: 1, result: { token: 'secret-in-a-message' } }],
  ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'secret-in-a-message' } }],
  ['a wrong request', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: { 'secret-in-a-message': 1 } } }],
])('%s that holds a credential is not logged', async (_name, message) => {
  for (const sent of [negotiated(''), stateless('')]) {
    await post(endpoint.url, token, { ...sent, body: JSON.stringify(message) });
  }
  expect(endpoint.logged.join('')).not.toContain('secret-in-a-message');
});
