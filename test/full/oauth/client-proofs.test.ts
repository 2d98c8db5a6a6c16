/** Clients that prove themselves with the keys of their document (private_key_jwt), and what stands in for a document. */
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isPublicAddress } from '../../../src/shared/http-client/addresses';
import { assertionType } from '../../../src/interfaces/oauth/client-authentication';
import { checkAssistants } from '../../../src/interfaces/cli/check-assistants';
import { listDocumentFaults } from '../../../src/store/oauth/documents';
import { listConnections } from '../../../src/store/oauth/connections';
import { clientsWithStandIn } from '../../../src/store/oauth/clients';
import { codeOf, fingerprint } from '../../oauth/support/attacks';
import {
  authorizeUrl,
  complete,
  connect,
  pkce,
  postForm,
  redirectUri,
  send,
  type Answer,
} from '../../oauth/support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../../oauth/support/server';

const folder = join(__dirname, '../../oauth/support/certificates');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const origin = 'https://client.example';
const published = new Map<string, unknown>();
/** Addresses with an answer of their own. */
const special = new Map<string, RequestListener>();
const host = createServer({ cert: read('client.example.crt'), key: read('client.example.key') }, (req, res) => {
  const address = `${origin}${req.url ?? ''}`;
  const own = special.get(address);
  if (own) return own(req, res);
  const body = published.get(address);
  res.writeHead(body === undefined ? 403 : 200, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body ?? {}));
});

let server: TestServer;
let workspace: TestWorkspace;
let serial = 0;
/** Where the name of the host leads now. */
let hostAddress = '127.0.0.1';
const reachable = {
  resolve: (name: string) =>
    name === 'client.example'
      ? Promise.resolve([{ address: hostAddress, family: 4 }])
      : Promise.reject(new Error('no such host')),
  isAllowedAddress: (address: string) => address === '127.0.0.1' || isPublicAddress(address),
  // So long that no busy machine meets it; less where nothing is ever answered.
  timeoutMs: 60_000,
  ca: read('client.example.crt'),
  port: 0,
};
beforeAll(async () => {
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

interface Client {
  readonly id: string;
  readonly jwks: string;
}
const keyPair = async (kid: string, alg = 'ES256') => {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, alg, privateKey, jwk };
};
type Key = Awaited<ReturnType<typeof keyPair>>;
let key: Key;
beforeAll(async () => {
  key = await keyPair('one');
});

function publish(changes: Record<string, unknown> = {}, keys: readonly JWK[] = [key.jwk]): Client {
  serial += 1;
  const client = { id: `${origin}/client-${serial}.json`, jwks: `${origin}/jwks-${serial}.json` };
  published.set(client.id, {
    client_id: client.id,
    client_name: 'Proof',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: client.jwks,
    ...changes,
  });
  published.set(client.jwks, { keys });
  return client;
}

const begin = (clientId: string, changes: Record<string, string> = {}): Promise<Answer> =>
  send(authorizeUrl(server, clientId, pkce().challenge, changes));

/** A redemption for an approved code, without a proof. */
async function redemption(clientId: string): Promise<Record<string, string>> {
  const { verifier, challenge } = pkce();
  const asked = await send(authorizeUrl(server, clientId, challenge));
  const requestToken = new URL(asked.headers.get('location') ?? 'none:').searchParams.get('requestToken');
  const { organizationId, people } = workspace;
  const decided = await complete(server, people.OWNER, { requestToken, organizationId, approved: true });
  const code = new URL(decided.said('redirectUrl')).searchParams.get('code') ?? '';
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  };
}

const now = () => Math.floor(server.now() / 1000);
async function assertion(clientId: string, changes: JWTPayload = {}, by: Key = key, header = {}): Promise<string> {
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: server.issuer,
    jti: `j${(serial += 1)}`,
    iat: now(),
    exp: now() + 60,
  };
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: by.alg, kid: by.kid, ...header })
    .sign(by.privateKey);
}
/** With claims that no type allows. */
const unusual = (clientId: string, claims: Record<string, unknown>) => assertion(clientId, claims);
const forged = async (clientId: string, header: object) => assertion(clientId, {}, await keyPair('one'), header);
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
/** The same claims and signature below another header. */
const withHeader = (text: string, header: object) => [encoded(header), ...text.split('.').slice(1)].join('.');
async function signedAsSecret(clientId: string, secret: string): Promise<string> {
  const [, payload = ''] = (await assertion(clientId)).split('.');
  const signed = `${encoded({ alg: 'HS256', kid: 'one' })}.${payload}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
const proof = (text: string) => ({ client_assertion_type: assertionType, client_assertion: text });
const token = (body: Record<string, string>) => postForm(`${server.issuer}/token`, body);

test('a client with keys proves itself at redemption and refresh; the client_id may be left out', async () => {
  const { id } = publish();
  const { client_id: _left, ...body } = await redemption(id);
  const first = await token({ ...body, ...proof(await assertion(id, { aud: `${server.issuer}/token` })) });
  expect(first.status).toBe(200);
  const refresh = { grant_type: 'refresh_token', refresh_token: first.said('refresh_token'), client_id: id };
  expect((await token(refresh)).status).toBe(401);
  expect((await token({ ...refresh, ...proof(await assertion(id)) })).status).toBe(200);
});

describe('refused proofs', () => {
  const rows: readonly (readonly [name: string, make: (id: string) => Promise<Record<string, string>>])[] = [
    ['none', () => Promise.resolve({})],
    ['of a key that is not published', async (id) => proof(await assertion(id, {}, await keyPair('one')))],
    ['of another key id', async (id) => proof(await assertion(id, {}, await keyPair('two')))],
    ['for another audience', async (id) => proof(await assertion(id, { aud: 'https://other.example' }))],
    ['by another issuer', async (id) => proof(await assertion(id, { iss: `${id}x` }))],
    ['expired', async (id) => proof(await assertion(id, { iat: now() - 400, exp: now() - 120 }))],
    ['that lasts for an hour', async (id) => proof(await assertion(id, { exp: now() + 3_600 }))],
    ['from the future', async (id) => proof(await assertion(id, { iat: now() + 120, exp: now() + 180 }))],
    ['without an id', async (id) => proof(await assertion(id, { jti: undefined }))],
    ['without an end', async (id) => proof(await assertion(id, { exp: undefined }))],
    [
      'with an own key',
      async (id) => proof(await assertion(id, {}, await keyPair('x'), { jwk: (await keyPair('x')).jwk })),
    ],
    [
      'with the address of an own key',
      async (id) => proof(await forged(id, { jku: `${origin}/jwks-1.json`, x5u: origin })),
    ],
    ['by a key id that is a path', async (id) => proof(await assertion(id, {}, key, { kid: '../../../etc/passwd' }))],
    ['by a key id that is a number', async (id) => proof(withHeader(await assertion(id), { alg: 'ES256', kid: 1 }))],
    [
      'with a demand that nobody knows',
      async (id) => proof(withHeader(await assertion(id), { alg: 'ES256', crit: ['x'] })),
    ],
    ['signed with the public key as a secret', async (id) => proof(await signedAsSecret(id, JSON.stringify(key.jwk)))],
    ['of another algorithm', async (id) => proof(withHeader(await assertion(id), { alg: 'ES384', kid: 'one' }))],
    ['for audiences that are none', async (id) => proof(await assertion(id, { aud: [] }))],
    [
      'for an audience in other letters',
      async (id) => proof(await assertion(id, { aud: server.issuer.toUpperCase() })),
    ],
    ['for an address below', async (id) => proof(await assertion(id, { aud: `${server.issuer}/token/` }))],
    ['that ends beyond all numbers', async (id) => proof(await assertion(id, { exp: 1e300 }))],
    ['that ends at a text', async (id) => proof(await unusual(id, { exp: `${now() + 60}` }))],
    ['with an id that is no text', async (id) => proof(await unusual(id, { jti: { toString: 1 } }))],
    ['with an id that is a list', async (id) => proof(await unusual(id, { jti: ['a'] }))],
    ['with an endless id', async (id) => proof(await assertion(id, { jti: 'x'.repeat(513) }))],
    ['encrypted', async (id) => proof(`${await assertion(id)}.e.e`)],
    ['cut off', async (id) => proof((await assertion(id)).slice(0, -4))],
    [
      'without a signature',
      async (id) => {
        const [, payload] = (await assertion(id)).split('.');
        return proof(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload ?? ''}.`);
      },
    ],
  ];
  test.each(rows)('%s', async (_name, make) => {
    const { id } = publish();
    const body = await redemption(id);
    const answer = await token({ ...body, ...(await make(id)) });
    expect([answer.status, answer.said('error')]).toEqual([401, 'invalid_client']);
    // The code was not touched: the client itself can still redeem it.
    expect((await token({ ...body, ...proof(await assertion(id)) })).status).toBe(200);
  });

  test('used twice', async () => {
    const { id } = publish();
    const again = proof(await assertion(id));
    const bodies = [await redemption(id), await redemption(id)];
    expect((await token({ ...bodies[0], ...again })).status).toBe(200);
    expect((await token({ ...bodies[1], ...again })).status).toBe(401);
  });

  test.each<readonly [string, Record<string, unknown>]>([
    ['a number', { sub: 1 }],
    ['a list', { sub: [`${origin}/client-1.json`] }],
    ['an object', { sub: { toString: 1 } }],
    ['empty', { sub: '' }],
  ])('whose subject is %s, without a client_id beside it', async (_name, claims) => {
    const { id } = publish();
    const { client_id: _left, ...body } = await redemption(id);
    const answer = await token({ ...body, ...proof(await unusual(id, claims)) });
    expect([answer.status, answer.said('error')]).toEqual([401, 'invalid_client']);
  });

  test('not refused: one whose end is a part of a second, and one for several audiences', async () => {
    const { id } = publish();
    for (const claims of [{ exp: now() + 60.125 }, { aud: ['https://other.example', server.issuer] }]) {
      expect((await token({ ...(await redemption(id)), ...proof(await assertion(id, claims)) })).status).toBe(200);
    }
  });

  test('of a registered client, and of one that names another', async () => {
    const { id } = publish();
    const text = await assertion(id);
    const answer = await token({ ...(await redemption(id)), client_id: `${id}x`, ...proof(text) });
    expect([answer.status, answer.said('error')]).toEqual([400, 'invalid_request']);
  });
});

/** What is at the address of the keys: a set, or an answer of its own. */
interface KeysAt {
  readonly set?: readonly JWK[];
  readonly answer?: RequestListener;
  /** Where the host's name leads. */
  readonly at?: string;
}
const answered =
  (status: number, headers: Record<string, string>, body = ''): RequestListener =>
  (_req, res) => {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    res.end(body);
  };
const keysText = () => JSON.stringify({ keys: [key.jwk] });

describe('keys that are not used', () => {
  const rows: readonly (readonly [name: string, keys: () => KeysAt, status: number])[] = [
    ['positive control: the published set', () => ({ set: [key.jwk] }), 200],
    ['none in the set', () => ({ set: [] }), 401],
    ['a shared secret', () => ({ set: [{ kty: 'oct', k: 'AAAA', kid: 'one' }] }), 401],
    ['a key that is for encryption', () => ({ set: [{ ...key.jwk, use: 'enc' }] }), 401],
    ['a key of another algorithm', () => ({ set: [{ ...key.jwk, alg: 'ES384' }] }), 401],
    ['a key without its point', () => ({ set: [{ kty: 'EC', crv: 'P-256', kid: 'one' }] }), 401],
    ['a key that lies on no curve', () => ({ set: [{ ...key.jwk, x: 'AAAA' }] }), 401],
    ['a key of a curve that nobody knows', () => ({ set: [{ ...key.jwk, crv: 'P-1' }] }), 401],
    ['a private key', () => ({ set: [{ ...key.jwk, d: 'AAAA' }] }), 401],
    ['two keys of one name', () => ({ set: [{ ...key.jwk, x: key.jwk.y, y: key.jwk.x }, key.jwk] }), 401],
    ['more keys than any client has', () => ({ set: Array.from({ length: 21 }, () => key.jwk) }), 503],
    ['a redirect', () => ({ answer: answered(302, { Location: `${origin}/jwks-1.json` }) }), 503],
    ['a redirect into a network', () => ({ answer: answered(307, { Location: 'http://169.254.169.254/' }) }), 503],
    ['a private address', () => ({ set: [key.jwk], at: '10.0.0.1' }), 503],
    ['the address of a cloud', () => ({ set: [key.jwk], at: '169.254.169.254' }), 503],
    ['another private address, as IPv6', () => ({ set: [key.jwk], at: 'fd00:ec2::254' }), 503],
    ['too large', () => ({ answer: answered(200, {}, keysText() + ' '.repeat(64 * 1024)) }), 503],
    ['no JSON', () => ({ answer: answered(200, {}, '{"keys":[') }), 503],
    ['a page', () => ({ answer: answered(200, { 'Content-Type': 'text/html' }, keysText()) }), 503],
    ['no set', () => ({ answer: answered(200, {}, '[]') }), 503],
    ['an error with a good body', () => ({ answer: answered(500, {}, keysText()) }), 503],
    ['no answer', () => ({ answer: () => undefined }), 503],
  ];
  test.each(rows)('%s', async (name, keys, status) => {
    const { set = [], answer, at } = keys();
    const { id, jwks } = publish({}, set);
    const body = await redemption(id);
    if (answer) special.set(jwks, answer);
    if (at !== undefined) hostAddress = at;
    if (name === 'no answer') reachable.timeoutMs = 500;
    const before = await fingerprint(server);
    try {
      const refused = await token({ ...body, ...proof(await assertion(id)) });
      const code = { 200: undefined, 401: 'invalid_client', 503: 'temporarily_unavailable' }[status];
      expect([refused.status, codeOf(refused)]).toEqual([status, code]);
    } finally {
      reachable.timeoutMs = 60_000;
      hostAddress = '127.0.0.1';
      special.delete(jwks);
    }
    // The code was not touched.
    expect((await fingerprint(server)) === before).toBe(status !== 200);
  });

  test('a failure is forgotten after a minute', async () => {
    const { id, jwks } = publish();
    special.set(jwks, answered(500, {}));
    const redeem = async () => (await token({ ...(await redemption(id)), ...proof(await assertion(id)) })).status;
    expect(await redeem()).toBe(503);
    special.delete(jwks);
    expect(await redeem()).toBe(503);
    server.pass(60_001);
    expect(await redeem()).toBe(200);
  });
});

test('a rotated key is found, and the one before is no longer good', async () => {
  const { id, jwks } = publish();
  expect((await token({ ...(await redemption(id)), ...proof(await assertion(id)) })).status).toBe(200);
  const next = await keyPair('next');
  published.set(jwks, { keys: [next.jwk] });
  server.pass(31_000);
  expect((await token({ ...(await redemption(id)), ...proof(await assertion(id, {}, next)) })).status).toBe(200);
  expect((await token({ ...(await redemption(id)), ...proof(await assertion(id)) })).status).toBe(401);
});

test('keys serve on for a day while they cannot be fetched, and not longer', async () => {
  const { id, jwks } = publish();
  const redeem = async () => (await token({ ...(await redemption(id)), ...proof(await assertion(id)) })).status;
  expect(await redeem()).toBe(200);
  special.set(jwks, answered(403, { 'Content-Type': 'text/html' }, 'Are you a browser?'));
  server.pass(11 * 60_000);
  expect(await redeem()).toBe(200);
  server.pass(24 * 3_600_000);
  // The person's session ended meanwhile.
  workspace = await addWorkspace(server);
  expect(await redeem()).toBe(503);
  special.delete(jwks);
});

test('where none is offered too, a proof may be left out, but a forged one is refused', async () => {
  const { id } = publish({ token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] });
  expect((await token(await redemption(id))).status).toBe(200);
  const forged = proof(await assertion(id, {}, await keyPair('one')));
  expect((await token({ ...(await redemption(id)), ...forged })).status).toBe(401);
});

test.each([
  ['another host', { jwks_uri: 'https://keys.example/jwks.json' }],
  ['no address', { jwks_uri: null }],
  ['an algorithm with a shared secret', { token_endpoint_auth_signing_alg: 'HS256' }],
])('keys alone with %s: the document is refused', async (_name, changes) => {
  const { id } = publish(changes);
  expect((await begin(id)).status).toBe(400);
  const [fault] = await listDocumentFaults(server.db, 1);
  expect(fault).toMatchObject({ client_id: id, kind: 'refused' });
});

test('a document that drops its redirect URI: nothing is sent to the old address, also for a request that waits', async () => {
  const both = { token_endpoint_auth_method: 'none', redirect_uris: [redirectUri, `${redirectUri}/2`] };
  const { id } = publish(both);
  const decide = async (answer: Answer) => {
    const requestToken = new URL(answer.headers.get('location') ?? 'none:').searchParams.get('requestToken');
    return complete(server, workspace.people.OWNER, {
      requestToken,
      organizationId: workspace.organizationId,
      approved: true,
    });
  };
  expect((await decide(await begin(id))).status).toBe(200);
  server.pass(3_599_000);
  const [waiting, other] = [await begin(id), await begin(id, { redirect_uri: `${redirectUri}/2` })];
  published.set(id, { ...both, client_id: id, redirect_uris: [`${redirectUri}/2`] });
  server.pass(2_000);
  expect((await begin(id)).status).toBe(400);
  const refused = await decide(waiting);
  expect([refused.status, codeOf(refused)]).toEqual([404, 'invalid_request_token']);
  expect((await decide(other)).said('redirectUrl')).toMatch(`${redirectUri}/2?code=`);
  expect((await begin(id, { redirect_uri: `${redirectUri}/2` })).status).toBe(302);
});

describe('what stands in', () => {
  const claude = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
  const callback = { redirect_uri: 'https://claude.ai/api/mcp/auth_callback' };

  test('the table for a known document, said with its reason; nothing for an unknown one', async () => {
    expect((await begin(claude, callback)).status).toBe(302);
    expect(await clientsWithStandIn(server.db, 10)).toEqual([
      expect.objectContaining({
        id: claude,
        standIn: expect.objectContaining({ from: 'table', reason: 'no such host' }),
      }),
    ]);
    const page = await begin('https://elsewhere.example/client.json');
    expect([page.status, page.text.includes('This service could not fetch')]).toEqual([400, true]);
    const said = (await checkAssistants(server.db, server.settings, { HTTPS_PROXY: 'http://proxy.example' })).map(
      ({ message }) => message.replace(/ since \S+Z/, ''),
    );
    expect(said).toEqual(
      expect.arrayContaining([
        `${claude} cannot be fetched by this service (no such host); the copy of 2026-09-29 is used`,
        'https://elsewhere.example/client.json could not be fetched by this service: no such host',
        expect.stringContaining('HTTPS_PROXY is set, but'),
      ]),
    );
  });

  test('the last good copy, where a browser challenge is served instead, and the live one when it is back', async () => {
    const { id } = publish({ token_endpoint_auth_method: 'none' });
    const body = published.get(id);
    await connect(server, workspace, { clientId: id });
    const ofConnection = async () =>
      (await listConnections(server.db, { clientId: id }, server.now())).map(({ standIn }) => standIn?.from);
    expect(await ofConnection()).toEqual([undefined]);
    published.delete(id);
    server.pass(3_600_001);
    expect((await begin(id)).status).toBe(302);
    const standIns = async () =>
      (await clientsWithStandIn(server.db, 10)).map(({ id: one, standIn }) => [one, standIn?.from]);
    expect(await standIns()).toContainEqual([id, 'copy']);
    expect(await ofConnection()).toEqual(['copy']);
    published.set(id, body);
    server.pass(60_001);
    expect((await begin(id)).status).toBe(302);
    expect(await standIns()).not.toContainEqual([id, 'copy']);
    expect(await ofConnection()).toEqual([undefined]);
  });

  test('with OAUTH_CLIENT_DOCUMENTS=off none is advertised or taken', async () => {
    const off = await startTestServer({ env: { OAUTH_CLIENT_DOCUMENTS: 'off' } });
    try {
      const metadata = await send(`${off.url}/.well-known/oauth-authorization-server`);
      expect(metadata.json).not.toHaveProperty('client_id_metadata_document_supported');
      expect(metadata.json).toMatchObject({ token_endpoint_auth_methods_supported: ['none'] });
      expect((await send(authorizeUrl(off, claude, pkce().challenge, callback))).status).toBe(400);
    } finally {
      await off.close();
    }
  });
});

describe('the Authorization header at the token endpoint', () => {
  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const post = (body: Record<string, string>, headers: Record<string, string>) =>
    send(`${server.issuer}/token`, { method: 'POST', headers, body: new URLSearchParams(body) });
  const bodyOf = async () => {
    const { id } = publish({ token_endpoint_auth_method: 'none' });
    const { client_id: _named, ...body } = await redemption(id);
    return { id, body };
  };

  test('Basic with the client id and an empty secret is that client', async () => {
    const plain = await bodyOf();
    expect((await post(plain.body, basic(`${plain.id}:`))).status).toBe(200);
    const encoded = await bodyOf();
    expect((await post(encoded.body, basic(`${encodeURIComponent(encoded.id)}:`))).status).toBe(200);
    const bare = await bodyOf();
    const { Authorization } = basic(`${bare.id}:`);
    const odd = { Authorization: Authorization.replace('Basic', 'basic').replace(/=+$/, '') };
    expect((await post({ ...bare.body, client_id: bare.id }, odd)).status).toBe(200);
  });

  test.each([
    ['a secret', (id: string) => basic(`${encodeURIComponent(id)}:secret`)],
    ['no client', () => basic(':')],
    ['no colon', (id: string) => basic(encodeURIComponent(id))],
    ['a client in no encoding', () => basic('%zz:')],
    ['bytes that are no text', () => ({ Authorization: `Basic ${Buffer.from([0xff, 0x3a]).toString('base64')}` })],
    ['no base64', (id: string) => ({ Authorization: `Basic ${id}:` })],
    ['nothing', () => ({ Authorization: 'Basic' })],
    ['Digest', () => ({ Authorization: 'Digest a=b' })],
    ['Bearer', () => ({ Authorization: 'Bearer x' })],
  ])('%s is refused', async (_name, headers) => {
    const { id, body } = await bodyOf();
    const answer = await post(body, headers(id));
    expect([answer.status, answer.said('error')]).toEqual([400, 'invalid_request']);
  });
});
