/**
 * Budgets hold to the credit and nobody becomes a lead twice, whatever happens to a run at whichever of its steps: its worker is
 * killed, freezes while another goes on, somebody cancels it, credits run out, the day or the zone changes.
 */
import { PermanentFailure, RetryLater } from '../../../src/jobs/errors';
import { listRuns } from '../../../src/store/agent/runs';
import { changeCredits, creditBalance, derivedBalance } from '../../../src/store/credits/ledger';
import type { Database } from '../../../src/database/database';
import { cancelJob } from '../../../src/store/jobs/listing';
import { eventually, runnerOf } from '../../jobs/support/runners';
import { atLength } from '../../support/at-length';
import { openTestDatabase, type OpenTestDatabase } from '../../support/databases';
import { disturbed } from '../../agent/support/disturbed';
import { ExportFolder, postIdAt, type Engager } from '../../agent/support/folder';
import { fits, jobsOver, makeWorkspace, misfits, untilIdle, workOff } from '../../agent/support/workspace';
import { systemClock } from '../../../src/jobs/clock';

const hour = 3_600_000;
/** Of the steps of a run every seventh is one at which its worker is killed; in the proofs each is. */
const stride = atLength(7, 1);
const start = Date.UTC(2026, 10, 20, 9);
const ada = { name: 'Ada', url: 'https://www.linkedin.com/in/ada' };
const setup = {
  pattern: '0 7 1 1 *',
  timeZone: 'Europe/Berlin',
  creditsPerRun: 200,
  creditsPerDay: 500,
  watch: ['INFLUENCER'] as const,
  keywords: [],
};
const people = (from: number, count: number): Engager[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `Person ${from + at}`,
    slug: `person-${from + at}`,
    headline: (from + at) % 2 === 0 ? fits : misfits,
    comment: 'How much is it for a team of twenty? We would like to buy.',
    at: start - 5 * hour,
  }));

describe.each(['sqlite'] as const)('budgets on %s', (kind) => {
  let opened: OpenTestDatabase;
  let db: Database;
  let folder: ExportFolder;
  let at = start;
  let made = 0;
  const clock = { now: () => at, monotonic: systemClock.monotonic };
  // Without syncs, by which everybody would be a lead before the agent meets them.
  const jobs = () => jobsOver(folder.path, { sync: { schedule: 'off' } });

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    ({ db } = opened);
    folder = new ExportFolder(() => start);
    const ids = [1, 2, 3].map((number) => postIdAt(start - 30 * hour, number));
    folder.posts(
      'posts.csv',
      ada,
      ids.map((id) => ({ id, text: 'On forecasts', at: start - 30 * hour })),
    );
    // People come up under more than one post.
    for (const [number, id] of ids.entries()) folder.engagements(`${id}/all.csv`, id, people(number * 3, 6));
  });
  beforeEach(() => {
    at = start;
  });
  afterAll(async () => {
    await opened.close();
    folder.remove();
  });

  const workspace = (credits = 500) =>
    makeWorkspace(db, `Workspace ${(made += 1)}`, {
      credits,
      watched: [{ slug: 'ada', type: 'INFLUENCER' }],
      clock,
    });

  async function work(given = jobs()): Promise<void> {
    // What failed is tried again later: by the clock, not by waiting.
    for (let round = 0; round < 4; round += 1, at += hour) await workOff(db, given, clock);
  }

  /** All that matters of a workspace's runs, without ids and times. */
  async function outcome(organizationId: string) {
    const of = [organizationId];
    const runs = (await listRuns(db, organizationId, 'AGENT', 20)).map((run) => ({
      ...{ status: run.status, stop: run.stop_reason, consumed: run.credits_consumed, held: run.credits_held },
      ...{ candidates: run.candidates, leads: run.leads_created, posts: run.posts_scanned },
    }));
    const candidates = await db.select<{ slug: string; decision: string | null; paid: number }>(
      `SELECT i.value AS slug, c.decision, c.paid FROM agent_candidates c
       JOIN person_identities i ON i.organization_id = c.organization_id AND i.person_id = c.person_id
       WHERE c.organization_id = ? ORDER BY i.value, c.created_at`,
      of,
    );
    const leads = await db.select<{ slug: string }>(
      `SELECT i.value AS slug FROM leads l
       JOIN person_identities i ON i.organization_id = l.organization_id AND i.person_id = l.id
       WHERE l.organization_id = ? ORDER BY i.value`,
      of,
    );
    const balance = await creditBalance(db, organizationId);
    expect(await derivedBalance(db, organizationId)).toEqual(balance);
    return { runs, candidates, leads, balance };
  }

  async function runOnce(given = jobs()) {
    const { organizationId, agent } = await workspace();
    await agent.enable(setup);
    await agent.request('AGENT');
    await work(given);
    return outcome(organizationId);
  }

  test('a worker that is killed at any step changes nothing of the end', async () => {
    let steps = 0;
    const calm = await runOnce(disturbed(jobs(), 'agent-run', (number) => void (steps = number)));
    expect(calm.runs).toEqual([
      { status: 'COMPLETED', stop: null, consumed: 12, held: 0, candidates: 12, leads: 6, posts: 3 },
    ]);
    expect(calm.balance).toEqual({ available: 488, held: 0, consumed: 12 });
    expect(steps).toBeGreaterThan(15);
    for (let killedAt = 1; killedAt <= steps; killedAt += stride) {
      const killing = disturbed(jobs(), 'agent-run', (number) => {
        if (number === killedAt) throw new Error('killed');
      });
      expect([killedAt, await runOnce(killing)]).toEqual([killedAt, calm]);
    }
  });

  test('a worker that froze stores nothing once another has gone on', async () => {
    const calm = await runOnce();
    for (const frozenAt of [3, 14]) {
      at = start;
      const { organizationId, agent } = await workspace();
      await agent.enable(setup);
      await agent.request('AGENT');
      const frozen = new AbortController();
      const thawed = new Promise<void>((resolve) => frozen.signal.addEventListener('abort', () => resolve()));
      let isFrozen = false;
      const slow = runnerOf(
        db,
        disturbed(jobs(), 'agent-run', async (number, place) => {
          // Within a transaction it would hold up everybody else.
          if (isFrozen || number < frozenAt || place === 'within') return;
          isFrozen = true;
          await thawed;
        }),
        { clock, pollMs: 5, concurrency: 2, leaseMs: 60_000 },
      );
      slow.start();
      await eventually(() => isFrozen || undefined);
      at += hour;
      const other = runnerOf(db, jobs(), { clock, pollMs: 5, concurrency: 2, leaseMs: 60_000 });
      other.start();
      for (let round = 0; round < 3; round += 1, at += hour) await untilIdle(db, clock, jobs());
      frozen.abort();
      await slow.stop();
      await other.stop();
      expect([frozenAt, await outcome(organizationId)]).toEqual([frozenAt, calm]);
    }
  });

  test.each([
    ['cancelled', 'CANCELLED'],
    ['dead', 'FAILED'],
  ] as const)(
    'a run whose job is %s keeps and decides about what it paid for; the next one goes on',
    async (end, status) => {
      const calm = await runOnce();
      at = start;
      const { organizationId, agent } = await workspace();
      await agent.enable(setup);
      const { run } = await agent.request('AGENT');
      let pages = 0;
      const ending = disturbed(jobs(), 'agent-run', (_number, place) => {
        // After the first post is stored, and before anybody is decided about.
        if (place === 'within' || (pages += 1) < 8) return;
        throw end === 'dead' ? new PermanentFailure('broken') : new RetryLater(24 * hour, 'not ready');
      });
      await workOff(db, ending, clock);
      if (end === 'cancelled') await cancelJob(db, run.job_id ?? '', at);
      at += hour;
      await work();
      const stopped = await outcome(organizationId);
      expect(stopped.runs).toMatchObject([{ status, held: 0 }]);
      const { consumed, candidates } = stopped.runs[0] ?? { consumed: 0, candidates: 0 };
      expect(consumed).toBeGreaterThan(0);
      expect(consumed).toBeLessThan(12);
      expect(stopped.candidates).toHaveLength(consumed);
      expect(candidates).toBe(consumed);
      expect(stopped.candidates.filter((one) => one.decision === null)).toEqual([]);
      expect(stopped.balance).toEqual({ available: 500 - consumed, held: 0, consumed });
      await agent.request('AGENT');
      await work();
      const after = await outcome(organizationId);
      expect(after.leads).toEqual(calm.leads);
      expect(after.balance.consumed).toBe(after.candidates.filter((one) => one.paid === 1).length);
    },
  );

  test('credits that end in the middle: what is paid for is decided about, the rest comes when there are more', async () => {
    const { organizationId, agent } = await workspace(5);
    await agent.enable(setup);
    await agent.request('AGENT');
    await work();
    const poor = await outcome(organizationId);
    expect(poor.runs).toMatchObject([{ status: 'COMPLETED', stop: 'credits_exhausted', consumed: 5, candidates: 5 }]);
    expect(poor.balance).toEqual({ available: 0, held: 0, consumed: 5 });
    // Without any it looks at nothing, and says so.
    await agent.request('AGENT');
    await work();
    expect((await outcome(organizationId)).runs[0]).toMatchObject({ stop: 'credits_exhausted', consumed: 0, posts: 0 });
    await changeCredits(db, organizationId, 100, null);
    await agent.request('AGENT');
    await work();
    const rich = await outcome(organizationId);
    // Whom the first run rejected, the second meets under another post: they are judged again, for another credit.
    const paid = rich.candidates.filter((one) => one.paid === 1).length;
    expect(rich.balance).toEqual({ available: 105 - paid, held: 0, consumed: paid });
    expect(rich.leads).toHaveLength(6);
  });

  describe('the day', () => {
    /** Runs once at that moment, in that zone, with a budget of four a day; what it used, and why it stopped. */
    async function runsAt(moments: readonly (readonly [string, string])[]) {
      at = Date.parse(moments[0]?.[0] ?? '');
      const { organizationId, agent } = await workspace();
      const used: unknown[] = [];
      for (const [moment, timeZone] of moments) {
        at = Date.parse(moment);
        await agent.enable({ ...setup, timeZone, creditsPerRun: 3, creditsPerDay: 4 });
        await agent.request('AGENT');
        await workOff(db, jobs(), clock);
        used.push((await listRuns(db, organizationId, 'AGENT', 1))[0]?.credits_consumed);
      }
      return used;
    }

    const berlin = 'Europe/Berlin';
    test.each([
      [
        'has 25 hours in autumn',
        [3, 1, 0, 3],
        [
          ['2026-10-24T22:05Z', berlin],
          ['2026-10-25T12:00Z', berlin],
          ['2026-10-25T22:55Z', berlin],
          ['2026-10-25T23:05Z', berlin],
        ],
      ],
      [
        'has 23 hours in spring',
        [3, 1, 3],
        [
          ['2027-03-27T23:05Z', berlin],
          ['2027-03-28T21:55Z', berlin],
          ['2027-03-28T22:05Z', berlin],
        ],
      ],
      [
        'does not start over because the zone is changed to one where it is tomorrow',
        [3, 1, 0],
        [
          ['2026-11-21T15:30Z', berlin],
          ['2026-11-21T15:40Z', 'Asia/Tokyo'],
          ['2026-11-21T15:50Z', 'Asia/Tokyo'],
        ],
      ],
      [
        'nor to one where it is still yesterday',
        [3, 1],
        [
          ['2026-11-22T01:00Z', berlin],
          ['2026-11-22T02:00Z', 'America/New_York'],
        ],
      ],
    ] as const)('%s', async (_name, expected, moments) => {
      expect(await runsAt(moments)).toEqual(expected);
    });

    test('is that on which a run starts, not on which it was asked for', async () => {
      at = Date.parse('2026-11-21T22:50Z');
      const { organizationId, agent } = await workspace();
      await agent.enable({ ...setup, creditsPerRun: 4, creditsPerDay: 4 });
      await agent.request('AGENT');
      await workOff(db, jobs(), clock);
      await agent.request('AGENT');
      at = Date.parse('2026-11-21T23:10Z');
      await workOff(db, jobs(), clock);
      await agent.request('AGENT');
      await workOff(db, jobs(), clock);
      const runs = await listRuns(db, organizationId, 'AGENT', 3);
      expect(runs.map((run) => [run.day, run.credits_consumed])).toEqual([
        ['2026-11-22', 0],
        ['2026-11-22', 4],
        ['2026-11-21', 4],
      ]);
    });
  });
});
