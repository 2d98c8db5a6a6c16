/** How often an address, a connection and a person may: the last that is allowed, the first that is not, and who else is not touched. */
import { addressLimit } from '../../src/interfaces/oauth/limits';
import { OauthError } from '../../src/interfaces/oauth/errors';
import { migratedTestDatabase } from '../support/databases';
import * as flow from './support/flow';
import { startTestServer, type TestServer } from './support/server';

describe('a limit of three in a minute', () => {
  const limited = () => addressLimit({ name: 'tries', points: 3, seconds: 60, message: 'Too many tries.', nodes: 1 });
  const uses = (limit: ReturnType<typeof limited>, networks: readonly string[], times: number) =>
    Array.from({ length: times }, () => {
      try {
        limit.use(networks);
        return true;
      } catch (error) {
        if (!(error instanceof OauthError)) throw error;
        return { code: error.code, message: error.message, headers: error.extra.headers };
      }
    });

  test('says how long to wait, and by what rule', () => {
    const limit = limited();
    const [last] = uses(limit, ['203.0.113.1'], 4).slice(-1);
    expect(uses(limited(), ['203.0.113.1'], 3)).toEqual([true, true, true]);
    expect(last).toEqual({
      code: 'rate_limited',
      message: 'Too many tries.',
      headers: { 'Retry-After': '60', 'RateLimit-Policy': '"tries";q=3;w=60', RateLimit: '"tries";r=0;t=60' },
    });
  });

  test('another address has its own, and a use that is given back can be used again', () => {
    const limit = limited();
    uses(limit, ['203.0.113.1'], 5);
    expect(uses(limit, ['203.0.113.2'], 3)).toEqual([true, true, true]);
    limit.giveBack(['203.0.113.1']);
    expect(uses(limit, ['203.0.113.1'], 2)).toEqual([true, expect.objectContaining({ code: 'rate_limited' })]);
  });

  test('a customer has it by their /64, and their provider’s /48 ten times as much', () => {
    const limit = limited();
    const customer = (n: number) => [`2001:db8:1:${n}::/64`, '2001:db8:1::/48'];
    for (let n = 0; n < 10; n += 1) expect(uses(limit, customer(n), 3)).toEqual([true, true, true]);
    expect(uses(limit, customer(10), 1)).toEqual([expect.objectContaining({ code: 'rate_limited' })]);
    expect(uses(limit, ['2001:db8:2:1::/64', '2001:db8:2::/48'], 1)).toEqual([true]);
  });
});

describe('at the addresses', () => {
  let server: TestServer;
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const start = async (options: Parameters<typeof startTestServer>[0] = {}) =>
    (server = await startTestServer({ ...options, env: { TRUST_PROXY: 'loopback', ...options.env } }));
  afterEach(() => server.close());

  test('registrations: what is refused for itself is not counted', async () => {
    await start({ env: { OAUTH_REGISTRATIONS_PER_HOUR: '2' } });
    const register = async (address: string, redirect = flow.redirectUri) =>
      flow.postJson(`${server.issuer}/register`, { redirect_uris: [redirect] }, from(address));
    for (let n = 0; n < 3; n += 1) expect((await register('203.0.113.1', 'https://evil.example/')).status).toBe(400);
    const answers = [await register('203.0.113.1'), await register('203.0.113.1'), await register('203.0.113.1')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(answers[2]?.headers.get('ratelimit-policy')).toBe('"registrations";q=2;w=3600');
    expect((await register('203.0.113.2')).status).toBe(201);
  });

  test('pictures: sixty in a minute, of clients that have none too, and one client at a time', async () => {
    await start();
    const clientId = await flow.register(server);
    const ask = async (query: string, address = '203.0.113.1') =>
      flow.send(`${server.issuer}/authorize/picture${query}`, { headers: from(address) });
    for (const query of [
      '',
      `?client_id=${clientId}`,
      `?client_id=${clientId}&client_id=${clientId}`,
      '?client_id=%ZZ',
      '?client_id=x',
    ]) {
      const answer = await ask(query);
      expect([query, answer.status, answer.said('error', 'code')]).toEqual([query, 404, 'not_found']);
    }
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await ask('')).status));
    expect(statuses.filter((status) => status === 404)).toHaveLength(55);
    expect((await ask('', '203.0.113.2')).status).toBe(404);
  });

  test('an address has less room for requests when more than half of the whole is taken, by rows or by bytes', async () => {
    const database = await migratedTestDatabase('sqlite');
    const whole = { rows: 20, bytes: 200_000 };
    const ceilings = { address: { rows: 8, bytes: 100_000 }, crowded: { rows: 2, bytes: 100_000 }, all: whole };
    const begun = async (clientId: string, address: string, times: number, state = 'x') => {
      let good = 0;
      for (let n = 0; n < times; n += 1) {
        const url = flow.authorizeUrl(server, clientId, flow.pkce().challenge, { state });
        good += (await flow.send(url, { headers: from(address) })).status === 302 ? 1 : 0;
      }
      return good;
    };
    /** A process that starts, with so much stored by the ones before. */
    const restart = async () => start({ databaseUrl: database.url, requestCeilings: ceilings });
    await restart();
    const clientId = await flow.register(server);
    expect([await begun(clientId, '203.0.113.1', 9), await begun(clientId, '203.0.113.2', 2)]).toEqual([8, 2]);
    await server.close();
    await restart();
    // Half is not more than half.
    expect(await begun(clientId, '203.0.113.3', 1)).toBe(1);
    expect(await begun(clientId, '203.0.113.3', 8)).toBe(7);
    await server.close();
    await restart();
    expect(await begun(clientId, '203.0.113.4', 4)).toBe(2);
    await server.close();
    await restart();
    await server.db.run('DELETE FROM oauth_requests');
    const long = 's'.repeat(2_000);
    const bytes = { ...ceilings, all: { rows: 200, bytes: 12_000 } };
    await server.close();
    await start({ databaseUrl: database.url, requestCeilings: bytes });
    expect(await begun(clientId, '203.0.113.5', 3, long)).toBe(3);
    await server.close();
    await start({ databaseUrl: database.url, requestCeilings: bytes });
    expect(await begun(clientId, '203.0.113.6', 3)).toBe(2);
    await database.drop();
  });
});
