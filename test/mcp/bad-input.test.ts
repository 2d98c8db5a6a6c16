/**
 * Bad input, case by case: the exact status and JSON-RPC code, and that the connection is usable afterwards. All cases of a
 * table go over one kept-alive connection.
 */
import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { mcpQueries } from '../../tools/catalogue';
import { startEndpoint, type TestEndpoint } from './support/endpoint';
import {
  goodRequests,
  message,
  modern,
  older,
  refusedArguments,
  refusedRequests,
  type Params,
  type Sent,
} from './support/bad-requests';
import type { JsonRpcAnswer } from './support/messages';
import { seedWorkspace } from './support/seed';

let endpoint: TestEndpoint;
let agent: Agent;

beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterAll(async () => {
  agent.destroy();
  await endpoint.close();
});

interface Received {
  readonly status: number;
  readonly code: number | undefined;
  readonly json: JsonRpcAnswer | undefined;
  readonly requestId: unknown;
}

function send({ headers, body }: Sent, token: string | null = endpoint.connections.mint()): Promise<Received> {
  const wanted: OutgoingHttpHeaders = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...headers,
  };
  const all = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const req = httpRequest(endpoint.url, { method: 'POST', agent, headers: all }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json = text === '' ? undefined : (JSON.parse(text) as JsonRpcAnswer);
        resolve({ status: res.statusCode ?? 0, code: json?.error?.code, json, requestId: res.headers['x-request-id'] });
      });
    });
    req.on('error', reject);
    req.end(body);
  });
}

test('there are at least eighty cases', () => {
  expect(refusedRequests.length + refusedArguments.length).toBeGreaterThanOrEqual(80);
});

test('positive controls: the requests that the rows change pass', async () => {
  for (const sent of goodRequests) {
    const answer = await send(sent);
    expect([answer.status, answer.code]).toEqual([200, undefined]);
    expect(answer.json?.result).not.toHaveProperty('isError');
  }
});

test.each(refusedRequests)('%s', async (_name, sent, status, code) => {
  const answer = await send(sent);
  expect([answer.status, answer.code]).toEqual([status, code]);
  expect(answer.json).toMatchObject({ jsonrpc: '2.0', error: { message: expect.stringMatching(/\S/) } });
  expect(JSON.stringify(answer.json)).not.toMatch(/\bat .*\.[jt]s|node_modules|SQLITE|ZodError/);
  expect(answer.requestId).toEqual(expect.stringMatching(/\S/));
  await expectUsable();
});

test.each(refusedArguments)('%s', async (_name, tool, input, says) => {
  for (const sent of [
    modern('tools/call', { name: `svc_${tool}`, arguments: input }),
    older('tools/call', { name: `svc_${tool}`, arguments: input }),
  ]) {
    const answer = await send(sent);
    expect([answer.status, answer.code]).toEqual([200, undefined]);
    const result = answer.json?.result as { isError?: boolean; content?: { text: string }[] };
    expect(result.isError).toBe(true);
    expect(result.content?.[0]?.text).toMatch(says);
  }
  await expectUsable();
});

test('a cursor of another list or other filters is refused by name', async () => {
  const first = await send(older('tools/call', { name: 'svc_list_leads', arguments: { limit: 1 } }));
  const { structuredContent } = first.json?.result as { structuredContent: { page: { nextCursor: string } } };
  const cursor = structuredContent.page.nextCursor;
  for (const [tool, input] of [
    ['list_signals', { cursor }],
    ['list_leads', { cursor, leadTier: ['PRIORITY'] }],
    ['list_leads', { cursor: `${cursor.slice(0, -2)}AA` }],
  ] as const) {
    const { json } = await send(older('tools/call', { name: `svc_${tool}`, arguments: input }));
    expect(JSON.stringify(json?.result)).toMatch(/validation_failed: cursor: /);
  }
});

test('__proto__ as an argument changes nothing', async () => {
  const plain = await send(older('tools/call', { name: 'svc_list_leads', arguments: { limit: 3 } }));
  const sent = JSON.parse('{"limit":3,"__proto__":{"limit":1,"leadTier":["HOT"]}}') as Params;
  const answer = await send(older('tools/call', { name: 'svc_list_leads', arguments: sent }));
  expect(answer.json).toEqual(plain.json);
  expect(Object.prototype).not.toHaveProperty('limit');
});

test('headers nobody knows, and notifications, do no harm', async () => {
  expect(
    (await send(older('tools/list', {}, { 'x-unknown': 'a', 'mcp-session-id': 'b', 'mcp-param-x': 'c' }))).status,
  ).toBe(200);
  expect((await send(message({ jsonrpc: '2.0', method: 'notifications/initialized' }))).status).toBe(202);
  expect(
    (await send(message({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }))).status,
  ).toBe(202);
  expect((await send(message({ jsonrpc: '2.0', method: 'notifications/nothing' }))).status).toBe(202);
  expect((await send(message({ jsonrpc: '2.0', id: 1, result: {} }))).status).toBe(202);
  await expectUsable();
});

test('two Authorization headers are refused', async () => {
  const token = `Bearer ${endpoint.connections.mint()}`;
  const twice: Record<string, string[]> = { authorization: [token, token] };
  const answer = await send({ ...older('tools/list'), headers: { ...twice } }, null);
  expect(answer.status).toBe(401);
  await expectUsable();
});

test('a body that never ends is given up', async () => {
  // One of its own: on a busy machine the bodies of others may take that long.
  const impatient = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace, bodyTimeoutMs: 1 });
  const { hostname, port } = new URL(impatient.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${impatient.connections.mint()}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc"',
  );
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 /);
  await impatient.close();
});

test('a client that leaves in the middle of its body is forgotten', async () => {
  const { hostname, port } = new URL(endpoint.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${endpoint.connections.mint()}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc"',
  );
  socket.destroy();
  await once(socket, 'close');
  await expectUsable();
  expect(endpoint.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

/** A good request on the same connection. */
async function expectUsable(): Promise<void> {
  const answer = await send(modern('tools/call', { name: 'svc_get_workspace_access', arguments: {} }));
  expect(answer.json?.result?.['structuredContent']).toMatchObject({ organizationId: endpoint.organizationId });
}
