/**
 * No answer reaches another caller: slow queries among fast ones, one JSON-RPC id for all, several connections of two
 * workspaces, callers that go away. Every answer repeats what its own caller asked and who that was.
 */
import { request } from 'node:http';
import { z } from 'zod';
import { defineQuery } from '../../tools/define';
import { startEndpoint, type TestEndpoint } from './support/endpoint';
import { negotiated, post, stateless, type RawRequest } from './support/messages';

/** Queries that wait until the test lets them go, by what they were asked with. */
const gates = new Map<string, () => void>();
const waiting = new Map<string, () => void>();

const echo = defineQuery({
  name: 'get_echo',
  title: 'Get an echo',
  description: 'Says who asked what, at once or when it is let go.',
  right: 'readWorkspace',
  rest: null,
  input: z.strictObject({
    words: z.string().describe('What is said again.'),
    waits: z.boolean().default(false).describe('Whether it waits.'),
  }),
  output: z.strictObject({ words: z.string(), connectionId: z.string() }),
  async run({ caller }, { words, waits }) {
    if (waits) {
      const released = new Promise<void>((resolve) => gates.set(words, resolve));
      waiting.get(words)?.();
      await released;
    }
    return { words, connectionId: caller.kind === 'connection' ? caller.connection.connectionId : '' };
  },
});

let endpoint: TestEndpoint;
beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: [echo] });
});
afterAll(() => endpoint.close());

const revisions = { stateless, negotiated };
const id = 7;

function call(revision: keyof typeof revisions, words: string, waits = false): RawRequest {
  return revisions[revision]('tools/call', { name: 'svc_get_echo', arguments: { words, waits } }, id);
}

/** Resolves when the query that is asked with these words runs. */
function runs(words: string): Promise<void> {
  return new Promise((resolve) => waiting.set(words, resolve));
}

const connections = ['connection-a', 'connection-b', 'connection-c'];
const tokenOf = (connectionId: string) => endpoint.connections.mint({ connectionId });

async function said(connectionId: string, sent: RawRequest): Promise<unknown> {
  const { status, json } = await post(endpoint.url, tokenOf(connectionId), sent);
  return { status, id: json?.id, answer: json?.result?.['structuredContent'] };
}

const own = (connectionId: string, words: string) => ({ status: 200, id, answer: { words, connectionId } });

test.each(['stateless', 'negotiated'] as const)('%s: a slow query among fast ones with its id', async (revision) => {
  const started = connections.map((connectionId) => runs(`slow ${revision} ${connectionId}`));
  const slow = connections.map((connectionId) =>
    said(connectionId, call(revision, `slow ${revision} ${connectionId}`, true)),
  );
  await Promise.all(started);
  const fast = Array.from({ length: 60 }, (_, n) => ({
    connectionId: connections[n % connections.length] ?? '',
    words: `fast ${n}`,
    revision: n % 2 === 0 ? ('stateless' as const) : ('negotiated' as const),
  }));
  const answers = await Promise.all(
    fast.map(({ connectionId, words, ...one }) => said(connectionId, call(one.revision, words))),
  );
  expect(answers).toEqual(fast.map(({ connectionId, words }) => own(connectionId, words)));
  // Let go in another order than they came.
  for (const connectionId of [...connections].reverse()) gates.get(`slow ${revision} ${connectionId}`)?.();
  expect(await Promise.all(slow)).toEqual(
    connections.map((connectionId) => own(connectionId, `slow ${revision} ${connectionId}`)),
  );
});

test.each(['stateless', 'negotiated'] as const)(
  '%s: the answer to a caller that went away is dropped, also with the same id asked again',
  async (revision) => {
    const words = `gone ${revision}`;
    const started = runs(words);
    const gone = abandoned(call(revision, words, true), tokenOf('connection-a'));
    await started;
    const again = runs(`${words} again`);
    const second = said('connection-a', call(revision, `${words} again`, true));
    await again;
    gone.destroy();
    gates.get(words)?.();
    const fast = await Promise.all(connections.map((connectionId) => said(connectionId, call(revision, 'meanwhile'))));
    expect(fast).toEqual(connections.map((connectionId) => own(connectionId, 'meanwhile')));
    gates.get(`${words} again`)?.();
    expect(await second).toEqual(own('connection-a', `${words} again`));
  },
);

/** A cancellation in a message of its own names an id, which other callers use too. */
test('a cancellation ends nobody else’s query', async () => {
  const started = runs('cancelled');
  const asked = said('connection-a', call('negotiated', 'cancelled', true));
  await started;
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  const { status } = await post(endpoint.url, tokenOf('connection-b'), { ...call('negotiated', ''), body });
  expect(status).toBe(202);
  gates.get('cancelled')?.();
  expect(await asked).toEqual(own('connection-a', 'cancelled'));
});

/** Sends a request whose client will not wait. */
function abandoned({ headers, body }: RawRequest, token: string) {
  const sent = request(endpoint.url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
  });
  sent.on('error', () => undefined);
  sent.end(body);
  return sent;
}
