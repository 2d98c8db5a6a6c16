/** What a collector receives of requests and MCP calls, and that nothing of a caller is in it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { negotiated, post } from '../mcp/support/messages';
import { seedWorkspace } from '../support/seed';
import { bearer, send, startTestService } from '../support/service';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly unknown[];
  readonly links?: readonly { readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

interface Received {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const received: { readonly path: string; readonly key: unknown; readonly body: string }[] = [];
let collector: Server;
beforeAll(async () => {
  collector = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      received.push({ path: req.url ?? '', key: req.headers['api-key'], body: Buffer.concat(parts).toString('utf8') });
      res.setHeader('Content-Type', 'application/json');
      res.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(() => collector.close());

const [headerTrace, metaTrace] = ['4bf92f3577b34da6a3ce929d0e0e4736', '0af7651916cd43dd8448eb211c80319c'];
const parent = '00f067aa0ba902b7';
const traceparent = (trace: string) => `00-${trace}-${parent}-01`;

test('requests and calls are spans in the trace of their caller, without what the caller wrote', async () => {
  const { port } = collector.address() as AddressInfo;
  const service = await startTestService({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=collector-secret',
      MCP_API_KEYS: 'on',
    },
  });
  const { organizationId } = await seedWorkspace(service.db, 'Traced', 1);
  const made = { organizationId, name: 'traced', dataAccess: dataAccessFlags, expiresAt: null, mcp: true };
  const { secret } = await createApiKey(service.db, made);
  const call = (params: Readonly<Record<string, unknown>>, headers: Record<string, string> = {}) => {
    const message = negotiated('tools/call', { arguments: {}, ...params });
    return post(`http://127.0.0.1:${service.port}/mcp`, secret, {
      ...message,
      headers: { ...message.headers, ...headers },
    });
  };
  const read = (headers: Record<string, string>) =>
    send(service, '/api/v1/customer/leads?search=Somebody', { headers: { ...bearer(secret), ...headers } });
  expect((await read({ traceparent: traceparent(headerTrace) })).status).toBe(200);
  await read({ traceparent: 'x'.repeat(3_000) });
  const name = 'svc_list_leads';
  expect((await call({ name, _meta: { traceparent: traceparent(metaTrace) } })).status).toBe(200);
  await call({ name, _meta: { traceparent: 'nonsense' } }, { traceparent: traceparent(headerTrace) });
  await call({ name: 'secret words of a caller' });
  await service.end();

  const spans = received
    .map(({ body }) => JSON.parse(body) as Received)
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)));
  expect(new Set(received.map(({ path, key }) => `${path} ${String(key)}`))).toEqual(
    new Set(['/v1/traces collector-secret']),
  );
  const [rest, broken] = spans.filter((span) => span.name === 'GET /api/v1/customer/leads');
  expect(rest).toMatchObject({ traceId: headerTrace, parentSpanId: parent });
  expect(rest?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  expect(broken?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect([broken?.traceId === headerTrace, broken?.parentSpanId ?? '']).toEqual([false, '']);

  const calls = spans.filter((span) => span.name === `tools/call ${name}`);
  const posts = spans.filter((span) => span.name === 'POST /mcp');
  expect([calls.length, posts.length]).toEqual([2, 3]);
  // The trace that `_meta` names, with a link to the request; without one, inside the request.
  expect(calls[0]).toMatchObject({ traceId: metaTrace, parentSpanId: parent, links: [{ spanId: posts[0]?.spanId }] });
  expect(calls[1]).toMatchObject({ traceId: headerTrace, parentSpanId: posts[1]?.spanId });
  expect(spans.filter((span) => span.name === 'tools/call')).toHaveLength(1);
  expect(JSON.stringify(received.map(({ body }) => body))).not.toMatch(/Somebody|secret words|Traced|Bearer/);

  const lines = service.logLines.filter((line) => line.includes(`"trace_id":"${headerTrace}"`));
  expect(lines.length).toBeGreaterThanOrEqual(2);
});

test('without a collector nothing is traced', async () => {
  const before = received.length;
  const service = await startTestService();
  await send(service, '/healthz', { headers: { traceparent: traceparent(headerTrace) } });
  await service.end();
  expect([received.length - before, service.logLines.some((line) => line.includes('trace_id'))]).toEqual([0, false]);
});
