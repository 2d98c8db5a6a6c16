/** Decisions that must not count: the wrong person, the wrong token, the wrong body, the second time. */
import jwt from 'jsonwebtoken';
import { v4 as uuid } from 'uuid';
import { attackTable, codeOf, type Attack } from '../../../oauth/support/attacks';
import {
  begin,
  codeRequest,
  complete,
  connect,
  fullScope,
  pkce,
  plainScope,
  postForm,
  postJson,
  register,
  send,
  token,
  type Answer,
} from '../../../oauth/support/flow';
import {
  addPerson,
  addWorkspace,
  sessionSecret,
  startTestServer,
  type Person,
  type TestServer,
  type TestWorkspace,
} from '../../../oauth/support/server';

interface Context {
  readonly server: TestServer;
  readonly requestToken: string;
}

let server: TestServer;
let workspace: TestWorkspace;
let other: TestWorkspace;
let outsider: Person;
let clientId: string;
let accessToken: string;
const { challenge, verifier } = pkce();

beforeAll(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
  other = await addWorkspace(server, 'Other');
  outsider = await addPerson(server);
  clientId = await register(server);
  accessToken = (await connect(server, workspace)).access;
});
afterAll(() => server.close());

const make = async (): Promise<Context> => ({
  server,
  requestToken: await begin(server, clientId, challenge, { scope: fullScope }),
});

const decision = (context: Context, changes: Record<string, unknown> = {}) => ({
  requestToken: context.requestToken,
  organizationId: workspace.organizationId,
  approved: true,
  ...changes,
});
const body =
  (changes: Record<string, unknown>) =>
  (context: Context): Promise<Answer> =>
    complete(server, workspace.people.OWNER, decision(context, changes));
const session = (text: () => string | undefined) => (context: Context) => {
  const value = text();
  const headers: Record<string, string> = value === undefined ? {} : { Authorization: value };
  return postJson(`${server.issuer}/authorize/complete`, decision(context), headers);
};

const now = () => Math.floor(Date.now() / 1000);
/** Session tokens that are wrong in one way each. */
const sign = (claims: object, header: object = {}, secret = sessionSecret) =>
  `Bearer ${jwt.sign(
    { sub: workspace.people.OWNER.userId, aud: 'leadlight:session', exp: now() + 600, ...claims },
    secret,
    {
      header: { alg: 'HS256', typ: 'session+jwt', ...header },
    },
  )}`;
const unsigned = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: workspace.people.OWNER.userId, aud: 'leadlight:session', exp: now() + 600 };
  return `Bearer ${part({ alg: 'none', typ: 'session+jwt' })}.${part(claims)}.`;
};

const sessions: readonly (readonly [name: string, text: () => string | undefined])[] = [
  ['none', () => undefined],
  ['empty', () => 'Bearer '],
  ['another scheme', () => `Basic ${Buffer.from('a:b').toString('base64')}`],
  ['an API key', () => 'Bearer ll_live_0123456789abcdef0123456789abcdef0123456789abcdef'],
  ['an MCP access token', () => `Bearer ${accessToken}`],
  ['a word', () => 'Bearer session'],
  ['under another secret', () => sign({}, {}, 'another secret of more than thirty-two characters')],
  ['unsigned', unsigned],
  ['expired', () => sign({ exp: now() - 61 })],
  ['living for a year', () => sign({ exp: now() + 365 * 86_400 })],
  ['for another audience', () => sign({ aud: server.resource })],
  ['of another type', () => sign({}, { typ: 'JWT' })],
  ['typed as an access token', () => sign({}, { typ: 'at+jwt' })],
  ['with a critical header', () => sign({}, { crit: ['x'], x: 1 })],
  ['under HS512', () => sign({}, { alg: 'HS512' })],
  ['issued in the future', () => sign({ iat: now() + 600 })],
  ['without a person', () => sign({ sub: '' })],
  ['twice', () => `Bearer ${workspace.people.OWNER.session}, Bearer ${workspace.people.OWNER.session}`],
];

const bodies: readonly (readonly [name: string, changes: Record<string, unknown>])[] = [
  ['approved as text', { approved: 'false' }],
  ['approved as other text', { approved: 'true' }],
  ['approved as a number', { approved: 1 }],
  ['approved as zero', { approved: 0 }],
  ['approved as null', { approved: null }],
  ['approved as a list', { approved: [false] }],
  ['approved as an object', { approved: {} }],
  ['approved missing', { approved: undefined }],
  ['scope, which would be read as all scopes', { scope: 'workspace:read' }],
  ['a member of another name', { organization: 'x' }],
  ['a member that scripts inherit', JSON.parse('{"__proto__":{"scopes":[]}}')],
  ['many unknown members', Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`m${n}`, n]))],
  ['no workspace', { organizationId: undefined }],
  ['a workspace that is no uuid', { organizationId: 'northwind' }],
  ['a workspace as a list', { organizationId: [uuid()] }],
  ['a workspace as an object', { organizationId: { $ne: null } }],
  ['no request token', { requestToken: undefined }],
  ['an empty request token', { requestToken: '' }],
  ['a request token as a list', { requestToken: ['x'] }],
  ['a request token as an object', { requestToken: { $gt: '' } }],
  ['a long request token', { requestToken: 'x'.repeat(257) }],
  ['scopes that were not asked for', { scopes: ['workspace:read', 'admin:all'] }],
  ['no scope left', { scopes: [] }],
  ['scopes as text', { scopes: 'workspace:read' }],
  ['scopes of numbers', { scopes: [1] }],
];

describe('who is asking', () => {
  attackTable<Context>(
    [
      { send: session(() => `Bearer ${workspace.people.OWNER.session}`), status: 200 },
      { send: session(() => sign({})), status: 200 },
    ],
    sessions.map(([name, text]): Attack<Context> => ({
      name,
      send: session(text),
      status: 401,
      code: 'invalid_session',
    })),
    make,
  );
});

describe('the body', () => {
  const invalid = { status: 400, code: 'validation_failed' };
  const rawPost = (text: string, type: string) => () =>
    send(`${server.issuer}/authorize/complete`, {
      method: 'POST',
      headers: { 'Content-Type': type, Authorization: `Bearer ${workspace.people.OWNER.session}` },
      body: text,
    });
  attackTable<Context>(
    [
      { send: body({}), status: 200 },
      { send: (c) => rawPost(JSON.stringify(decision(c)), 'application/json')(), status: 200 },
    ],
    [
      ...bodies.map(([name, changes]): Attack<Context> => ({ name, send: body(changes), ...invalid })),
      { name: 'malformed JSON', send: rawPost('{', 'application/json'), ...invalid },
      { name: 'an array', send: rawPost('[]', 'application/json'), ...invalid },
      {
        name: 'a form',
        send: rawPost('approved=true', 'application/x-www-form-urlencoded'),
        status: 415,
        code: 'unsupported_media_type',
      },
      { name: 'text', send: rawPost('{}', 'text/plain'), status: 415, code: 'unsupported_media_type' },
      {
        name: 'over 16 KB',
        send: rawPost(`"${'x'.repeat(17_000)}"`, 'application/json'),
        status: 413,
        code: 'payload_too_large',
      },
    ],
    make,
  );
});

describe('the request', () => {
  const unknown = { status: 404, code: 'invalid_request_token' };
  attackTable<Context>(
    [
      { send: body({}), status: 200 },
      { send: body({ approved: false }), status: 200 },
      { send: (c) => lookUp(c.requestToken), status: 200, stores: false },
    ],
    [
      { name: 'made up', send: body({ requestToken: 'A'.repeat(43) }), ...unknown },
      { name: 'with SQL', send: body({ requestToken: "' OR '1'='1" }), ...unknown },
      {
        name: 'one character changed',
        send: (c) => body({ requestToken: `${c.requestToken.slice(0, -1)}!` })(c),
        ...unknown,
      },
      { name: 'a refusal of a made-up one', send: body({ requestToken: 'A'.repeat(43), approved: false }), ...unknown },
      {
        name: 'for a workspace that is not',
        send: body({ organizationId: '11111111-1111-1111-1111-111111111111' }),
        status: 403,
        code: 'not_a_member',
      },
      { name: 'looked up, made up', send: () => lookUp('A'.repeat(43)), ...unknown },
      { name: 'looked up without a token', send: () => lookUp(''), status: 400, code: 'validation_failed' },
    ],
    make,
  );

  const lookUp = (requestToken: string) =>
    send(`${server.issuer}/authorize/request?requestToken=${requestToken}`, {
      headers: { Authorization: `Bearer ${workspace.people.OWNER.session}` },
    });

  test('is used once, whether approved or refused', async () => {
    for (const first of [true, false]) {
      const context = await make();
      expect((await body({ approved: first })(context)).status).toBe(200);
      for (const second of [true, false]) {
        const answer = await body({ approved: second })(context);
        expect([answer.status, answer.said('error', 'code')]).toEqual([404, 'invalid_request_token']);
      }
      expect((await lookUp(context.requestToken)).status).toBe(404);
    }
  });

  test('of 32 decisions at once one wins', async () => {
    const context = await make();
    const answers = await Promise.all(Array.from({ length: 32 }, (_, at) => body({ approved: at % 4 !== 0 })(context)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 404)]);
  });

  test('expires after ten minutes', async () => {
    const fresh = await startTestServer();
    try {
      const place = await addWorkspace(fresh);
      const requestToken = await begin(fresh, await register(fresh), challenge);
      fresh.pass(600_000);
      const late = { requestToken, organizationId: place.organizationId, approved: true };
      const answer = await complete(fresh, place.people.OWNER, late);
      expect([answer.status, answer.said('error', 'code')]).toEqual([404, 'invalid_request_token']);
    } finally {
      await fresh.close();
    }
  });
});

describe('the consent policy over HTTP', () => {
  const people = {
    OWNER: () => workspace.people.OWNER,
    ADMIN: () => workspace.people.ADMIN,
    MEMBER: () => workspace.people.MEMBER,
    INACTIVE: () => workspace.people.INACTIVE,
    'owner elsewhere': () => other.people.OWNER,
    nobody: () => outsider,
  };
  const scopeSets = {
    plain: plainScope,
    one: 'agent:read',
    sensitive: 'leads:read',
    all: fullScope,
  };
  type Who = keyof typeof people;
  const expected = (who: Who, scope: keyof typeof scopeSets): [number, string | undefined] => {
    if (who === 'OWNER' || who === 'ADMIN') return [200, undefined];
    if (who === 'MEMBER') return scope === 'plain' || scope === 'one' ? [200, undefined] : [403, 'admin_required'];
    return [403, 'not_a_member'];
  };
  const rows = (Object.keys(people) as Who[]).flatMap((who) =>
    (Object.keys(scopeSets) as (keyof typeof scopeSets)[]).map((scope) => [who, scope] as const),
  );

  test.each(rows)('%s, %s scopes', async (who, scope) => {
    const [status, code] = expected(who, scope);
    const requestToken = await begin(server, clientId, challenge, { scope: scopeSets[scope] });
    const answer = await complete(server, people[who](), decision({ server, requestToken }));
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    if (status === 200) return;
    // The request was not consumed: somebody who may can still decide.
    const retry = await complete(server, workspace.people.OWNER, decision({ server, requestToken }));
    expect(retry.status).toBe(200);
  });

  test.each(Object.keys(people) as Who[])('%s may refuse', async (who) => {
    const { requestToken } = await make();
    const answer = await complete(server, people[who](), { requestToken, approved: false });
    expect(new URL(answer.said('redirectUrl')).searchParams.get('error')).toBe('access_denied');
  });

  test('a membership removed before the code is redeemed', async () => {
    const { requestToken } = await make();
    const leaver = workspace.people.ADMIN;
    const answer = await complete(server, leaver, decision({ server, requestToken }));
    const code = new URL(answer.said('redirectUrl')).searchParams.get('code') ?? '';
    await server.db.run('UPDATE memberships SET active = 0 WHERE user_id = ?', [leaver.userId]);
    const issued = await token(server, codeRequest(server, { clientId, code, verifier }));
    await server.db.run('UPDATE memberships SET active = 1 WHERE user_id = ?', [leaver.userId]);
    expect([issued.status, issued.said('error', 'code')]).toEqual([400, 'invalid_grant']);
  });
});

test("only the consent page's origin may read these answers from a browser", async () => {
  const ask = (origin: string) =>
    send(`${server.issuer}/authorize/complete`, { method: 'OPTIONS', headers: { Origin: origin } });
  expect((await ask(server.url)).headers.get('access-control-allow-origin')).toBe(server.url);
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const form = await postForm(`${server.issuer}/authorize/complete`, {});
  expect(form.status).toBe(401);
});
