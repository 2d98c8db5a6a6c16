/** Every tool with every scope through the endpoint: the HTTP status is decided before the tool runs, by the same table. */
import { demandsOf, scopes } from '../../src/auth/rights';
import { mcpQueries } from '../../tools/catalogue';
import { startEndpoint, type TestEndpoint } from '../mcp/support/endpoint';
import { post, stateless } from '../mcp/support/messages';
import { askedOf, seedWorkspace } from '../mcp/support/seed';

let endpoint: TestEndpoint;
beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace });
});
afterAll(() => endpoint.close());

const cells = mcpQueries.flatMap(({ name, right }) =>
  scopes.map((scope) => [name, scope, demandsOf(right).scope] as const),
);

test.each(cells)('%s with %s alone', async (name, scope, needed) => {
  const token = endpoint.connections.mint({ scopes: [scope] });
  const answer = await post(
    endpoint.url,
    token,
    stateless('tools/call', { name: `svc_${name}`, arguments: askedOf[name] ?? {} }),
  );
  if (scope === needed) expect([answer.status, answer.json?.result?.['isError']]).toEqual([200, undefined]);
  else
    expect([answer.status, answer.json?.error?.data]).toEqual([
      403,
      expect.objectContaining({ code: 'insufficient_scope' }),
    ]);
});
