/** Client ID Metadata Documents: fetched on a stranger's word, so from where and how much matters. */
import { requestCeilings } from '../../../../src/interfaces/oauth/request-quota';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  DocumentNotFetched,
  fetchClientDocument,
  isDocumentUrl,
} from '../../../../src/interfaces/oauth/client-documents';
import { isPublicAddress } from '../../../../src/shared/http-client/addresses';
import {
  authorizeUrl,
  codeRequest,
  complete,
  pkce,
  redirectUri,
  send,
  token,
  type Answer,
} from '../../../oauth/support/flow';
import { codeOf, fingerprint } from '../../../oauth/support/attacks';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../../../oauth/support/server';

const folder = join(__dirname, '../../../oauth/support/certificates');
const cert = readFileSync(join(folder, 'client.example.crt'), 'utf8');
const key = readFileSync(join(folder, 'client.example.key'), 'utf8');

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

let host: Server;
const origin = 'https://client.example';
let handler: Handler;
let hits = 0;
let server: TestServer;
let workspace: TestWorkspace;
const { challenge, verifier } = pkce();

const answer =
  (body: unknown, type = 'application/json', status = 200, headers: Record<string, string> = {}): Handler =>
  (_req, res) => {
    res.writeHead(status, { 'Content-Type': type, ...headers });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

beforeAll(async () => {
  host = createServer({ cert, key }, (req, res) => {
    hits += 1;
    handler(req, res);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  reachable.port = (host.address() as AddressInfo).port;
  server = await startTestServer({ documents: reachable });
  workspace = await addWorkspace(server);
});
afterAll(async () => {
  await server.close();
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});

/** Milliseconds that no busy machine meets. What never ends is waited for much less. */
const usual = 60_000;
const impatient = 500;

/** Everything as in service, but `client.example` is this machine and its certificate is trusted. */
const reachable = {
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  isAllowedAddress: (address: string) => address === '127.0.0.1',
  ca: cert,
  port: 0,
  timeoutMs: usual,
};
afterEach(() => {
  reachable.timeoutMs = usual;
});

let serial = 0;
const nextUrl = () => `${origin}/client-${(serial += 1)}.json`;
const documentOf = (url: string, changes: Record<string, unknown> = {}) => ({
  client_id: url,
  client_name: 'Document client',
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'none',
  ...changes,
});
const authorize = (clientId: string): Promise<Answer> => send(authorizeUrl(server, clientId, challenge));

test('a good document serves a whole connection, and is fetched once', async () => {
  const url = nextUrl();
  handler = answer(documentOf(url));
  const before = hits;
  const first = await authorize(url);
  expect(first.status).toBe(302);
  expect((await authorize(url)).status).toBe(302);
  expect(hits - before).toBe(1);
  const requestToken = new URL(first.headers.get('location') ?? '').searchParams.get('requestToken') ?? '';
  const shown = await send(`${server.issuer}/authorize/request?requestToken=${requestToken}`, {
    headers: { Authorization: `Bearer ${workspace.people.OWNER.session}` },
  });
  // The document lives on another host than the one the code goes to.
  expect(shown.json).toMatchObject({ client: { id: url, name: 'Document client', verified: false } });
  const decision = { requestToken, organizationId: workspace.organizationId, approved: true };
  const completed = await complete(server, workspace.people.OWNER, decision);
  const code = new URL(completed.said('redirectUrl')).searchParams.get('code') ?? '';
  const issued = await token(server, codeRequest(server, { clientId: url, code, verifier }));
  expect(issued.status).toBe(200);
});

describe('documents that are not used; the page says only whether one was had', () => {
  const refused: readonly (readonly [name: string, make: (url: string) => Handler])[] = [
    ['client_id missing', (url) => answer(documentOf(url, { client_id: undefined }))],
    ['client_id of somebody else', (url) => answer(documentOf(`${url}x`))],
    ['client_id in another form', (url) => answer(documentOf(`${url}#`))],
    ['a secret inside', (url) => answer(documentOf(url, { client_secret: 'x' }))],
    [
      'authentication with a secret',
      (url) => answer(documentOf(url, { token_endpoint_auth_method: 'client_secret_post' })),
    ],
    [
      'a redirect URI that is not allowed',
      (url) => answer(documentOf(url, { redirect_uris: ['https://evil.example/'] })),
    ],
    ['no redirect URIs', (url) => answer(documentOf(url, { redirect_uris: undefined }))],
    ['a bidi name', (url) => answer(documentOf(url, { client_name: 'a\u202Eb' }))],
    ['a redirect', () => answer('', 'application/json', 302, { Location: `${origin}/other.json` })],
    ['a permanent redirect', () => answer('', 'application/json', 301, { Location: 'http://169.254.169.254/' })],
    ['not found', (url) => answer(documentOf(url), 'application/json', 404)],
    ['an error with a good body', (url) => answer(documentOf(url), 'application/json', 500)],
    ['HTML', (url) => answer(documentOf(url), 'text/html')],
    ['no content type', (url) => answer(documentOf(url), '')],
    ['malformed JSON', () => answer('{')],
    ['an array', () => answer([])],
    [
      'bytes that are not UTF-8',
      () => (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' });
        res.end(Buffer.from([0x22, 0xff, 0x22]));
      },
    ],
    ['over 5 KB', (url) => answer(documentOf(url, { x: 'y'.repeat(5_200) }))],
    [
      'over 5 KB without a length',
      (url) => (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' });
        res.write(JSON.stringify(documentOf(url)));
        const timer = setInterval(() => res.write(' '.repeat(1024)), 1);
        res.on('close', () => clearInterval(timer));
      },
    ],
    ['compressed', (url) => answer(documentOf(url), 'application/json', 200, { 'Content-Encoding': 'gzip' })],
    ['no answer', () => () => undefined],
    [
      'a body that trickles',
      () => (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' });
        const timer = setInterval(() => res.write(' '), 50);
        res.on('close', () => clearInterval(timer));
      },
    ],
    [
      'cut short',
      () => (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        res.write('{');
        setImmediate(() => res.destroy());
      },
    ],
  ];
  const pages: Record<string, string> = {};
  const endless = new Set(['no answer', 'a body that trickles']);
  test.each(refused)('%s', async (name, make) => {
    const url = nextUrl();
    handler = make(url);
    if (endless.has(name)) reachable.timeoutMs = impatient;
    const before = await fingerprint(server);
    const page = await authorize(url);
    expect([page.status, codeOf(page), page.headers.get('location')]).toEqual([400, 'invalid_client', null]);
    expect(await fingerprint(server)).toBe(before);
    const [fault] = await server.db.select<{ kind: string }>(
      'SELECT kind FROM oauth_document_faults WHERE client_id = ?',
      [url],
    );
    const says = { refused: 'was refused by this server', not_fetched: 'This service could not fetch' };
    expect(page.text).toContain(fault?.kind === 'refused' ? says.refused : says.not_fetched);
    expect(page.text).not.toContain(fault?.kind === 'refused' ? says.not_fetched : says.refused);
    const withoutId = (text: string) => text.replace(/request <code>[^<]+/, '');
    pages[fault?.kind ?? ''] ??= withoutId(page.text);
    expect(withoutId(page.text)).toBe(pages[fault?.kind ?? '']);
  });

  test('a refusal is remembered for a while', async () => {
    const url = nextUrl();
    handler = answer('', 'application/json', 404);
    await authorize(url);
    const before = hits;
    await authorize(url);
    expect(hits).toBe(before);
  });
});

describe('client ids that are never fetched', () => {
  test.each([
    'https://127.0.0.1/client.json',
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/client.json',
    'https://0x7f.1/client.json',
    'https://[::1]/client.json',
    'https://[::ffff:127.0.0.1]/client.json',
    'https://[::7f00:1]/client.json',
    'https://[fe80::1]/client.json',
    'https://localhost/client.json',
    'https://foo.localhost/client.json',
    'https://printer.local/client.json',
    'https://metadata.google.internal/client.json',
    'https://intranet/client.json',
    'https://client.example./client.json',
    'http://client.example/client.json',
    'https://client.example',
    'https://client.example:25/client.json',
    'https://client.example:8443/client.json',
    'https://client.example/',
    'https://user@client.example/client.json',
    'https://client.example/a/../client.json',
    'https://client.example/client.json#x',
    'https://CLIENT.example/client.json',
    `https://client.example/${'x'.repeat(512)}`,
    'file:///etc/passwd',
  ])('%s', async (url) => {
    expect(isDocumentUrl(url)).toBe(false);
    const before = hits;
    const page = await authorize(url);
    expect([page.status, codeOf(page)]).toEqual([400, 'invalid_client']);
    expect(hits).toBe(before);
  });
});

describe('addresses', () => {
  const reasonOf = (addresses: readonly string[]) =>
    fetchClientDocument('https://client.example/client.json', {
      resolve: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
    }).catch((error: unknown) => (error instanceof DocumentNotFetched ? error.reason : String(error)));

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['172.16.0.1'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['198.18.0.1'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['168.63.129.16'],
    ['100.100.100.200'],
    ['192.0.0.192'],
    ['::1'],
    ['::'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['::7f00:1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['2001:0:1::1'],
    ['2001:db8::1'],
    ['fc00::1'],
    ['fd00:ec2::254'],
    ['fec0::1'],
    ['64:ff9b:1::a00:1'],
    ['::ffff:0:7f00:1'],
    ['fe80::1%1'],
    ['fe80::1'],
    ['ff02::1'],
    ['localhost'],
  ])('%s is not public', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(await reasonOf([address])).toBe('private address');
  });

  test('one private address among public ones is enough', async () => {
    expect(await reasonOf(['93.184.216.34', '127.0.0.1'])).toBe('private address');
  });

  test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('a second answer of the resolver is never asked for', async () => {
    let asked = 0;
    const url = nextUrl();
    handler = answer(documentOf(url));
    const rebinding = {
      ...reachable,
      resolve: () => {
        asked += 1;
        return Promise.resolve([{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
      },
    };
    expect(await fetchClientDocument(url, rebinding)).toMatchObject({ client_id: url });
    expect(asked).toBe(1);
  });

  test('a certificate for another name is refused', async () => {
    const other = origin.replace('client.example', 'other.example');
    await expect(fetchClientDocument(`${other}/client.json`, reachable)).rejects.toMatchObject({
      reason: 'unreachable',
    });
  });
});

describe('many documents', () => {
  const authorizeAt = (at: TestServer, clientId: string) => send(authorizeUrl(at, clientId, challenge));
  const count = async (at: TestServer) => {
    const [row] = await at.db.select<{ n: number }>('SELECT COUNT(*) AS n FROM oauth_clients');
    return row?.n;
  };

  test('slow ones take nothing from a client that is known, for a day', async () => {
    const own = await startTestServer({ documents: reachable });
    try {
      const url = nextUrl();
      handler = answer(documentOf(url));
      expect((await authorizeAt(own, url)).status).toBe(302);
      own.pass(2 * 3_600_000);
      handler = () => undefined;
      reachable.timeoutMs = impatient;
      const slow = Array.from({ length: 12 }, (_, n) => authorizeAt(own, `${origin}/slow.json?${n}`));
      expect((await authorizeAt(own, url)).status).toBe(302);
      expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([400, 503]));
      reachable.timeoutMs = usual;
      // Its host fails: the copy still serves, and is not asked for again at once.
      handler = answer('', 'application/json', 500);
      own.pass(60_001);
      expect((await authorizeAt(own, url)).status).toBe(302);
      own.pass(24 * 3_600_000);
      expect((await authorizeAt(own, url)).status).toBe(400);
    } finally {
      await own.close();
    }
  });

  test('a document that is gone is not served from its copy', async () => {
    const own = await startTestServer({ documents: reachable });
    try {
      const url = nextUrl();
      handler = answer(documentOf(url));
      expect((await authorizeAt(own, url)).status).toBe(302);
      own.pass(2 * 3_600_000);
      handler = answer('', 'application/json', 404);
      expect((await authorizeAt(own, url)).status).toBe(400);
    } finally {
      await own.close();
    }
  });

  test('count as registrations, and are stored only when an authorization begins', async () => {
    const own = await startTestServer({ documents: reachable, env: { OAUTH_REGISTRATIONS_PER_HOUR: '3' } });
    try {
      const statuses = [];
      for (let n = 0; n < 4; n += 1) {
        const url = nextUrl();
        handler = answer(documentOf(url, { redirect_uris: [`${redirectUri}/other`] }));
        statuses.push((await authorizeAt(own, url)).status);
      }
      expect(statuses).toEqual([400, 400, 400, 429]);
      expect(await count(own)).toBe(0);
    } finally {
      await own.close();
    }
  });

  test('an address stores no more than its authorization requests of a minute', async () => {
    const own = await startTestServer({
      documents: reachable,
      requestCeilings: { ...requestCeilings, address: { rows: 2, bytes: 100_000 } },
    });
    try {
      const url = nextUrl();
      handler = answer(documentOf(url));
      const statuses = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await authorizeAt(own, url)).status);
      expect([statuses, await count(own)]).toEqual([[302, 302, 429], 1]);
    } finally {
      await own.close();
    }
  });
});
