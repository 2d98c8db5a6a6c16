/** Input that is built to cost much or to be answered with a fault: the answers stay small and tell what to do. */
import { OperationError } from '../../src/shared/errors';
import { mcpQueries } from '../../tools/catalogue';
import { startEndpoint, type TestEndpoint } from './support/endpoint';
import { post, stateless } from './support/messages';
import { missing } from './support/queries';
import { seedWorkspace } from './support/seed';
import { errorResult } from '../../src/interfaces/mcp/result';

let endpoint: TestEndpoint;
beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace });
});
afterAll(() => endpoint.close());

const ask = (method: string, params: Readonly<Record<string, unknown>>) =>
  post(endpoint.url, endpoint.connections.mint(), stateless(method, params));

const unknown = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}_${'😀'.repeat(length)}`, 1]));

test.each([
  ['very many unknown names', unknown(900, 0)],
  ['unknown names of any length', unknown(30, 500)],
  ['very many wrong values', { leadTier: Array.from({ length: 900 }, () => 'HOT') }],
])('%s are told of in a short answer', async (_name, input) => {
  const { json, text } = await ask('tools/call', { name: 'svc_list_leads', arguments: input });
  expect(json?.result).toMatchObject({ isError: true });
  expect(text).toMatch(/validation_failed: .*Correct the arguments/);
  expect(Buffer.byteLength(text)).toBeLessThan(4_000);
});

test('at most twenty problems are told, their names cut between characters', async () => {
  const query = mcpQueries.find(({ name }) => name === 'list_leads');
  const workspace = await endpoint.connections.workspaceOf(endpoint.connections.mint());
  if (!workspace) throw new Error('no connection');
  const refused: unknown = await query?.ask(workspace, unknown(30, 50)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperationError);
  const { details } = refused as OperationError;
  expect(details).toHaveLength(20);
  for (const { path } of details) {
    expect(path.length).toBeLessThanOrEqual(64);
    expect(path).toMatch(/^\d+_(?:😀)+…$/u);
  }
});

test('the text of any refusal is limited', () => {
  const [content] = errorResult(new OperationError('not_found', 'x'.repeat(1_000_000))).content;
  expect(JSON.stringify(content).length).toBeLessThan(5_000);
});

test('very many unknown arguments of a prompt', async () => {
  const input = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`name ${n}`, '']));
  const { json, text } = await ask('prompts/get', { name: 'weekly_pipeline_review', arguments: input });
  expect(json?.error?.code).toBe(-32602);
  expect(text.length).toBeLessThan(4_000);
});

test.each([
  ['a tab between words', 'acme\t1', ['Acme 1']],
  ['controls around', '\u0000Acme 2\u009f', ['Acme 2']],
  ['a cut in the middle of a character', `${'x'.repeat(159)}😀`, []],
  ['half a character', 'Acme \ud83d3', ['Acme 3']],
])('a suggestion for %s', async (_name, value, values) => {
  const { json } = await ask('completion/complete', {
    ref: { type: 'ref/prompt', name: 'prepare_account_conversation' },
    argument: { name: 'account', value },
  });
  expect(json?.result?.['completion']).toEqual({ values });
  expect(endpoint.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('a refused search suggests nothing', async () => {
  const refusing = await startEndpoint({ catalogue: [{ ...missing, name: 'list_account_reports' }] });
  try {
    const message = stateless('completion/complete', {
      ref: { type: 'ref/prompt', name: 'prepare_account_conversation' },
      argument: { name: 'account', value: 'a' },
    });
    const { json } = await post(refusing.url, refusing.connections.mint(), message);
    expect(json?.result?.['completion']).toEqual({ values: [] });
    expect(refusing.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  } finally {
    await refusing.close();
  }
});
