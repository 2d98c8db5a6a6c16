/** What every answer has in common, and the addresses beside the operations. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../tools/catalogue';
import { dataAccessFlags, demandsOf } from '../../src/auth/rights';
import { routesOf } from '../../src/interfaces/rest/routes';
import { changeCredits } from '../../src/store/credits/ledger';
import { seedWorkspace, type SeededWorkspace } from '../support/seed';
import { bearer, send, sendBytes, startTestService, type TestService } from '../support/service';

let service: TestService;
let workspace: SeededWorkspace;
let key: string;
let folder: string;
let discoveryId: string;

const postUrn = 'urn:li:activity:7402746946853253120';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-source-'));
  // The worker is off, so a discovery stays as it was asked for.
  service = await startTestService({ env: { DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder } });
  workspace = await seedWorkspace(service.db, 'http');
  key = await service.key(workspace.organizationId);
  await changeCredits(service.db, workspace.organizationId, 1_000, null);
  const asked = await ask(key, 'POST', '/api/v1/audience-analytics/network-posts/find-audience');
  discoveryId = json(asked.text).discoveryId;
});

afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true });
});

/** What an address needs besides its path: the query of a read, the body of a change. */
const needs: Readonly<Record<string, string>> = {
  '/audience-analytics/network-posts': `?postUrn=${postUrn}`,
  '/audience-analytics/network-posts/find-audience': JSON.stringify({ postUrn, idempotencyKey: 'the-same' }),
};

/** Asks an address, with what it needs. */
function ask(secret: string, method: string, address: string) {
  const path = address.slice('/api/v1'.length);
  const headers = bearer(secret);
  if (method !== 'POST') return send(service, `${address}${needs[path] ?? ''}`, { method, headers });
  return send(service, address, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: needs[path] ?? '{}',
  });
}

const filled = (path: string) =>
  path
    .replace('{leadId}', workspace.leadIds[0] ?? '')
    .replace('{monitoredProfileId}', workspace.profileIds[0] ?? '')
    .replace('{accountId}', workspace.accountIds[0] ?? '')
    .replace('{postId}', workspace.postIds[0] ?? '')
    .replace('{discoveryId}', discoveryId);

/** Those of provisioning keys are tried in provisioning.test.ts. */
const routes = routesOf(catalogue).filter(({ address }) => address.credential !== 'provisioning_key');
const json = (text: string) => JSON.parse(text);

const addresses = routes.map(
  ({ address, operation }) => [`${address.method} ${address.path}`, address, operation] as const,
);
const isWriting = (operation: (typeof routes)[number]['operation']) => demandsOf(operation.right).writes === true;

/** Who is refused for want of a flag is told which one. */
async function expectFlagsNeeded(right: Parameters<typeof demandsOf>[0], method: string, address: string) {
  for (const flag of demandsOf(right).flags ?? []) {
    const poor = await service.key(
      workspace.organizationId,
      dataAccessFlags.filter((name) => name !== flag),
    );
    const refused = await send(service, `${address}?nonsense=1`, { method, headers: bearer(poor) });
    expect(refused.status).toBe(403);
    expect(json(refused.text).error).toMatchObject({
      code: 'data_access_denied',
      status: 403,
      message: expect.stringContaining(`"${flag}"`),
    });
    expect(refused.headers).toHaveProperty('ratelimit');
  }
}

// What they change, and its answers, with a key that may write: test/changes/feed.test.ts, test/webhooks/rest.test.ts.
describe.each(addresses.filter(([, , operation]) => isWriting(operation)))(
  '%s',
  (_name, { method, path }, { right }) => {
    it('needs its dataAccess flags, and a key that may write', async () => {
      await expectFlagsNeeded(right, method, `/api/v1${filled(path)}`);
      const refused = await send(service, `/api/v1${filled(path)}`, { method, headers: bearer(key) });
      expect([refused.status, json(refused.text).error.code]).toEqual([403, 'data_access_denied']);
    });
  },
);

describe.each(addresses.filter(([, , operation]) => !isWriting(operation)))(
  '%s',
  (_name, { method, path, status = 200 }, operation) => {
    const address = () => `/api/v1${filled(path)}`;

    it('answers JSON that is private and not to be stored, and HEAD with the headers of GET', async () => {
      const answer = await ask(key, method, address());
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'ratelimit-policy': '"default";q=1000000;w=60',
        ratelimit: expect.stringMatching(/^"default";r=\d+;t=\d+$/),
      });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['x-powered-by']).toBeUndefined();
      if (method !== 'GET') return;
      const head = await ask(key, 'HEAD', address());
      expect([head.status, head.text]).toEqual([200, '']);
      const changing = { date: '', 'x-request-id': '', ratelimit: '' };
      expect({ ...head.headers, ...changing }).toEqual({ ...answer.headers, ...changing });
    });

    it('answers what its schema says', async () => {
      const answer = await ask(key, method, address());
      expect(operation.output.safeParse(json(answer.text)).error).toBeUndefined();
    });

    it('needs its dataAccess flags, names the missing one, and looks at them before the parameters', async () => {
      await expectFlagsNeeded(operation.right, method, address());
      const enough = await service.key(workspace.organizationId, demandsOf(operation.right).flags ?? []);
      expect((await ask(enough, method, address())).status).toBe(status);
    });
  },
);

describe('contact data', () => {
  it('is null without leadContactData, in the list, the single lead and the account report', async () => {
    const poor = await service.key(
      workspace.organizationId,
      dataAccessFlags.filter((flag) => flag !== 'leadContactData'),
    );
    const read = async (path: string, secret: string) =>
      json((await send(service, `/api/v1/customer/${path}`, { headers: bearer(secret) })).text);
    const paths = ['leads', `leads/${workspace.leadIds[0]}`, `account-reports/${workspace.accountIds[0]}`];
    for (const path of paths) {
      const [rich, bare] = [await read(path, key), await read(path, poor)];
      expect(JSON.stringify(rich)).toContain('@company.example');
      expect(JSON.stringify(bare)).not.toContain('@company.example');
    }
    expect((await read('leads', poor)).data[0].contact).toBeNull();
  });
});

describe('request ids', () => {
  const id = async (inbound?: string | string[]) => {
    const headers: Record<string, string | string[]> = inbound === undefined ? {} : { 'X-Request-Id': inbound };
    return [
      (await send(service, '/api/v1/customer/leads', { headers })).headers['x-request-id'],
      (await send(service, '/healthz', { headers })).headers['x-request-id'],
      (await send(service, '/nothing', { headers })).headers['x-request-id'],
    ];
  };
  const ours = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

  it.each(['abc', 'a'.repeat(128), '0190a8c2-3a55-7c1e-9d52-0f2f4f0f7a11', 'a.b_c~d:e@f+g/h=', '1'])(
    'are kept when well-formed: %s',
    async (inbound) => {
      expect(await id(inbound)).toEqual([inbound, inbound, inbound]);
    },
  );

  it.each([undefined, '', 'a b', 'a'.repeat(129), '<script>', 'a,b', 'a"b', 'a;b', 'é', ['a', 'b'], '{}', '%0a'])(
    'are replaced otherwise: %j',
    async (inbound) => {
      const ids = await id(inbound);
      expect(ids).toEqual([ours, ours, ours]);
      expect(new Set(ids).size).toBe(3);
    },
  );

  it('stand in the log line, with the caller and without query string or key', async () => {
    const path = `/api/v1/customer/leads?search=secret-words`;
    await send(service, path, { headers: { ...bearer(key), 'X-Request-Id': 'look-for-me' } });
    await send(service, `/api/v1/customer/leads/${key}`, { headers: bearer(key) });
    const line = service.logLines.find((text) => text.includes('look-for-me')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/api/v1/customer/leads',
      status: 200,
      organization: workspace.organizationId,
      ms: expect.any(Number),
    });
    expect(service.logLines.join('')).not.toContain('secret-words');
    expect(service.logLines.join('')).not.toContain(key);
  });
});

describe('addresses beside the reads', () => {
  it.each([
    '/nothing',
    '//',
    '/api',
    '/api/v1/nothing',
    '/api/v1/docs/nothing',
    '/api/v2/customer/leads',
    '/customer/leads',
  ])('that do not exist are not_found: %s', async (path) => {
    const answer = await send(service, path);
    expect([answer.status, json(answer.text).error]).toEqual([
      404,
      { code: 'not_found', message: expect.any(String), status: 404, request_id: answer.headers['x-request-id'] },
    ]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('are a page for people, when a browser asks', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of ['/nothing', '/api/v1/nothing', '/api/v1/mcp/oauth/nothing']) {
      const page = await send(service, path, { headers: { Accept: accept } });
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('/api/v1/docs');
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-/);
      for (const Accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5', '']) {
        const answer = await send(service, path, { headers: { Accept } });
        expect(json(answer.text).error).toMatchObject({ code: 'not_found' });
      }
    }
  });

  it('that answer programs alone say so to a person who opens them', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of ['/api/v1/mcp', '/sign-out', '/api/v1/audience-analytics/network-posts/find-audience']) {
      const page = await send(service, path, { headers: { Accept: accept } });
      expect([path, page.status, page.headers['content-type']]).toEqual([path, 405, 'text/html; charset=utf-8']);
      expect(page.headers['allow']).toMatch(/^POST/);
      expect(page.text).toContain('/api/v1/docs');
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-/);
      for (const Accept of ['*/*', 'application/json', 'text/event-stream', '']) {
        const answer = await send(service, path, { headers: { Accept } });
        expect([answer.status, answer.headers['allow']]).toEqual([405, page.headers['allow']]);
        expect(JSON.parse(answer.text)).toHaveProperty('error');
      }
    }
  });

  it.each(['/', '/?from=a', '/api/v1', '/api/v1?from=a', '/api/v1/', '/api/v1/docs/'])(
    'lead to the documentation: %s',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await send(service, path, { method });
        const { pathname } = new URL(headers.location ?? '', new URL(path, 'http://service.test'));
        expect([status, pathname, headers['x-request-id']]).toEqual([302, '/api/v1/docs', expect.any(String)]);
      }
      const other = await send(service, path, { method: 'POST' });
      expect([other.status, other.headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );

  it.each(['/healthz', '/readyz', '/metrics', '/api/v1/openapi.json', '/api/v1/docs'])(
    'answer GET and HEAD, and other methods with 405: %s',
    async (path) => {
      expect((await send(service, path)).status).toBe(200);
      const head = await send(service, path, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await send(service, path, { method });
        expect([answer.status, answer.headers.allow, json(answer.text).error.code]).toEqual([
          405,
          'GET, HEAD',
          'method_not_allowed',
        ]);
      }
    },
  );

  it('say how the service is', async () => {
    expect(json((await send(service, '/healthz')).text)).toEqual({ status: 'ok' });
    expect(json((await send(service, '/readyz')).text)).toEqual({ status: 'ready' });
  });

  it('count requests by route, and show the numbers to this machine alone', async () => {
    await send(service, `/api/v1/customer/leads/${workspace.leadIds[0]}`, { headers: bearer(key) });
    const { text } = await send(service, '/metrics');
    expect(text).toMatch(
      /leadlight_http_request_duration_seconds_count\{method="GET",route="\/customer\/leads\/\{leadId\}",status="200"\} \d+/,
    );
    expect(text).toContain('process_cpu_user_seconds_total');
    expect(text).not.toContain(workspace.leadIds[0]);
  });

  it.each([
    ['X-Forwarded-For', '203.0.113.9'],
    ['X-Forwarded-Proto', 'https'],
    ['Host', 'evil.com'],
    ['Host', '127.0.0.1.evil.com'],
    ['Host', 'localhost@evil.com'],
  ])('show no numbers to a request with %s: %s', async (name, value) => {
    expect((await send(service, '/metrics', { headers: { [name]: value } })).status).toBe(404);
  });

  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.0.0.1:8080', '[::1]:8080'])(
    'show the numbers to this machine under the name %s',
    async (Host) => {
      expect((await send(service, '/metrics', { headers: { Host } })).status).toBe(200);
    },
  );

  it('show no numbers to a proxy that adds nothing, as nginx does unless told otherwise', async () => {
    const text = await sendBytes(service, 'GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:8080\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each(['1', 'loopback'])('show no numbers at all behind a proxy: TRUST_PROXY=%s', async (TRUST_PROXY) => {
    const proxied = await startTestService({ env: { TRUST_PROXY } });
    const { status } = await send(proxied, '/metrics');
    await proxied.end();
    expect(status).toBe(404);
  });
});

describe('the wire', () => {
  const answered = async (bytes: string) => {
    const text = await sendBytes(service, bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body };
  };

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a method that is none', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: \x01\r\n\r\n', 400],
    [
      'both a length and chunks',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 413],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('refuses %s in the form of all errors', async (_title, bytes, status) => {
    const answer = await answered(bytes);
    expect(answer.status).toBe(status);
    expect(answer.head).toMatch(/x-request-id: \S+/i);
    expect(json(answer.body).error).toMatchObject({ status, code: expect.any(String), request_id: expect.any(String) });
  });

  it('takes HTTP/1.0 and the absolute form of a target', async () => {
    expect((await answered('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
    const absolute = `GET http://example.org/api/v1/customer/workspace-access HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    expect((await answered(absolute)).status).toBe(200);
  });

  it('refuses raw bytes above 127 in a parameter', async () => {
    const request = `GET /api/v1/customer/leads?search=\u00c3\u00a9 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const text = await sendBytes(service, Buffer.from(request, 'latin1'));
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"validation_failed"');
  });

  it('answers requests that were sent ahead, in their order', async () => {
    const one = (id: string, close = '') =>
      `GET /api/v1/customer/leads?limit=1 HTTP/1.1\r\nHost: a\r\n${close}X-Request-Id: ${id}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const text = await sendBytes(service, one('first') + one('second') + one('third', 'Connection: close\r\n'));
    expect([...text.matchAll(/x-request-id: (\w+)/gi)].map((match) => match[1])).toEqual(['first', 'second', 'third']);
  });

  it('answers a GET that brings a body, and leaves the connection usable', async () => {
    const get = (close = '') => `GET /healthz HTTP/1.1\r\nHost: a\r\n${close}Content-Length: 5\r\n\r\nhello`;
    const text = await sendBytes(service, get() + get('Connection: close\r\n'));
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });
});
