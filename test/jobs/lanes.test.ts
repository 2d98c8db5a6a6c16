/** The lanes of jobs: what waits in one takes no place of another, and long work gives its place back. Counted, not timed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { newId } from '../../src/database/new-id';
import { define, type AnyJob, type JobContext } from '../../src/jobs/definition';
import { enqueue } from '../../src/jobs/enqueue';
import { laneRules } from '../../src/jobs/lanes';
import type { Runner, RunnerOptions } from '../../src/jobs/runner';
import { findJob, readyByLane } from '../../src/store/jobs/listing';
import { isReadyIn, readyLanes } from '../../src/store/jobs/queue';
import { lanes, type Lane } from '../../src/store/tables/jobs';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { TestClock } from './support/clock';
import { eventually, jobThatIs, runnerOf } from './support/runners';

const input = z.object({});

it.each([
  [1, { places: [1, 1, 1], ofOne: [1, 1] }],
  [2, { places: [1, 2, 1], ofOne: [1, 1] }],
  [3, { places: [2, 3, 1], ofOne: [1, 2] }],
  [4, { places: [2, 4, 2], ofOne: [1, 3] }],
])('%i jobs at a time: each lane has a place, and a workspace leaves one to others', (concurrency, expected) => {
  const { scoring, asked, daily } = laneRules;
  const places = [scoring, asked, daily].map((lane) => lane.places(concurrency));
  const ofOne = [scoring, asked].map((lane, index) => lane.ofOne(places[index] ?? 0));
  expect({ places, ofOne }).toEqual(expected);
});

it('each lane has the places, the time of a turn and the patience that its decision says', () => {
  const file = join(__dirname, '../../docs/internals/decisions/0011-jobs.md');
  const rows = [
    ...readFileSync(file, 'utf8').matchAll(/^\| `(\w+)` +\|[^|]+\| (.+?) +\| (.*?) *\| (.*?) *\| (\d+) (min|h) +\|$/gm),
  ];
  const concurrency = 5;
  const places = (said: string) => ({ 'c / 2, up': 3, 'c / 2, down': 2, c: concurrency })[said] ?? Number(said);
  const one = (said: string, all: number) => ({ '': all, 'all but one': all - 1 })[said] ?? Number(said);
  for (const [, name, all = '', ofOne = '', turn = '', late, unit] of rows) {
    const lane = lanes.find((known) => known === name);
    if (!lane) throw new Error(`the decision names a lane ${name}`);
    const rule = laneRules[lane];
    expect([lane, rule.places(concurrency)]).toEqual([lane, places(all)]);
    expect([lane, rule.ofOne(rule.places(concurrency))]).toEqual([lane, one(ofOne, places(all))]);
    expect([lane, rule.lateMs]).toEqual([lane, Number(late) * (unit === 'h' ? 3_600_000 : 60_000)]);
    const [, seconds, steps = 'Infinity'] = /^(\d+) s(?: or (\d+) \w+)?$/.exec(turn) ?? [];
    expect([lane, rule.turn]).toEqual([lane, { ms: Number(seconds) * 1_000, steps: Number(steps) }]);
    expect([lane, rule.what]).not.toEqual([lane, '']);
  }
  expect(rows.map(([, name]) => name)).toEqual([...lanes]);
});

/** A kind of job that ends when it is let go. */
class Held {
  readonly running: string[] = [];
  private readonly let: (() => void)[] = [];

  readonly job: AnyJob;
  readonly kind;

  constructor(name: string, lane: Lane) {
    this.kind = { name, input, lane };
    this.job = define({
      ...this.kind,
      run: ({ organizationId, signal }) =>
        new Promise<void>((resolve) => {
          this.running.push(organizationId);
          this.let.push(resolve);
          signal.addEventListener('abort', () => resolve());
        }),
    });
  }

  letAllGo(): void {
    for (const go of this.let.splice(0)) go();
  }
}

describe('lanes', () => {
  let site: OpenTestDatabase;
  let runners: Runner[];

  beforeAll(async () => {
    site = await openTestDatabase('sqlite');
  });
  afterAll(() => site.close());
  beforeEach(() => {
    runners = [];
  });
  afterEach(async () => {
    for (const runner of runners) await runner.stop();
    await site.db.run('DELETE FROM jobs');
  });

  function start(jobs: readonly AnyJob[], options: Partial<RunnerOptions> = {}): void {
    const runner = runnerOf(site.db, jobs, { concurrency: 1, ...options });
    runners.push(runner);
    runner.start();
  }

  const done: string[] = [];
  const quick = (name: string, lane: Lane) => {
    const kind = { name, input, lane };
    return { kind, job: define({ ...kind, run: () => Promise.resolve(void done.push(name)) }) };
  };

  it.each(['deliveries', 'sources', 'mail', 'daily', 'asked'] as const)(
    'what hangs in %s delays neither scoring nor work of the minute',
    async (lane) => {
      const [held, scoring, minute] = [new Held('held', lane), quick('score', 'scoring'), quick('tick', 'minute')];
      for (let n = 0; n < 40; n += 1) await enqueue(site.db, held.kind, {}, { organizationId: `a${n}` });
      start([held.job, scoring.job, minute.job]);
      await eventually(() => (held.running.length > 0 ? true : undefined));
      await eventually(async () => ((await isReadyIn(site.db, lane)) ? true : undefined));
      // Workspaces that sort behind all those whose jobs are ready in the full lane.
      const { id } = await enqueue(site.db, scoring.kind, {}, { organizationId: 'z' });
      const { id: tick } = await enqueue(site.db, minute.kind, {});
      await jobThatIs(site.db, id, 'done');
      await jobThatIs(site.db, tick, 'done');
      expect(await readyLanes(site.db)).toEqual([lane]);
      expect(await readyByLane(site.db)).toMatchObject([{ lane, count: 40 - held.running.length }]);
      held.letAllGo();
    },
  );

  it('a workspace with more than its share takes no place of others, and is passed over', async () => {
    const [held, mailed] = [new Held('held', 'sources'), new Held('mailed', 'mail')];
    for (let n = 0; n < 20; n += 1) await enqueue(site.db, held.kind, {}, { organizationId: 'greedy' });
    start([held.job, mailed.job]);
    await eventually(() => (held.running.length === 2 ? true : undefined));
    await enqueue(site.db, held.kind, {}, { organizationId: 'late' });
    await eventually(() => (held.running.includes('late') ? true : undefined));
    expect(held.running).toEqual(['greedy', 'greedy', 'late']);
    // What runs in one lane does not count in another.
    await enqueue(site.db, mailed.kind, {}, { organizationId: 'greedy' });
    await eventually(() => (mailed.running.length === 1 ? true : undefined));
  });

  it('one look at the queue takes as many jobs as there are places', async () => {
    const held = new Held('held', 'sources');
    for (let n = 0; n < 5; n += 1) await enqueue(site.db, held.kind, {}, { organizationId: `o${n}` });
    start([held.job], { pollMs: 36_000_000 });
    await eventually(() => (held.running.length === 5 ? true : undefined));
  });

  it('a runner of one workspace leaves the places of others free too', async () => {
    const [held, quickOne] = [new Held('held', 'sources'), quick('later', 'upkeep')];
    for (let n = 0; n < 5; n += 1) await enqueue(site.db, held.kind, {}, { organizationId: 'one' });
    start([held.job, quickOne.job], { organizationId: 'one' });
    await eventually(() => (held.running.length === 2 ? true : undefined));
    // It looked at its lanes again.
    await jobThatIs(site.db, (await enqueue(site.db, quickOne.kind, {}, { organizationId: 'one' })).id, 'done');
    expect(held.running).toEqual(['one', 'one']);
  });

  it('work that gives way takes turns with others of its lane, from where it was; alone it just goes on', async () => {
    const clock = new TestClock();
    const order: string[] = [];
    const position = z.object({ at: z.number() });
    const kind = { name: 'long', input, lane: 'daily' } as const;
    const run = async (context: JobContext) => {
      for (let at = context.savedState(position)?.at ?? 0; at < 4; at += 1) {
        await context.db.transaction(async () => {
          order.push(`${context.organizationId}${at}`);
          await context.saveState({ at: at + 1 });
        });
        clock.pass(laneRules.daily.turn.ms);
        // Until the other, which has just given way, is ready again or done, nobody waits.
        const other = ids[context.organizationId === 'a' ? 1 : 0]?.id ?? '';
        await eventually(
          async () =>
            (await isReadyIn(site.db, 'daily')) || (await findJob(site.db, other))?.status === 'done' || undefined,
        );
        await context.checkpoint();
      }
    };
    const ids = await Promise.all(
      ['a', 'b'].map((organizationId) => enqueue(site.db, kind, {}, { organizationId, now: clock.now() })),
    );
    start([define({ ...kind, givesWay: true, run })], { clock, leaseMs: 600_000 });
    for (const { id } of ids) await jobThatIs(site.db, id, 'done');
    expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
    // The last turn finds nothing left.
    expect(await findJob(site.db, ids[0]?.id ?? '')).toMatchObject({ attempt: 5, error: null });

    order.length = 0;
    const alone = await enqueue(site.db, kind, {}, { organizationId: 'c', now: clock.now() });
    expect(await jobThatIs(site.db, alone.id, 'done')).toMatchObject({ attempt: 1 });
    expect(order).toEqual(['c0', 'c1', 'c2', 'c3']);
  });

  it.each(['deliveries', 'sources'] as const)('work in %s gives way after 20 steps, however fast', async (lane) => {
    const clock = new TestClock();
    const kind = { name: 'steps', input, lane };
    const position = z.object({ at: z.number() });
    /** Steps of the turns that ended early. */
    const turns: number[] = [];
    const run = async (context: JobContext) => {
      const from = context.savedState(position)?.at ?? 0;
      for (let at = from; at < 25; at += 1) {
        await context.saveState({ at: at + 1 });
        await context.checkpoint().catch((error: unknown) => {
          turns.push(at + 1 - from);
          throw error;
        });
      }
    };
    // Each place of the lane is taken, and one more waits.
    const ids: string[] = [];
    for (let n = 0; n <= laneRules[lane].places(1); n += 1)
      ids.push((await enqueue(site.db, kind, {}, { organizationId: `w${n}`, now: clock.now() })).id);
    start([define({ ...kind, givesWay: true, run })], { clock, leaseMs: 600_000 });
    for (const id of ids) await jobThatIs(site.db, id, 'done');
    expect([...new Set(turns)]).toEqual([20]);
  });

  it.each([
    ['in which something was stored by guard alone ends', true, [2]],
    ['in which nothing was stored goes on, because it would be the same again', false, [1, 1]],
  ])('a turn %s', async (_, stores, attempts) => {
    const clock = new TestClock();
    const kind = { name: 'slow-start', input, lane: 'daily' } as const;
    const run = async (context: JobContext) => {
      if (context.attempt > 1) return;
      if (stores) await context.db.transaction(() => context.guard());
      for (let n = 0; n < 3; n += 1) {
        clock.pass(10_000);
        await context.checkpoint();
      }
    };
    const ids = await Promise.all(
      ['a', 'b'].map((organizationId) => enqueue(site.db, kind, {}, { organizationId, now: clock.now() })),
    );
    start([define({ ...kind, givesWay: true, run })], { clock, leaseMs: 600_000 });
    const ended: number[] = [];
    for (const { id } of ids) ended.push((await jobThatIs(site.db, id, 'done')).attempt);
    expect(ended.slice(0, attempts.length)).toEqual(attempts);
  });

  it('a job that an older release put into the wrong lane is put right', async () => {
    const scoring = quick('score', 'scoring');
    const { id } = await enqueue(site.db, scoring.kind, {}, { organizationId: newId() });
    await site.db.run(`UPDATE jobs SET lane = 'asked' WHERE id = ?`, [id]);
    start([scoring.job]);
    expect(await jobThatIs(site.db, id, 'done')).toMatchObject({ lane: 'scoring' });
  });

  it('kinds that this process does not know do not hide others behind them', async () => {
    const unknown = { name: 'from-a-newer-release', input };
    for (let n = 0; n < 40; n += 1) await enqueue(site.db, unknown, {}, { organizationId: `a${n}` });
    const [known, mailed] = [quick('known', 'asked'), quick('mailed', 'mail')];
    const { id } = await enqueue(site.db, known.kind, {}, { organizationId: 'z' });
    start([known.job, mailed.job]);
    await jobThatIs(site.db, id, 'done');
    // Nor when nothing else is ready in their lane.
    await jobThatIs(site.db, (await enqueue(site.db, mailed.kind, {})).id, 'done');
  });
});
