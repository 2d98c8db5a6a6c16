/** The job queue: what becomes of a job that succeeds, fails, is cancelled, or loses its worker. */
import { once } from 'node:events';
import pino from 'pino';
import { z } from 'zod';
import { Attempt } from '../../src/jobs/attempt';
import { backoff } from '../../src/jobs/backoff';
import { define, type AnyJob, type JobContext, type JobKind } from '../../src/jobs/definition';
import { enqueue } from '../../src/jobs/enqueue';
import { Interrupted, PermanentFailure, reasonOf, RetryLater } from '../../src/jobs/errors';
import { Runner, type RunnerOptions } from '../../src/jobs/runner';
import {
  cancelJob,
  deadJobs,
  dueJobs,
  findJob,
  heldKey,
  listJobs,
  retryJob,
  retryJobOf,
} from '../../src/store/jobs/listing';
import {
  abandonedJobs,
  cancelledAmong,
  claimJob,
  deleteEnded,
  insertJob,
  leaveJob,
  promote,
  readyJobs,
  removeQueued,
  replaceQueuedInput,
  shortenDelays,
} from '../../src/store/jobs/queue';
import { newId } from '../../src/database/new-id';
import { OutdatedWriter } from '../../src/store/statements/writer-version';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { TestClock } from './support/clock';
import { eventually, jobThatIs, runnerOf } from './support/runners';

const kind: JobKind<{ n: number }> = { name: 'sample', input: z.object({ n: z.number() }), maxAttempts: 3 };

describe('the delay before another attempt', () => {
  it('doubles, has a ceiling, and lies between its half and its whole', () => {
    expect([1, 2, 3, 40].map((failures) => backoff(failures, 1 - Number.EPSILON))).toEqual([
      2_000, 4_000, 8_000, 3_600_000,
    ]);
    expect([1, 2, 3, 40].map((failures) => backoff(failures, 0))).toEqual([1_000, 2_000, 4_000, 1_800_000]);
  });
});

it('the reason of a failure is one line of at most 500 characters', () => {
  expect([new Error(` a\n\n b ${'x'.repeat(600)}`), new TypeError(''), 'text'].map(reasonOf)).toEqual([
    `a b ${'x'.repeat(496)}`,
    'TypeError',
    'text',
  ]);
});

describe.each(availableDatabases())('jobs on %s', (database) => {
  let site: OpenTestDatabase;
  let runners: Runner[];

  beforeAll(async () => {
    site = await openTestDatabase(database);
  });
  afterAll(() => site.close());
  beforeEach(() => {
    runners = [];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const runner of runners) await runner.stop();
    await site.db.run('DELETE FROM jobs');
  });

  function start(run: (context: JobContext, n: number) => Promise<void>, options: Partial<RunnerOptions> = {}): Runner {
    return startAll([define({ ...kind, run: (context, { n }) => run(context, n) })], options);
  }
  function startAll(jobs: readonly AnyJob[], options: Partial<RunnerOptions> = {}): Runner {
    const runner = runnerOf(site.db, jobs, options);
    runners.push(runner);
    runner.start();
    return runner;
  }

  const leaveJobDead = async (id: string, now: number) => {
    await claimJob(site.db, { id, attempt: 0 }, { worker: 'w', until: now + 60_000, now });
    await leaveJob(site.db, { id, attempt: 1 }, { status: 'dead', now, error: 'x' });
  };

  it('run once, and are done', async () => {
    const seen: number[] = [];
    const alone: boolean[] = [];
    const run = (context: JobContext, { n }: { n: number }) => {
      seen.push(n);
      alone.push(context.alone);
      return Promise.resolve();
    };
    const often = { ...kind, name: 'often' };
    startAll([define({ ...kind, run }), define({ ...often, keepsDone: false, run })]);
    const { id } = await enqueue(site.db, kind, { n: 7 });
    expect(await jobThatIs(site.db, id, 'done')).toMatchObject({
      attempt: 1,
      error: null,
      worker: null,
      lease_until: 0,
    });
    expect(seen).toEqual([7]);
    // Those that come every few minutes leave nothing behind.
    const { id: other } = await enqueue(site.db, often, { n: 8 });
    await eventually(async () => ((await findJob(site.db, other)) === undefined ? true : undefined));
    expect(seen).toEqual([7, 8]);
    // A process answers requests too, unless it is said that it does not.
    expect(alone).toEqual([false, false]);
  });

  it('that say by themselves that they are done are not taken for lost, however often their lease is looked at', async () => {
    const aborted: boolean[] = [];
    start(async (context) => {
      await context.complete();
      if (context instanceof Attempt) await context.beat();
      aborted.push(context.signal.aborted);
    });
    const { id } = await enqueue(site.db, kind, { n: 1 });
    await eventually(() => aborted[0] !== undefined || undefined);
    expect(aborted).toEqual([false]);
    expect(await findJob(site.db, id)).toMatchObject({ status: 'done', attempt: 1, error: null });
  });

  it.each([
    ['their lease is looked at', (attempt: Attempt) => attempt.beat()],
    ['they save something', (attempt: Attempt) => attempt.saveState({}).catch(() => undefined)],
    [
      'they are at a step after more than their lease',
      async (attempt: Attempt, clock: TestClock) => {
        clock.pass(600_001);
        await attempt.checkpoint().catch(() => undefined);
      },
    ],
  ])('that are gone are told so when %s', async (_, does) => {
    const aborted: boolean[] = [];
    const clock = new TestClock();
    const run = async (context: JobContext) => {
      await site.db.run('DELETE FROM jobs WHERE id = ?', [context.id]);
      if (context instanceof Attempt) await does(context, clock);
      aborted.push(context.signal.aborted);
    };
    start(run, { clock, leaseMs: 600_000 });
    await enqueue(site.db, kind, { n: 1 });
    await eventually(() => aborted[0] !== undefined || undefined);
    expect(aborted).toEqual([true]);
  });

  it('are held for longer at each heartbeat, by the attempt that has them, which hears of a cancellation there', async () => {
    const clock = new TestClock();
    const held: (number | undefined)[] = [];
    const cancelled: boolean[] = [];
    const failed: unknown[] = [];
    const run = async (context: JobContext) => {
      clock.pass(60_000);
      if (context instanceof Attempt) await context.beat();
      held.push((await findJob(site.db, context.id))?.lease_until);
      // A heartbeat that the database did not take says so, and ends nothing.
      const away = new Error('the database does not answer');
      const write = site.db.run.bind(site.db);
      const writes = jest
        .spyOn(site.db, 'run')
        .mockImplementation((sql, params) =>
          sql.includes('beat = beat + 1') ? Promise.reject(away) : write(sql, params),
        );
      if (context instanceof Attempt) failed.push(await context.beat().catch((error: unknown) => error));
      writes.mockRestore();
      cancelled.push(context.cancelled);
      await cancelJob(site.db, context.id, clock.now());
      if (context instanceof Attempt) await context.beat();
      cancelled.push(context.cancelled);
    };
    start(run, { clock, leaseMs: 600_000 });
    await enqueue(site.db, kind, { n: 1 });
    await eventually(() => cancelled.length === 2 || undefined);
    expect(held).toEqual([clock.now() + 600_000]);
    expect(failed).toEqual([expect.objectContaining({ message: 'the database does not answer' })]);
    expect(cancelled).toEqual([false, true]);
  });

  it('leave no timer behind when the runner stops', async () => {
    const [set, clear] = [jest.spyOn(global, 'setInterval'), jest.spyOn(global, 'clearInterval')];
    const [setOnce, clearOnce] = [jest.spyOn(global, 'setTimeout'), jest.spyOn(global, 'clearTimeout')];
    const runner = start(() => Promise.resolve(), { leaseMs: 60_000 });
    // At once: these are of the runner alone.
    const timers = set.mock.results.map(({ value }): unknown => value);
    const every = set.mock.calls.map(([, ms]) => Number(ms));
    await runner.stop(600_000);
    const cleared = clear.mock.calls.map(([timer]): unknown => timer);
    // A process would wait for it before it ends.
    const limit = setOnce.mock.results[setOnce.mock.calls.findIndex(([, ms]) => ms === 600_000)];
    expect(limit).toBeDefined();
    expect(clearOnce.mock.calls.map(([timer]): unknown => timer)).toContain(limit?.value);
    expect(timers.map((timer) => cleared.includes(timer))).toEqual([true, true]);
    // Several heartbeats within a lease, of which some may fail; and a person does not wait long for a cancellation.
    expect(every).toEqual([6_000, 500]);
  });

  it('are held for 30 seconds where nothing else is said, with ten heartbeats in that time', async () => {
    const set = jest.spyOn(global, 'setInterval');
    const runner = new Runner({ db: site.db, jobs: [], log: pino({ level: 'silent' }), concurrency: 1 });
    runner.start();
    // At once: these are of the runner alone.
    const every = set.mock.calls.map(([, ms]) => Number(ms));
    set.mockRestore();
    await runner.stop();
    expect(every).toEqual([3_000, 500]);
  });

  it('let others run at each step, and do not ask the database there while their lease lasts', async () => {
    const ran: string[] = [];
    const beats: (number | undefined)[] = [];
    const clock = new TestClock();
    const run = async (context: JobContext) => {
      setImmediate(() => ran.push('others'));
      for (const ms of [600_000, 1]) {
        clock.pass(ms);
        await context.checkpoint();
        beats.push((await findJob(site.db, context.id))?.beat);
      }
      ran.push('next step');
    };
    // It looks for jobs once: at the end of the lease another look would find a job that was left.
    await enqueue(site.db, kind, { n: 1 });
    start(run, { clock, leaseMs: 600_000, pollMs: 36_000_000 });
    await eventually(() => ran.includes('next step') || undefined);
    expect(ran).toEqual(['others', 'next step']);
    expect(beats).toEqual([0, 1]);
  });

  it('are looked for again after a pause, not all the time', async () => {
    const looks = jest.spyOn(site.db, 'select');
    start(() => Promise.resolve(), { pollMs: 600_000 });
    for (let n = 0; n < 200; n += 1) await site.db.select('SELECT 1 AS one');
    expect(looks.mock.calls.length - 200).toBeLessThan(50);
    looks.mockRestore();
  });

  it('exist when the transaction commits that queued them, and not after a rollback', async () => {
    await expect(
      site.db.transaction(async () => {
        await enqueue(site.db, kind, { n: 1 });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await listJobs(site.db, {}, 10)).toEqual([]);
    await site.db.transaction(() => enqueue(site.db, kind, { n: 2 }));
    expect(await listJobs(site.db, {}, 10)).toHaveLength(1);
    // Of a kind that does not say how often it is tried.
    const { id } = await enqueue(site.db, { name: 'sample', input: kind.input }, { n: 3 });
    expect(await findJob(site.db, id)).toMatchObject({ attempt: 0, last_attempt: 8 });
  });

  it('refuse an input that does not fit', async () => {
    const wrong: JobKind = { ...kind, input: kind.input };
    await expect(enqueue(site.db, wrong, { n: 'seven' })).rejects.toThrow(z.ZodError);
    const run = () => Promise.resolve();
    for (const name of ['', 'Sample', 'two words', 'x'.repeat(65)])
      expect(() => define({ ...kind, name, run })).toThrow(`${name} is not a name for a kind of job`);
    expect(define({ ...kind, name: 'x'.repeat(64), run }).name).toHaveLength(64);
    const twice = [define({ ...kind, run }), define({ ...kind, run })];
    expect(() => runnerOf(site.db, twice)).toThrow('two kinds of jobs have the same name');
  });

  it('that wait get another input, or go, by their id alone; one that a worker has stays as it is', async () => {
    const now = new TestClock().now();
    const [waits, other, taken] = [
      await enqueue(site.db, kind, { n: 1 }, { now }),
      await enqueue(site.db, kind, { n: 2 }, { now, uniqueKey: 'other' }),
      await enqueue(site.db, kind, { n: 3 }, { now }),
    ];
    await claimJob(site.db, { id: taken.id, attempt: 0 }, { worker: 'w', until: now + 60_000, now });
    for (const { id } of [waits, taken]) await replaceQueuedInput(site.db, id, { n: 9 });
    const inputs = async () =>
      Promise.all([waits, other, taken].map(async ({ id }) => (await findJob(site.db, id))?.input));
    expect(await inputs()).toEqual(['{"n":9}', '{"n":2}', '{"n":3}']);
    expect((await heldKey(site.db, (await findJob(site.db, other.id))?.unique_key ?? ''))?.id).toBe(other.id);
    expect(await heldKey(site.db, 'nobody')).toBeUndefined();
    expect([await removeQueued(site.db, waits.id), await removeQueued(site.db, taken.id)]).toEqual([true, false]);
    expect(await inputs()).toEqual([undefined, '{"n":2}', '{"n":3}']);
  });

  it('that are dead are named by the latest first', async () => {
    for (const n of [1, 3, 2]) {
      const { id } = await enqueue(site.db, kind, { n });
      await leaveJobDead(id, n);
    }
    expect((await deadJobs(site.db, 2)).map(({ finished_at: at }) => at)).toEqual([3, 2]);
  });

  it('without a unique key are stored, or refused by the database: none is passed over in silence', async () => {
    const { id } = await enqueue(site.db, kind, { n: 1 });
    const row = await findJob(site.db, id);
    if (!row) throw new Error('it was not stored');
    await expect(insertJob(site.db, row)).rejects.toThrow(/UNIQUE constraint failed|Duplicate entry/);
  });

  it('with a unique key are queued once until they end, however many ask at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, n) => enqueue(site.db, kind, { n }, { uniqueKey: 'only' })),
    );
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect(asked.filter(({ added }) => added)).toHaveLength(1);
    expect((await enqueue(site.db, kind, { n: 1 }, { uniqueKey: 'only', organizationId: newId() })).added).toBe(true);
    start(() => Promise.resolve());
    await jobThatIs(site.db, asked[0]?.id ?? '', 'done');
    expect((await enqueue(site.db, kind, { n: 2 }, { uniqueKey: 'only' })).added).toBe(true);
  });

  it('that fail are tried again with a delay, and are dead with the reason after the last attempt', async () => {
    const clock = new TestClock();
    let runs = 0;
    start(
      () => {
        runs += 1;
        throw new Error(`no luck\nthe ${runs}. time`);
      },
      { clock, random: () => 0 },
    );
    const only = { now: clock.now(), uniqueKey: 'fails' };
    const { id } = await enqueue(site.db, kind, { n: 1 }, only);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const row = await eventually(async () => {
        const found = await findJob(site.db, id);
        return found?.status === 'waiting' && found.attempt === attempt ? found : undefined;
      });
      delays.push(row.run_at - clock.now());
      expect(await enqueue(site.db, kind, { n: 1 }, only)).toEqual({ id, added: false });
      clock.pass(row.run_at - clock.now());
    }
    expect(delays).toEqual([1_000, 2_000]);
    expect(await jobThatIs(site.db, id, 'dead')).toMatchObject({ attempt: 3, error: 'no luck the 3. time' });
    expect(runs).toBe(3);

    // An operator lets it try again: it keeps its state, and has all its attempts.
    expect(await retryJob(site.db, id, 3, clock.now())).toBe(true);
    await eventually(async () => ((await findJob(site.db, id))?.attempt === 4 ? true : undefined));
    expect(await retryJob(site.db, newId(), 3, clock.now())).toBe(false);
  });

  it('are let try again by their own workspace alone', async () => {
    const now = new TestClock().now();
    const { id } = await enqueue(site.db, kind, { n: 1 }, { organizationId: 'acme', now });
    await leaveJobDead(id, now);
    for (const other of ['globex', '']) expect(await retryJobOf(site.db, other, id, 3, now)).toBe(false);
    expect(await findJob(site.db, id)).toMatchObject({ status: 'dead', last_attempt: 3 });
    expect(await retryJobOf(site.db, 'acme', newId(), 3, now)).toBe(false);
    expect(await retryJobOf(site.db, 'acme', id, 3, now)).toBe(true);
    expect(await findJob(site.db, id)).toMatchObject({ status: 'ready', last_attempt: 4, finished_at: null });
  });

  it.each([
    ['done', 'debug', {}, () => Promise.resolve()],
    ['waiting', 'warn', { organizationId: 'acme' }, () => Promise.reject(new Error('no luck'))],
    ['dead', 'error', { organizationId: 'acme' }, () => Promise.reject(new PermanentFailure('no such post'))],
    ['cancelled', 'info', {}, () => Promise.reject(new Interrupted('cancelled'))],
  ] as const)(
    'that are %s afterwards are in the log as %s, with their workspace: %j',
    async (status, level, of, run) => {
      const lines: unknown[] = [];
      const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
      const clock = new TestClock();
      clock.pass(60_000);
      const takesTime = () => {
        clock.pass(7);
        return run();
      };
      const runner = start(takesTime, { log, clock });
      const { id } = await enqueue(site.db, kind, { n: 1 }, { ...of, now: clock.now() });
      await jobThatIs(site.db, id, status);
      await runner.stop();
      expect(lines).toMatchObject([{ level: pino.levels.values[level], jobId: id, attempt: 1, ms: 7, ...of }]);
      expect(JSON.stringify(lines).includes('organizationId')).toBe('organizationId' in of);
    },
  );

  it('that cannot succeed are dead at once; those that come too early do not use up an attempt', async () => {
    const clock = new TestClock();
    start(
      (_context, n) => {
        throw n === 1 ? new PermanentFailure('no such post') : new RetryLater(60_000, 'the source asks for a pause');
      },
      { clock },
    );
    const dead = await enqueue(site.db, kind, { n: 1 }, { now: clock.now() });
    const later = await enqueue(site.db, kind, { n: 2 }, { now: clock.now() });
    expect(await jobThatIs(site.db, dead.id, 'dead')).toMatchObject({ attempt: 1, error: 'no such post' });
    for (let attempt = 1; attempt < 6; attempt += 1) {
      const given = await eventually(async () => {
        const row = await findJob(site.db, later.id);
        return row?.status === 'waiting' && row.attempt === attempt ? row : undefined;
      });
      expect(given.last_attempt - attempt).toBe(kind.maxAttempts);
      clock.pass(60_000);
    }
  });

  it('are given back by a process older than the database, which then runs no more; no attempt is used up', async () => {
    const clock = new TestClock();
    const tried: number[] = [];
    const lines: unknown[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    let allRun: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (allRun = resolve));
    start(
      async (_context, n) => {
        tried.push(n);
        if (tried.length === 3) allRun();
        await all;
        throw new OutdatedWriter();
      },
      { clock, log, concurrency: 4 },
    );
    const given: string[] = [];
    for (let n = 0; n < 3; n += 1) given.push((await enqueue(site.db, kind, { n: 1 }, { now: clock.now() })).id);
    for (const id of given) {
      const row = await eventually(async () => {
        const found = await findJob(site.db, id);
        // It waits, and is ready as soon as somebody looks.
        return found?.attempt === 1 && found.status !== 'running' ? found : undefined;
      });
      expect(row.status).toMatch(/waiting|ready/);
      expect(row.last_attempt - row.attempt).toBe(kind.maxAttempts);
    }
    // All three found it out, and it is said once.
    const { message } = new OutdatedWriter();
    expect(lines).toMatchObject([{ error: message, msg: 'this process runs no more jobs' }]);
    // It leaves them to a newer process, however often it looks.
    const later = await enqueue(site.db, kind, { n: 2 }, { now: clock.now() });
    const other = { ...kind, name: 'other' };
    const others = [await enqueue(site.db, other, { n: 3 }), await enqueue(site.db, other, { n: 4 })];
    startAll([define({ ...other, run: () => Promise.resolve() })], { clock });
    for (const { id } of others) await jobThatIs(site.db, id, 'done');
    expect(tried).toEqual([1, 1, 1]);
    expect(await findJob(site.db, later.id)).toMatchObject({ status: 'ready', attempt: 0 });
  });

  it('continue from what they saved, and progress begins the attempts again', async () => {
    const seen: number[] = [];
    const clock = new TestClock();
    start(
      async (context) => {
        const from = context.savedState(z.object({ next: z.number() }))?.next ?? 0;
        for (let step = from; step < 8; step += 1) {
          await site.db.transaction(async () => {
            seen.push(step);
            await context.saveState({ next: step + 1 });
          });
          throw new Error('one step at a time');
        }
      },
      { clock },
    );
    const { id } = await enqueue(site.db, kind, { n: 1 }, { now: clock.now() });
    await eventually(async () => {
      const { status } = (await findJob(site.db, id)) ?? {};
      // Not while it runs: its lease would end.
      if (status === 'waiting') clock.pass(10_000);
      return status === 'done' || undefined;
    });
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('are cancelled at once while they wait, and end at their next step while they run', async () => {
    const waiting = await enqueue(site.db, kind, { n: 1 }, { runAt: Date.now() + 60_000, uniqueKey: 'waiting' });
    expect(await cancelJob(site.db, waiting.id, Date.now())).toBe('cancelled');
    expect(await cancelJob(site.db, waiting.id, Date.now())).toBeUndefined();
    expect((await enqueue(site.db, kind, { n: 1 }, { uniqueKey: 'waiting', runAt: Date.now() + 60_000 })).added).toBe(
      true,
    );

    let cancelled = false;
    start(async (context) => {
      try {
        for (;;) await context.checkpoint();
      } finally {
        cancelled = context.cancelled;
      }
    });
    const running = await enqueue(site.db, kind, { n: 2 });
    await jobThatIs(site.db, running.id, 'running');
    expect(await cancelJob(site.db, running.id, Date.now())).toBe('asked');
    expect(await jobThatIs(site.db, running.id, 'cancelled')).toMatchObject({ attempt: 1, unique_key: null });
    expect(cancelled).toBe(true);
  });

  it('that run are cancelled without waiting for the next heartbeat, and others go on', async () => {
    const ended: number[] = [];
    // The first heartbeat is an hour away.
    const options = { leaseMs: 36_000_000, concurrency: 4 };
    const runner = start(async (context, n) => {
      try {
        await once(context.signal, 'abort');
      } finally {
        ended.push(n);
      }
      throw new Interrupted('cancelled');
    }, options);
    const cancelled = await enqueue(site.db, kind, { n: 1 });
    const other = await enqueue(site.db, kind, { n: 2 });
    await jobThatIs(site.db, cancelled.id, 'running');
    await jobThatIs(site.db, other.id, 'running');
    expect(await cancelJob(site.db, cancelled.id, Date.now())).toBe('asked');
    await jobThatIs(site.db, cancelled.id, 'cancelled');
    expect(ended).toEqual([1]);
    expect((await findJob(site.db, other.id))?.status).toBe('running');
    expect(await cancelJob(site.db, other.id, Date.now())).toBe('asked');
    await jobThatIs(site.db, other.id, 'cancelled');
    expect(ended).toEqual([1, 2]);
    await runner.stop();
  });

  it.each<[string, (context: JobContext) => Promise<void>]>([
    [
      'are at a step',
      async (context) => {
        for (;;) await context.checkpoint();
      },
    ],
    [
      'wait for something that is aborted',
      async ({ signal }) => {
        await once(signal, 'abort');
        throw new DOMException('This operation was aborted', 'AbortError');
      },
    ],
  ])('that %s when the process stops are put back, and that attempt does not count', async (_, run) => {
    const runner = start(run);
    const { id } = await enqueue(site.db, kind, { n: 1 });
    await jobThatIs(site.db, id, 'running');
    await runner.stop();
    // Given back: it waits, or the last look of the runner found that it is due.
    const given = await findJob(site.db, id);
    expect(given).toMatchObject({ attempt: 1, last_attempt: 4, error: null, lease_until: 0 });
    expect(['waiting', 'ready']).toContain(given?.status);
    start(() => Promise.resolve());
    expect(await jobThatIs(site.db, id, 'done')).toMatchObject({ attempt: 2 });
  });

  it.each<[string, 'running' | 'waiting', (context: JobContext) => Promise<void>]>([
    [
      'fail of themselves while the process stops',
      'running',
      async ({ signal }) => {
        if (!signal.aborted) await once(signal, 'abort');
        throw new Error('no luck');
      },
    ],
    ['abort something of their own', 'waiting', () => Promise.reject(new DOMException('no luck', 'AbortError'))],
  ])('that %s have failed', async (_, before, run) => {
    const clock = new TestClock();
    const runner = start(run, { clock });
    const { id } = await enqueue(site.db, kind, { n: 1 }, { now: clock.now() });
    await jobThatIs(site.db, id, before);
    await runner.stop();
    expect(await jobThatIs(site.db, id, 'waiting')).toMatchObject({ attempt: 1, last_attempt: 3, error: 'no luck' });
  });

  it('are taken from a worker that went silent, whose writes are refused from then on', async () => {
    let stale: JobContext | undefined;
    let release: () => void = () => undefined;
    const clock = new TestClock();
    // Its clock stands still, so it never finds out by itself.
    const frozen = new TestClock();
    start(
      async (context) => {
        stale = context;
        await new Promise<void>((resolve) => (release = resolve));
      },
      // One place, which stays taken: it cannot take the job again.
      { clock: frozen, leaseMs: 600_000, concurrency: 1 },
    );
    const { id } = await enqueue(site.db, kind, { n: 1 }, { now: clock.now() });
    await jobThatIs(site.db, id, 'running');
    clock.pass(60_000);
    await site.db.run('UPDATE jobs SET lease_until = ? WHERE id = ?', [clock.now() - 1, id]);
    let second = 0;
    let finish: () => void = () => undefined;
    const run = async (): Promise<void> => {
      second += 1;
      await new Promise<void>((resolve) => (finish = resolve));
    };
    startAll([define({ ...kind, run })], { clock, leaseMs: 600_000 });
    // Time passes until the other worker takes it and no longer: that lease would end too.
    await eventually(async () => {
      if ((await findJob(site.db, id))?.attempt === 1) clock.pass(10_000);
      return second > 0 ? true : undefined;
    });
    const refused = async (): Promise<void> => {
      await expect(site.db.transaction(async () => stale?.guard())).rejects.toThrow(Interrupted);
      await expect(stale?.saveState({ next: 1 })).rejects.toThrow(Interrupted);
      await expect(stale?.complete()).rejects.toThrow(Interrupted);
    };
    // While the other worker holds it, and when that one is done.
    await refused();
    expect(await findJob(site.db, id)).toMatchObject({ status: 'running', state: null });
    finish();
    await jobThatIs(site.db, id, 'done');
    await refused();
    expect(second).toBe(1);
    release();
  });

  it('that ended with their process are tried again, and are dead when they end every process', async () => {
    const clock = new TestClock();
    const { id } = await enqueue(site.db, kind, { n: 1 }, { now: clock.now() });
    // A process that ends at its first step, three times.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const until = clock.now() + 1_000;
      await site.db.run(`UPDATE jobs SET status = 'ready' WHERE id = ?`, [id]);
      expect(await claimJob(site.db, { id, attempt }, { worker: 'gone', until, now: clock.now() })).toBe(true);
      clock.pass(2_000);
      const runner = runnerOf(site.db, [], { clock });
      runner.start();
      await jobThatIs(site.db, id, 'waiting', 'dead');
      await runner.stop();
    }
    const row = await findJob(site.db, id);
    expect(row).toMatchObject({ status: 'dead', attempt: 3 });
    expect(row?.error).toContain('went silent');
  });

  it('that somebody cancelled are not tried again when their process ended', async () => {
    const clock = new TestClock();
    const { id } = await enqueue(site.db, kind, { n: 1 }, { now: clock.now() });
    await site.db.run('UPDATE jobs SET last_attempt = 1 WHERE id = ?', [id]);
    await claimJob(site.db, { id, attempt: 0 }, { worker: 'gone', until: clock.now() + 1_000, now: clock.now() });
    expect(await cancelJob(site.db, id, clock.now())).toBe('asked');
    clock.pass(2_000);
    runners.push(runnerOf(site.db, [], { clock }));
    runners[0]?.start();
    expect(await jobThatIs(site.db, id, 'cancelled', 'dead')).toMatchObject({ status: 'cancelled' });
  });

  it('are counted while they are due, and those among running ones whose cancelling was asked for', async () => {
    const now = new TestClock().now();
    const [first, second, later] = [
      await enqueue(site.db, kind, { n: 1 }, { now }),
      await enqueue(site.db, kind, { n: 2 }, { now: now + 1, runAt: now + 1 }),
      await enqueue(site.db, kind, { n: 3 }, { now, runAt: now + 5_000 }),
    ];
    expect((await findJob(site.db, second.id))?.status).toBe('ready');
    expect(await dueJobs(site.db, now + 1)).toEqual({ count: 2, oldest: now });
    for (const { id } of [first, second]) {
      expect(await claimJob(site.db, { id, attempt: 0 }, { worker: 'w', until: now + 60_000, now })).toBe(true);
    }
    expect(await dueJobs(site.db, now + 5_000)).toEqual({ count: 1, oldest: now + 5_000 });
    for (const { id } of [second, later]) await cancelJob(site.db, id, now);
    expect(await cancelledAmong(site.db, [first.id, second.id, later.id])).toEqual([second.id]);
  });

  it('are not stalled by a clock that steps back', async () => {
    const clock = new TestClock();
    const start0 = clock.now();
    const day = 86_400_000;
    clock.set(start0 + 2 * day);
    const delayed = await enqueue(site.db, kind, { n: 1 }, { now: clock.now(), runAt: clock.now() + 5_000 });
    const abandoned = await enqueue(site.db, kind, { n: 2 }, { now: clock.now() });
    const lease = { worker: 'gone', until: clock.now() + 2_000, now: clock.now() };
    expect(await claimJob(site.db, { id: abandoned.id, attempt: 0 }, lease)).toBe(true);
    clock.set(start0);
    expect(await abandonedJobs(site.db, start0, start0 + 4_000)).toHaveLength(1);
    // A lease that ends at the latest time of one given now is none of a clock that was set back.
    expect(await abandonedJobs(site.db, start0, lease.until)).toEqual([]);
    start(() => Promise.resolve(), { clock });
    await eventually(async () => ((await findJob(site.db, delayed.id))?.run_at === start0 + 5_000 ? true : undefined));
    await eventually(async () => {
      clock.pass(1_000);
      return (await findJob(site.db, abandoned.id))?.status === 'done' ? true : undefined;
    });
    clock.pass(6_000);
    await jobThatIs(site.db, delayed.id, 'done');
    // It steps back while the runner works.
    const next = await enqueue(site.db, kind, { n: 3 }, { now: clock.now(), runAt: clock.now() + 5_000 });
    const back = clock.now() - 2 * day;
    clock.set(back);
    await eventually(async () => ((await findJob(site.db, next.id))?.run_at === back + 5_000 ? true : undefined));
    clock.pass(6_000);
    await jobThatIs(site.db, next.id, 'done');
  });

  it('are taken by priority, and of the same priority by age', async () => {
    const now = new TestClock().now();
    for (const [n, priority] of (['low', 'normal', 'high', 'normal'] as const).entries())
      await enqueue(site.db, kind, { n }, { now: now + n, priority });
    const ready = await readyJobs(site.db, 'asked', '', ['sample'], 10);
    expect(ready.map(({ input }) => input)).toEqual([2, 1, 3, 0].map((n) => JSON.stringify({ n })));
  });

  it('that wait are ready when their time has come, the earliest first; others wait on', async () => {
    const now = new TestClock().now();
    const ids: string[] = [];
    for (const ms of [2, 1, 9]) ids.push((await enqueue(site.db, kind, { n: ms }, { now, runAt: now + ms })).id);
    const statuses = async () => Promise.all(ids.map(async (id) => (await findJob(site.db, id))?.status));
    expect(await promote(site.db, now, 10)).toBe(0);
    expect(await promote(site.db, now + 2, 1)).toBe(1);
    expect(await statuses()).toEqual(['waiting', 'ready', 'waiting']);
    expect(await promote(site.db, now + 2, 10)).toBe(1);
    expect(await statuses()).toEqual(['ready', 'ready', 'waiting']);
  });

  it('that wait since a time that is now in the future wait as long as they should have', async () => {
    const now = new TestClock().now();
    const hour = 3_600_000;
    const wait = (n: number, at: number) => enqueue(site.db, kind, { n }, { now: at, runAt: at + hour });
    const [before, near, far] = [await wait(1, now - 1), await wait(2, now + 5_000), await wait(3, now + 9 * hour)];
    const ready = await enqueue(site.db, kind, { n: 4 }, { now: now + 9 * hour });
    expect(await shortenDelays(site.db, now, 5_000)).toBe(1);
    const dueAt = async ({ id }: { id: string }) => ((await findJob(site.db, id))?.run_at ?? 0) - now;
    expect(await Promise.all([before, near, far, ready].map(dueAt))).toEqual([hour - 1, hour + 5_000, hour, 9 * hour]);
  });

  it('of several runners are done once each', async () => {
    const runs = new Map<number, number>();
    for (let n = 0; n < 3; n += 1) {
      start(async (context, input) => {
        runs.set(input, (runs.get(input) ?? 0) + 1);
        await context.checkpoint();
      });
    }
    for (let n = 0; n < 60; n += 1) await enqueue(site.db, kind, { n });
    await eventually(async () => ((await listJobs(site.db, { status: 'done' }, 100)).length === 60 ? true : undefined));
    expect([...runs.values()].every((count) => count === 1)).toBe(true);
  });

  it('of a workspace with many do not keep those of another waiting', async () => {
    const [many, few] = [newId(), newId()];
    const order: string[] = [];
    for (let n = 0; n < 30; n += 1) await enqueue(site.db, kind, { n }, { organizationId: many });
    for (let n = 0; n < 3; n += 1) await enqueue(site.db, kind, { n }, { organizationId: few });
    start((context) => Promise.resolve(void order.push(context.organizationId === few ? 'few' : 'many')), {
      concurrency: 1,
    });
    await eventually(() => (order.length === 33 ? true : undefined));
    expect(order.slice(0, 7).filter((who) => who === 'few')).toHaveLength(3);
  });

  it('of one workspace leave a place for others, and run by priority', async () => {
    const [busy, other] = [newId(), newId()];
    const release: (() => void)[] = [];
    start(
      (context) =>
        context.organizationId === busy ? new Promise<void>((resolve) => release.push(resolve)) : Promise.resolve(),
      { concurrency: 2 },
    );
    for (let n = 0; n < 3; n += 1) await enqueue(site.db, kind, { n }, { organizationId: busy });
    await eventually(() => (release.length === 1 ? true : undefined));
    const { id } = await enqueue(site.db, kind, { n: 9 }, { organizationId: other });
    await jobThatIs(site.db, id, 'done');
    const urgent = await enqueue(site.db, kind, { n: 10 }, { organizationId: busy, priority: 'high' });
    release[0]?.();
    await jobThatIs(site.db, urgent.id, 'running');
    expect(await listJobs(site.db, { organizationId: busy, status: 'running' }, 10)).toHaveLength(1);
    expect(await listJobs(site.db, { organizationId: other }, 10)).toMatchObject([{ id }]);
    for (let n = 1; n < 4; n += 1) {
      await eventually(() => release[n]);
      release[n]?.();
    }
  });

  it('of a kind that this process does not know are left to those that do', async () => {
    const { id } = await enqueue(site.db, { ...kind, name: 'from-a-newer-release' }, { n: 1 });
    start(() => Promise.resolve());
    const known = await enqueue(site.db, kind, { n: 1 });
    await jobThatIs(site.db, known.id, 'done');
    expect(await findJob(site.db, id)).toMatchObject({ status: 'ready', attempt: 0 });
  });

  it('that ended are removed after a time', async () => {
    const { id } = await enqueue(site.db, kind, { n: 1 }, { now: 1_000 });
    await claimJob(site.db, { id, attempt: 0 }, { worker: 'w', until: 2_000, now: 1_000 });
    expect(await leaveJob(site.db, { id, attempt: 1 }, { status: 'done', now: 1_500 })).toBe('done');
    expect(await leaveJob(site.db, { id, attempt: 1 }, { status: 'done', now: 1_600 })).toBeUndefined();
    expect(await findJob(site.db, id)).toMatchObject({ updated_at: 1_500, finished_at: 1_500 });
    expect(await deleteEnded(site.db, 'done', 1_500, 10)).toBe(0);
    expect(await deleteEnded(site.db, 'done', 1_501, 10)).toBe(1);
    expect(await findJob(site.db, id)).toBeUndefined();
  });
});
