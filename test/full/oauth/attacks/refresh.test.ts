/** Refreshes that must not succeed, and what a stolen refresh token leaves behind. */
import { attackTable, codeOf, type Attack } from '../../../oauth/support/attacks';
import { Attacked, refresh, refreshStillWorks, type Context, type Row } from '../../../oauth/support/attacked';
import { call, connect, fullScope, refreshRequest, token, type Tokens } from '../../../oauth/support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../../../oauth/support/server';

let attacked: Attacked;
let server: TestServer;
let otherClientId: string;

beforeAll(async () => {
  attacked = await Attacked.start();
  ({ server, otherClientId } = attacked);
});
afterAll(() => server.close());

const make = () => attacked.make();

const refreshRows: readonly Row[] = [
  ['no refresh token', { refresh_token: undefined }, 400, 'invalid_request'],
  ['empty refresh token', { refresh_token: '' }, 400, 'invalid_request'],
  ['refresh token as a list', { refresh_token: ['x'] }, 400, 'invalid_request'],
  ['refresh token as an object', { refresh_token: { $ne: '' } }, 400, 'invalid_request'],
  ['refresh token of words', { refresh_token: 'not a token' }, 400, 'invalid_grant'],
  ['made-up refresh token', { refresh_token: `llr_${'A'.repeat(86)}` }, 400, 'invalid_grant'],
  ['scope upgrade', { scope: fullScope }, 400, 'invalid_scope'],
  ['unknown scope', { scope: 'admin:all' }, 400, 'invalid_scope'],
  ['malformed scope', { scope: 'workspace:read\nagent:read' }, 400, 'invalid_scope'],
  ['scope as a list', { scope: ['workspace:read'] }, 400, 'invalid_request'],
  ['changed resource', { resource: 'https://other.example/mcp' }, 400, 'invalid_target'],
  ['a client secret', { client_secret: 'x' }, 401, 'invalid_client'],
  ['unknown client', { client_id: '2f1d9d0e-8f0e-4d57-9a43-0f6f3c3a7e11' }, 401, 'invalid_client'],
];

describe('refresh: refused, and the token is still alive', () => {
  const tampered = (token: string, at: number) => {
    const flipped = token[at] === 'A' ? 'B' : 'A';
    return `${token.slice(0, at)}${flipped}${token.slice(at + 1)}`;
  };
  attackTable<Context>(
    [{ send: refresh({}), status: 200 }],
    [
      ...refreshRows.map(([name, changes, status, code]): Attack<Context> => ({
        name,
        send: refresh(changes),
        status,
        code,
      })),
      {
        name: "another client's refresh token",
        send: (context) => refresh({ client_id: otherClientId })(context),
        status: 400,
        code: 'invalid_grant',
      },
      ...[10, 40, 80].map((at): Attack<Context> => ({
        name: `character ${at} changed`,
        send: (context) => refresh({ refresh_token: tampered(context.tokens.refresh, at) })(context),
        status: 400,
        code: 'invalid_grant',
      })),
      {
        name: 'base64 padding added',
        send: (context) => refresh({ refresh_token: `${context.tokens.refresh}=` })(context),
        status: 400,
        code: 'invalid_grant',
      },
      {
        name: 'an access token as refresh token',
        send: (context) => refresh({ refresh_token: context.tokens.access })(context),
        status: 400,
        code: 'invalid_grant',
      },
      {
        name: 'a code as refresh token',
        send: (context) => refresh({ refresh_token: context.approved.code })(context),
        status: 400,
        code: 'invalid_grant',
      },
    ],
    make,
  );
  test('and the token still works', async () => {
    const context = await make();
    for (const [, changes] of refreshRows) await refresh(changes)(context);
    await refresh({ client_id: otherClientId })(context);
    await refreshStillWorks(context);
  });
});

describe('refresh: reuse', () => {
  const rotate = async (at: TestServer, tokens: Tokens): Promise<Tokens> => {
    const answer = await token(at, refreshRequest(tokens));
    expect(answer.status).toBe(200);
    return { ...tokens, access: answer.said('access_token'), refresh: answer.said('refresh_token') };
  };
  const withServer = async (work: (at: TestServer, tokens: Tokens, place: TestWorkspace) => Promise<void>) => {
    const own = await startTestServer();
    try {
      const place = await addWorkspace(own);
      await work(own, await connect(own, place), place);
    } finally {
      await own.close();
    }
  };
  const isDead = async (at: TestServer, tokens: Tokens) => {
    expect(codeOf(await token(at, refreshRequest(tokens)))).toBe('invalid_grant');
    expect((await call(at, tokens.access)).status).toBe(401);
  };

  test('within 30 seconds a repeat gives the same successor again', () =>
    withServer(async (at, first) => {
      const second = await rotate(at, first);
      at.pass(29_000);
      const repeated = await rotate(at, first);
      expect(repeated.refresh).toBe(second.refresh);
      expect((await call(at, repeated.access)).status).toBe(200);
      expect((await rotate(at, second)).refresh).not.toBe(second.refresh);
    }));

  test('after 30 seconds a repeat ends the connection', () =>
    withServer(async (at, first) => {
      const second = await rotate(at, first);
      at.pass(30_001);
      expect(codeOf(await token(at, refreshRequest(first)))).toBe('invalid_grant');
      await isDead(at, second);
      const rows = await at.db.select("SELECT 1 AS x FROM oauth_audit WHERE action = 'refresh_reused'");
      expect(rows).toHaveLength(1);
    }));

  test('a token two steps back ends the connection, however soon', () =>
    withServer(async (at, first) => {
      const third = await rotate(at, await rotate(at, first));
      expect(codeOf(await token(at, refreshRequest(first)))).toBe('invalid_grant');
      await isDead(at, third);
    }));

  test('32 at once: one successor, and it works', () =>
    withServer(async (at, first) => {
      const answers = await Promise.all(Array.from({ length: 32 }, () => token(at, refreshRequest(first))));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(new Set(answers.map((answer) => answer.said('refresh_token'))).size).toBe(1);
      await rotate(at, { ...first, refresh: answers[31]?.said('refresh_token') ?? '' });
    }));

  test('a narrower scope narrows the access token only', () =>
    withServer(async (at, first) => {
      const narrow = await token(at, refreshRequest(first, { scope: 'workspace:read openid other:read' }));
      expect(narrow.said('scope')).toBe('workspace:read');
      const wide = await token(at, refreshRequest({ ...first, refresh: narrow.said('refresh_token') }));
      expect(wide.said('scope')).toBe('workspace:read analytics:read agent:read');
    }));

  test('idle for 30 days, or 90 days old, it is over', () =>
    withServer(async (at, first, place) => {
      const day = 86_400_000;
      at.pass(30 * day);
      expect(codeOf(await token(at, refreshRequest(first)))).toBe('invalid_grant');
      const session = { ...place.people.OWNER, session: at.sessions.mintSession(place.people.OWNER.userId, 86_400) };
      let busy = await connect(at, place, { person: session });
      for (let days = 0; days < 80; days += 20) {
        at.pass(20 * day);
        busy = await rotate(at, busy);
      }
      at.pass(10 * day - 1_000);
      busy = await rotate(at, busy);
      at.pass(1_000);
      await isDead(at, busy);
    }));

  const losses: readonly (readonly [name: string, sql: string, status: number, code: string])[] = [
    ['membership deleted', 'DELETE FROM memberships WHERE user_id = ?', 400, 'invalid_grant'],
    ['membership inactive', 'UPDATE memberships SET active = 0 WHERE user_id = ?', 400, 'invalid_grant'],
    ['role lowered', "UPDATE memberships SET role = 'MEMBER' WHERE user_id = ?", 400, 'invalid_grant'],
    [
      'client removed',
      'DELETE FROM oauth_clients WHERE id IN (SELECT client_id FROM oauth_grants WHERE user_id = ?)',
      401,
      'invalid_client',
    ],
  ];
  test.each(losses)('%s: over at the next call and the next refresh', (_name, sql, status, code) =>
    withServer(async (at, _first, place) => {
      const tokens = await connect(at, place, { scope: fullScope });
      await at.db.run(sql, [place.people.OWNER.userId]);
      at.pass(5_000);
      expect((await call(at, tokens.access)).status).toBe(401);
      const answer = await token(at, refreshRequest(tokens));
      expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    }),
  );

  test('a lowered role does not end a connection with plain scopes', () =>
    withServer(async (at, first, place) => {
      await at.db.run("UPDATE memberships SET role = 'MEMBER' WHERE user_id = ?", [place.people.OWNER.userId]);
      await rotate(at, first);
    }));
});
