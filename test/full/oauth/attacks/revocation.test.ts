/** Who can end a connection at the revocation endpoint, and with what. */
import { attackTable, codeOf } from '../../../oauth/support/attacks';
import { Attacked, type Context } from '../../../oauth/support/attacked';
import { call, refreshRequest, send, token } from '../../../oauth/support/flow';
import { type TestServer, type TestWorkspace } from '../../../oauth/support/server';

let attacked: Attacked;
let server: TestServer;
let workspace: TestWorkspace;
let clientId: string;
let otherClientId: string;

beforeAll(async () => {
  attacked = await Attacked.start();
  ({ server, workspace, clientId, otherClientId } = attacked);
});
afterAll(() => server.close());

const make = () => attacked.make();

describe('revocation', () => {
  const post = (body: unknown) =>
    send(`${server.issuer}/revoke`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const noEffect = { status: 200, code: undefined };
  attackTable<Context>(
    [
      { send: (c) => post({ token: c.tokens.refresh, client_id: clientId }), status: 200 },
      { send: (c) => post({ token: c.tokens.access, client_id: clientId }), status: 200 },
    ],
    [
      { name: 'unknown token', send: () => post({ token: 'x' }), ...noEffect },
      { name: 'made-up refresh token', send: () => post({ token: `llr_${'A'.repeat(86)}` }), ...noEffect },
      {
        name: "another client's refresh token",
        send: (c) => post({ token: c.tokens.refresh, client_id: otherClientId }),
        ...noEffect,
      },
      {
        name: "another client's access token",
        send: (c) => post({ token: c.tokens.access, client_id: otherClientId }),
        ...noEffect,
      },
      {
        name: 'access token with a changed signature',
        send: (c) => post({ token: `${c.tokens.access.slice(0, -8)}AAAAAAAA` }),
        ...noEffect,
      },
      {
        name: 'unsigned access token',
        send: (c) => post({ token: `${c.tokens.access.split('.').slice(0, 2).join('.')}.` }),
        ...noEffect,
      },
      { name: 'session token', send: () => post({ token: workspace.people.OWNER.session }), ...noEffect },
      { name: 'code', send: (c) => post({ token: c.approved.code }), ...noEffect },
      { name: 'no token', send: () => post({}), status: 400, code: 'invalid_request' },
      {
        name: 'token as a list',
        send: (c) => post({ token: [c.tokens.refresh] }),
        status: 400,
        code: 'invalid_request',
      },
      { name: 'token as an object', send: () => post({ token: { $ne: '' } }), status: 400, code: 'invalid_request' },
      { name: 'an array', send: () => post([]), status: 400, code: 'invalid_request' },
    ],
    make,
  );
  test.each(['access', 'refresh'] as const)('the %s token ends the connection', async (which) => {
    const { tokens } = await make();
    const answer = await post({ token: tokens[which], token_type_hint: 'anything' });
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect((await call(server, tokens.access)).status).toBe(401);
    expect(codeOf(await token(server, refreshRequest(tokens)))).toBe('invalid_grant');
    expect((await post({ token: tokens[which] })).status).toBe(200);
  });
});
