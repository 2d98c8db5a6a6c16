/**
 * How many statements a query sends does not depend on how much it answers. Counted at the database while a client asks over REST,
 * or over MCP what only MCP offers.
 */
import type { Query } from '../../tools/define';
import { mcpQueries } from '../../tools/catalogue';
import { startEndpoint, type TestEndpoint } from '../mcp/support/endpoint';
import { post, stateless } from '../mcp/support/messages';
import { askedOf, seedWorkspace } from '../mcp/support/seed';

/** The most that any query needs: finding people to contact reads leads, evidence, comments, posts and trends. */
const most = 10;

let endpoint: TestEndpoint;
let statements = 0;
beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace, withRest: true });
  endpoint.db.onStatement = () => (statements += 1);
});
afterAll(() => endpoint.close());

/** Over REST where there is an address: MCP asks again for fewer items when an answer is long. */
async function ask({ name, rest }: Query, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (rest === null) {
    const token = endpoint.connections.mint({ connectionId: 'counted' });
    const message = stateless('tools/call', { name: `svc_${name}`, arguments: given });
    const { json } = await post(endpoint.url, token, message);
    expect(json?.result).not.toHaveProperty('isError');
    return json?.result?.['structuredContent'];
  }
  const inPath = (text: string) => rest.path.includes(`{${text}}`);
  const path = rest.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(given[parameter])));
  const query = Object.entries(given).filter(([parameter]) => !inPath(parameter));
  const search = new URLSearchParams(Object.fromEntries(query.map(([parameter, value]) => [parameter, String(value)])));
  const answer = await fetch(`${endpoint.origin}/api/v1${path}?${search.toString()}`, {
    headers: { Authorization: `Bearer ${endpoint.apiKey}` },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function counted(query: Query, given: Readonly<Record<string, unknown>>): Promise<number> {
  // Who asks is remembered for some seconds, which may end between two of them: the least of a few is what the query sends.
  let least = Infinity;
  for (let turn = 0; turn < 4; turn += 1) {
    statements = 0;
    const answer = await ask(query, given);
    expect(JSON.stringify(answer).length).toBeGreaterThan(2);
    least = Math.min(least, statements);
  }
  return least;
}

test.each(mcpQueries.map((query) => [query.name, query] as const))('%s', async (name, query) => {
  const given = askedOf[name] ?? {};
  if (!('limit' in query.input.shape)) {
    expect(await counted(query, given)).toBeLessThanOrEqual(most);
    return;
  }
  const few = await counted(query, { ...given, limit: 2 });
  const many = await counted(query, { ...given, limit: name === 'find_people_to_contact' ? 25 : 100 });
  // A page that does not fill costs a look whether there is more, and a read of it.
  expect(many).toBeLessThanOrEqual(few + 2);
  expect(many).toBeLessThanOrEqual(most);
});

test('a lead with many engagements behind its score is read with as few statements as one with a single one', async () => {
  const [lead] = mcpQueries.filter(({ name }) => name === 'get_lead');
  const given = askedOf['get_lead'] ?? {};
  if (!lead) throw new Error('no such query');
  const few = await counted(lead, given);
  const points = Array.from({ length: 12 }, (_, n) => ({
    engagementId: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    type: 'LIKE',
    points: 1,
    occurredAt: n,
  }));
  const sql = 'UPDATE lead_evidence SET intent = ? WHERE lead_id = ?';
  expect(await endpoint.db.run(sql, [JSON.stringify(points), String(given['leadId'])])).toBe(1);
  expect(await counted(lead, given)).toBe(few);
});

test('positive control: a list sends at least one', async () => {
  const [leads] = mcpQueries.filter(({ name }) => name === 'list_leads');
  if (!leads) throw new Error('no such query');
  expect(await counted(leads, {})).toBeGreaterThan(0);
});
