/**
 * Twenty questions of a sales team on the demo workspace, over a real client: each in at most two calls and 4,000 tokens, of four
 * characters each. `LEADLIGHT_PRINT_SCORES=1` prints the table.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { demoWorkspaces, loadDemoWorkspace } from '../../src/demo/workspaces';
import { mcpQueries } from '../../tools/catalogue';
import { network } from '../support/network';
import { assistantKinds, type Assistant } from './support/clients';
import { startEndpoint, type TestEndpoint } from './support/endpoint';
import { questions, type Arguments, type Question } from './support/questions';

const most = { calls: 2, tokens: 4_000 };
const enough = 18;

let endpoint: TestEndpoint;
let assistant: Assistant;
let rejects: string;

beforeAll(async () => {
  rejects = mkdtempSync(join(tmpdir(), 'leadlight-questions-'));
  const places = { examples: join(__dirname, '../../examples/exports'), rejects, network, now: Date.now() };
  endpoint = await startEndpoint({
    catalogue: mcpQueries,
    make: (db) => loadDemoWorkspace(db, demoWorkspaces.main, places, () => undefined),
  });
  const [kind] = assistantKinds;
  if (!kind) throw new Error('there is no client');
  assistant = await kind.connect(endpoint.url, endpoint.connections.mint());
});
afterAll(async () => {
  await assistant.close();
  await endpoint.close();
  rmSync(rejects, { recursive: true, force: true });
});

interface Outcome {
  readonly question: string;
  readonly calls: number;
  readonly tokens: number;
  readonly answered: boolean;
}

const isObject = (value: unknown): value is Arguments => typeof value === 'object' && value !== null;

/** Whether an answer says something: every item, or the answer itself, has the members, and at least one item is there. */
function says(answer: Arguments, members: readonly string[]): boolean {
  const { data = answer } = answer;
  const items: readonly unknown[] = Array.isArray(data) ? data : [data];
  return items.length > 0 && items.every((item) => isObject(item) && members.every((name) => item[name] !== undefined));
}

async function ask({ question, tool, input, then, members }: Question): Promise<Outcome> {
  let tokens = 0;
  const call = async (name: string, given: Arguments): Promise<Arguments> => {
    const { text, isError } = await assistant.call(`svc_${name}`, { ...given });
    expect([question, isError, isError ? text : '']).toEqual([question, false, '']);
    tokens += Math.ceil(text.length / 4);
    const answer: unknown = JSON.parse(text);
    return isObject(answer) ? answer : {};
  };
  const first = await call(tool, input);
  const last = then ? await call(then.tool, then.input(first)) : first;
  return { question, calls: then ? 2 : 1, tokens, answered: says(last, members) };
}

test('twenty questions are answered in few calls and few tokens', async () => {
  const outcomes: Outcome[] = [];
  for (const question of questions) outcomes.push(await ask(question));
  if (process.env['LEADLIGHT_PRINT_SCORES'] === '1') console.table(outcomes);
  expect(outcomes).toHaveLength(20);
  const beyond = outcomes.filter(({ calls, tokens }) => calls > most.calls || tokens > most.tokens);
  expect(beyond).toEqual([]);
  expect(outcomes.filter(({ answered }) => answered).length).toBeGreaterThanOrEqual(enough);
});

test.each([
  ['what was asked for, in one call', 3_000, 'list_signals', { said: ['price', 'request', 'leaving', 'refusal'] }, 25],
  ['a hundred leads', 8_000, 'list_leads', {}, 100],
  ['the best hundred leads', 8_000, 'list_leads', { sortBy: 'priority' }, 100],
  ['every post of the workspace', 2_200, 'list_posts', {}, 100],
])('%s: under %d tokens', async (_name, tokens, tool, input, limit) => {
  const { text, isError } = await assistant.call(`svc_${tool}`, { ...input, view: 'compact', limit });
  expect(isError).toBe(false);
  expect(text.length / 4).toBeLessThan(tokens);
});

test('a comparison of two periods: under 1,500 tokens', async () => {
  const { text } = await assistant.call('svc_get_activity_summary', {});
  expect(text.length / 4).toBeLessThan(1_500);
});

test('the calls of the weekly review: under 10,000 tokens together', async () => {
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  const said = ['request', 'price', 'leaving', 'question', 'objection', 'refusal'];
  const calls: readonly (readonly [string, Arguments])[] = [
    ['get_workspace_access', {}],
    ['get_activity_summary', {}],
    ['find_people_to_contact', { since }],
    ['list_signals', { dateFrom: since, said, view: 'compact', limit: 50 }],
    ['list_account_reports', { dateFrom: since, sortBy: 'trend', limit: 10 }],
  ];
  const prompt = await assistant.prompt('weekly_pipeline_review', {});
  expect(prompt.match(/svc_\w+/g)).toEqual(calls.map(([tool]) => `svc_${tool}`));
  expect(prompt).toMatch(/said request, price, leaving, question, objection and\s+refusal, view compact and limit 50/);
  const tokens: number[] = [];
  for (const [tool, input] of calls) {
    const { text, isError } = await assistant.call(`svc_${tool}`, { ...input });
    expect([tool, isError]).toEqual([tool, false]);
    tokens.push(text.length / 4);
  }
  expect(tokens.reduce((sum, one) => sum + one)).toBeLessThan(10_000);
});

const people = z.object({
  data: z.array(
    z.object({
      displayName: z.string(),
      tierReason: z.string(),
      reasons: z.object({ whyNow: z.array(z.string()), quotedText: z.object({ comment: z.string().nullable() }) }),
    }),
  ),
});

/** What a tier says that somebody asked, and how the reasons to call then begin. */
const asked: readonly (readonly [RegExp, RegExp])[] = [
  [/asked for an offer/, /^Asked for an offer/],
  [/asked a price/, /^Asked for a price/],
  [/is leaving a vendor/, /^Said that they leave/],
];

test('the reasons to call begin with what the tier follows from, and tell the other askings', async () => {
  const { text } = await assistant.call('svc_find_people_to_contact', { limit: 15 });
  const { data } = people.parse(JSON.parse(text));
  const answered = data.flatMap(({ displayName, tierReason, reasons: { whyNow } }) =>
    asked.filter(([tier]) => tier.test(tierReason)).map(([, opens]) => [displayName, opens.test(whyNow[0] ?? '')]),
  );
  expect(answered.length).toBeGreaterThan(10);
  expect(answered.filter(([, agrees]) => agrees !== true)).toEqual([]);

  const both = data.find(({ displayName }) => displayName === 'Anneliese Vorderegger')?.reasons;
  expect(both?.whyNow.slice(0, 2)).toEqual([
    expect.stringMatching(/^Said that they leave a vendor/),
    expect.stringMatching(/^Asked for an offer/),
  ]);
  expect(both?.quotedText.comment).toBe('Wir steigen zum Februar um, der Chat war der Tropfen zu viel.');
});
