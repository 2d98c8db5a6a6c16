/**
 * Races and crashes, with the real service in processes of its own: one on SQLite, three over one database on a server.
 */
import { atLength, isAtLength } from '../../support/at-length';
import { availableDatabases } from '../../support/databases';
import * as flow from '../../oauth/support/flow';
import { openSite, type ServiceProcess, type Site } from '../../oauth/support/processes';

jest.setTimeout(atLength(600_000, 3_600_000));

const width = 32;
/** How many moments of a refresh are hit by a kill, from before its write to after it. */
const moments = atLength(4, 40);

/** Real MySQL differs from MariaDB in nothing that matters here. */
const kinds = availableDatabases().filter((kind) => kind !== 'mysql' || isAtLength);

describe.each(kinds.map((kind) => [kind, kind === 'sqlite' ? 1 : 3] as const))('on %s, %i processes', (kind, count) => {
  let site: Site;
  let processes: ServiceProcess[];
  let clientId: string;
  const rounds = atLength(4, 50);

  beforeAll(async () => {
    site = await openSite(kind);
    processes = await Promise.all(Array.from({ length: count }, () => site.start()));
    clientId = await flow.register(endpoints(0));
  });
  afterAll(() => site.close());

  /** The process that the n-th of many parallel requests goes to. */
  function endpoints(n: number): ServiceProcess {
    const chosen = processes[n % processes.length];
    if (!chosen) throw new Error('no process');
    return chosen;
  }
  const everywhere = <T>(work: (at: ServiceProcess) => Promise<T>) =>
    Promise.all(Array.from({ length: width }, (_, n) => work(endpoints(n))));
  const connect = () => flow.connect(endpoints(0), site.workspace, { clientId });
  const isAlive = async (access: string) => (await flow.call(endpoints(0), access)).status !== 401;

  test(`${width} redemptions of one code, ${rounds} times: ${rounds} winners`, async () => {
    let winners = 0;
    for (let round = 0; round < rounds; round += 1) {
      const approved = await flow.approve(endpoints(round), site.workspace, { clientId });
      const answers = await everywhere((at) => flow.token(at, flow.codeRequest(at, approved)));
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
      winners += statuses.filter((status) => status === 200).length;
    }
    expect(winners).toBe(rounds);
    // All of them were replayed, so nothing they produced is alive.
    const live = await site.database.db.select(
      'SELECT id FROM oauth_grants WHERE revoked_at IS NULL AND activated_at IS NOT NULL',
    );
    expect(live).toEqual([]);
  });

  test(`${width} refreshes of one token: one family, and every caller holds a working successor`, async () => {
    for (let round = 0; round < atLength(2, 20); round += 1) {
      const first = await connect();
      const answers = await everywhere((at) => flow.token(at, flow.refreshRequest(first)));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      const successors = new Set(answers.map((answer) => answer.said('refresh_token')));
      expect(successors.size).toBe(1);
      // Each caller goes on with what it got: again they meet at one token.
      const next = await Promise.all(
        answers.map((answer, n) =>
          flow.token(endpoints(n), flow.refreshRequest({ ...first, refresh: answer.said('refresh_token') })),
        ),
      );
      expect(new Set(next.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(new Set(next.map((answer) => answer.said('refresh_token'))).size).toBe(1);
      expect(await isAlive(next[0]?.said('access_token') ?? '')).toBe(true);
    }
  });

  test(`${width} decisions on one request: one code`, async () => {
    for (let round = 0; round < atLength(2, 20); round += 1) {
      const requestToken = await flow.begin(endpoints(0), clientId, flow.pkce().challenge);
      const decision = { requestToken, organizationId: site.workspace.organizationId, approved: true };
      const answers = await everywhere((at) => flow.complete(at, site.workspace.people.OWNER, decision));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 404)).toHaveLength(width - 1);
    }
  });

  test('a connection ended by one process is refused by the others', async () => {
    const { access } = await connect();
    await everywhere((at) => flow.call(at, access));
    await flow.postJson(`${endpoints(0).issuer}/revoke`, { token: access });
    expect(await isAlive(access)).toBe(false);
    // The limit of the test ends what never comes; the five seconds are held on a clock of the test's own.
    for (const at of processes) while ((await flow.call(at, access)).status !== 401);
  });

  // Each round starts a process, which takes a second or two.
  const kills = moments;
  test(`killed in the middle of a refresh, ${kills} times: never signed out, never two families`, async () => {
    let tokens = await connect();
    const live = () =>
      site.database.db.select<{ id: string }>(
        'SELECT id FROM oauth_grants WHERE revoked_at IS NULL AND activated_at IS NOT NULL ORDER BY id',
      );
    const families = await live();
    let lost = 0;
    let standby = site.start();
    // Until some answers were lost: a busy machine may kill too late.
    for (let round = 0; round < kills || lost <= kills / 10; round += 1) {
      const victim = await standby;
      standby = site.start();
      // A warm process and a different moment each round, from before the write to after it.
      await flow.send(`${victim.issuer}/jwks`);
      const answering = flow.token(victim, flow.refreshRequest(tokens)).catch(() => undefined);
      await moment(Math.round(((round % moments) * 320) / moments));
      await victim.kill();
      const answer = await answering;
      if (answer?.status !== 200) lost += 1;
      // The client heard nothing, or did: either way it asks again with the token it has.
      const retry = await flow.token(endpoints(0), flow.refreshRequest(tokens));
      expect(retry.status).toBe(200);
      if (answer?.status === 200) expect(retry.said('refresh_token')).toBe(answer.said('refresh_token'));
      tokens = { ...tokens, access: retry.said('access_token'), refresh: retry.said('refresh_token') };
      expect(await isAlive(tokens.access)).toBe(true);
    }
    await (await standby).kill();
    expect(await live()).toEqual(families);
  });
});

/** So many turns of the event loop: a timer would be too coarse to hit the few milliseconds of a refresh. */
async function moment(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}
