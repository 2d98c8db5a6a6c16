/**
 * The whole answer of every query, beside this file in `answers/`: what a client sees cannot change without a change here. A query
 * without one fails. `LEADLIGHT_WRITE_ANSWERS=1` writes what is missing or has changed, for review; `jest -u` does not.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { catalogue, mcpQueries } from '../../tools/catalogue';
import { startEndpoint, type TestEndpoint } from '../mcp/support/endpoint';
import { post, stateless } from '../mcp/support/messages';
import { askedOf, seedWorkspace } from '../mcp/support/seed';

/** Operations that REST offers and MCP does not, and the test that looks at their whole answers. */
const elsewhere: Readonly<Record<string, string>> = {
  create_webhook: 'test/webhooks/rest.test.ts',
  list_webhooks: 'test/webhooks/rest.test.ts',
  delete_webhook: 'test/webhooks/rest.test.ts',
  find_audience: 'test/discovery/find-audience.test.ts',
  put_member: 'test/rest/provisioning.test.ts',
  deactivate_member: 'test/rest/provisioning.test.ts',
  get_discovery: 'test/discovery/find-audience.test.ts',
  decide_lead: 'test/changes/feed.test.ts',
  correct_comment: 'test/import/corrected-readings.test.ts',
  list_changes: 'test/changes/feed.test.ts',
  put_watchlist_profile: 'test/changes/feed.test.ts',
  remove_watchlist_profile: 'test/changes/feed.test.ts',
};

/** Members that differ from run to run: they are there, and of the kind that is written. */
const changing = new Set(['organizationId', 'nextCursor', 'tokenExpiresAt', 'lastUsedAt', 'trend']);

const folder = join(__dirname, 'answers');
const fileOf = (name: string) => join(folder, `${name.replaceAll('_', '-')}.json`);

let endpoint: TestEndpoint;
beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace });
});
afterAll(() => endpoint.close());

function settled(value: unknown, name = ''): unknown {
  if (value !== null && changing.has(name)) return `(${typeof value})`;
  if (Array.isArray(value)) return value.map((item) => settled(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, settled(part, key)]));
}

async function answerOf({ name, input }: (typeof mcpQueries)[number]): Promise<unknown> {
  const given = { ...askedOf[name], ...('limit' in input.shape ? { limit: 2 } : {}) };
  const token = endpoint.connections.mint({ connectionId: 'expected' });
  const message = stateless('tools/call', { name: `svc_${name}`, arguments: given });
  const { json } = await post(endpoint.url, token, message);
  expect(json?.result).not.toHaveProperty('isError');
  return { asked: given, answer: settled(json?.result?.['structuredContent']) };
}

test.each(mcpQueries.map((query) => [query.name, query] as const))('%s', async (name, query) => {
  const found = await answerOf(query);
  const file = fileOf(name);
  const written = (): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
  if (process.env['LEADLIGHT_WRITE_ANSWERS'] === '1' && !isDeepStrictEqual(found, written())) {
    writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  }
  const expected = written();
  if (expected === undefined) throw new Error(`${name} has no expected answer; see the head of this test`);
  expect(found).toEqual(expected);
});

test('there are no answers of queries that are gone', () => {
  expect(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual(mcpQueries.map(({ name }) => fileOf(name)).sort());
});

test('what REST offers besides has its whole answer looked at elsewhere', () => {
  const others = catalogue.filter(
    (operation) => operation.rest !== null && !mcpQueries.some((one) => one === operation),
  );
  expect(others.map(({ name }) => name).sort()).toEqual(Object.keys(elsewhere).sort());
  for (const test of Object.values(elsewhere)) {
    expect(readFileSync(join(__dirname, '../..', test), 'utf8')).toContain('toEqual');
  }
});
