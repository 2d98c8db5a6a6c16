/**
 * Errors by which a server takes work back, at any statement of any request: work is done again where that is possible, and
 * otherwise the caller is told to try later. Nobody is answered 500, and nothing is lost or done twice.
 */
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { openSessions } from '../../../src/auth/sessions';
import * as flow from '../../oauth/support/flow';
import { addWorkspace, sessionSecret, type TestWorkspace } from '../../oauth/support/server';
import { atLength } from '../../support/at-length';
import { availableDatabases } from '../../support/databases';
import { erringProxy, type ErringProxy, type ServerError } from '../../support/erring-proxy';
import { bearer, startTestService, type TestService } from '../../support/service';

/** The errors are a proxy's, and the driver is the same: the proofs have MySQL too. */
const servers = availableDatabases().filter((kind) => atLength(kind === 'mariadb', kind !== 'sqlite'));

/** In the words of MariaDB and Galera. */
const errors: readonly ServerError[] = [
  { number: 1213, state: '40001', message: 'Deadlock found when trying to get lock; try restarting transaction' },
  { number: 1205, state: 'HY000', message: 'Lock wait timeout exceeded; try restarting transaction' },
  { number: 1180, state: 'HY000', message: 'Got error 5 "Input/output error" during COMMIT' },
  { number: 1047, state: '08S01', message: 'WSREP has not yet prepared node for application use' },
];
/** What a server says that has no place or is going away: never done again by itself. */
const refusals: readonly ServerError[] = [
  { number: 1290, state: 'HY000', message: 'The MariaDB server is running with the --read-only option' },
  { number: 1317, state: '70100', message: 'Query execution was interrupted' },
  { number: 1053, state: '08S01', message: 'Server shutdown in progress' },
  { number: 1040, state: '08004', message: 'Too many connections' },
  { number: 1114, state: 'HY000', message: 'The table is full' },
  { number: 1158, state: '08S01', message: 'Got an error reading communication packets' },
  { number: 1927, state: '70100', message: 'Connection was killed' },
  { number: 1030, state: 'HY000', message: 'Got error 28 "No space left on device" from storage engine InnoDB' },
  { number: 4031, state: 'HY000', message: 'The client was disconnected by the server because of inactivity' },
];

it('needs a server, which SQLite is not', () => expect(servers).not.toContain('sqlite'));

for (const kind of servers) {
  describe(`errors of ${kind}`, () => {
    let proxy: ErringProxy;
    let service: TestService;
    let workspace: TestWorkspace;
    let endpoints: flow.Endpoints;
    let tokens: flow.Tokens;
    /** A connection that is ended again and again. */
    let other: flow.Tokens;
    let secret: string;

    beforeAll(async () => {
      service = await startTestService({
        kind,
        env: {
          SESSION_TOKEN_SECRET: sessionSecret,
          OAUTH_REGISTRATIONS_PER_HOUR: '100000',
          OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com',
        },
        async through(text) {
          const url = new URL(text);
          proxy = await erringProxy(Number(url.port));
          url.port = String(proxy.port);
          return url.href;
        },
      });
      const sessions = openSessions({ secret: sessionSecret, dataDir: tmpdir() });
      workspace = await addWorkspace({ db: service.db, sessions });
      secret = await service.key(workspace.organizationId);
      endpoints = { issuer: `${service.baseUrl}/mcp/oauth`, resource: `${service.baseUrl}/mcp` };
      tokens = await flow.connect(endpoints, workspace, { scope: flow.fullScope });
      other = await flow.connect(endpoints, workspace);
    });
    // Sequelize would print the server's text there, past the log.
    const printed = jest.spyOn(console, 'warn').mockImplementation();
    afterAll(async () => {
      expect(printed).not.toHaveBeenCalled();
      printed.mockRestore();
      await service.end();
      await proxy.close();
    });
    afterEach(() => proxy.pass());

    const get = (path: string) => flow.send(`${service.baseUrl}${path}`, { headers: bearer(secret) });
    const callTool = (name: string) =>
      flow.postJson(
        endpoints.resource,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: `svc_${name}`, arguments: {} } },
        { ...bearer(tokens.access), Accept: 'application/json, text/event-stream' },
      );
    const owner = () => workspace.people.OWNER;

    /** What is asked, and the status of success. */
    const requests: Readonly<Record<string, readonly [() => Promise<flow.Answer>, number]>> = {
      'a list': [() => get('/customer/leads?search=a'), 200],
      'a single read': [() => get('/customer/workspace-access'), 200],
      'a tool call': [() => callTool('list_leads'), 200],
      refreshing: [
        async () => {
          const answer = await flow.token(endpoints, flow.refreshRequest(tokens));
          if (answer.status === 200)
            tokens = { ...tokens, access: answer.said('access_token'), refresh: answer.said('refresh_token') };
          return answer;
        },
        200,
      ],
      registering: [
        () =>
          flow.postJson(`${endpoints.issuer}/register`, {
            redirect_uris: [flow.redirectUri],
            client_name: 'Assistant',
          }),
        201,
      ],
      'the list of connections': [
        () => flow.send(`${endpoints.issuer}/connections`, { headers: bearer(owner().session) }),
        200,
      ],
      revoking: [() => flow.postJson(`${endpoints.issuer}/revoke`, { token: other.refresh }), 200],
    };
    const names = Object.keys(requests);
    const ask = (name: string) => requests[name]?.[0]() ?? Promise.reject(new Error(name));
    const success = (name: string) => requests[name]?.[1];

    const isLater = (answer: flow.Answer) => {
      // A tool that has begun says so in words for the assistant; everything before it, and every other endpoints, in the status.
      if (answer.status === 200) expect(answer.text).toMatch(/^(?=.*"isError":true).*try again/i);
      else {
        expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
        // So that a client behind a balancer comes to another process.
        expect(answer.headers.get('connection')).toBe('close');
      }
      expect(answer.text).not.toMatch(
        /WSREP|Deadlock|Lock wait|COMMIT|read-only|interrupted|packets|killed|is full|space|inactivity/i,
      );
    };

    test('without one, every request succeeds', async () => {
      for (const name of names) expect([name, (await ask(name)).status]).toEqual([name, success(name)]);
    });

    test.each(errors)('$number once, at each kind of statement: done again, unseen', async (error) => {
      for (const statement of [
        /./,
        /^\s*SELECT/i,
        /^\s*(UPDATE|INSERT|DELETE)/i,
        /^\s*(START|BEGIN)/i,
        /^\s*COMMIT/i,
      ]) {
        for (const name of names) {
          proxy.refuse(statement, error, 1);
          const answer = await ask(name);
          expect([name, String(statement), answer.status]).toEqual([name, String(statement), success(name)]);
        }
      }
    });

    test.each(errors)('$number for a second, of all requests at once: done again, unseen', async (error) => {
      proxy.refuse(/./, error);
      let over = false;
      const passing = setTimeout(1_000).then(async () => {
        // Not before each could meet it.
        while (proxy.refused <= names.length && !over) await setTimeout(10);
        proxy.pass();
      });
      const answers = await Promise.all(names.map(ask)).finally(() => (over = true));
      await passing;
      expect(answers.map(({ status }) => status)).toEqual(names.map(success));
      expect(proxy.refused).toBeGreaterThan(names.length);
    });

    test('one that does not end: 503 with Retry-After everywhere, and good again afterwards', async () => {
      proxy.refuse(/./, errors[3] ?? { number: 1047, state: '08S01', message: '' });
      const answers = await Promise.all(names.map(ask));
      answers.forEach(isLater);
      expect((await flow.send(`http://127.0.0.1:${service.port}/readyz`)).status).toBe(503);
      proxy.pass();
      for (const name of names) expect([name, (await ask(name)).status]).toEqual([name, success(name)]);
    });

    test.each(refusals)('$number is something to try again later', async (error) => {
      for (const name of names) {
        proxy.refuse(/./, error);
        const answer = await ask(name);
        proxy.pass();
        isLater(answer);
      }
    });
  });
}
