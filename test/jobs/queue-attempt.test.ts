/** One attempt at a job without a runner: what it stores, when it ends early, and how it finds out that it no longer has the job. */
import pino from 'pino';
import { z } from 'zod';
import { Attempt } from '../../src/jobs/attempt';
import { backoff } from '../../src/jobs/backoff';
import { systemClock } from '../../src/jobs/clock';
import { define, type JobDefinition } from '../../src/jobs/definition';
import { enqueue, type EnqueueOptions } from '../../src/jobs/enqueue';
import { Interrupted, RetryLater } from '../../src/jobs/errors';
import { laneRules } from '../../src/jobs/lanes';
import { schedule } from '../../src/jobs/schedule';
import { cancelJob, findJob } from '../../src/store/jobs/listing';
import { claimJob } from '../../src/store/jobs/queue';
import { findSchedule } from '../../src/store/jobs/schedules';
import { lanes } from '../../src/store/tables/jobs';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { TestClock } from './support/clock';

const leaseMs = 600_000;
const kind = { name: 'sample', input: z.looseObject({}) };
const position = z.object({ at: z.number() });

let site: OpenTestDatabase;
let clock: TestClock;
beforeAll(async () => {
  site = await openTestDatabase('sqlite');
});
afterAll(() => site.close());
beforeEach(() => {
  clock = new TestClock();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await site.db.run('DELETE FROM jobs');
  await site.db.run('DELETE FROM job_schedules');
});

type Rules = Partial<Pick<JobDefinition<object>, 'lane' | 'givesWay' | 'maxAttempts' | 'keepsDone'>>;

/** A claimed job and its attempt; `others` says whether others wait in its lane, and counts how often that is asked. */
async function attempted(of: Rules = {}, options: EnqueueOptions = {}, others = () => false) {
  const job = define({ ...kind, run: () => Promise.resolve(), ...of });
  const { id } = await enqueue(site.db, { ...kind, ...of }, {}, { now: clock.now(), ...options });
  const found = await findJob(site.db, id);
  if (!found) throw new Error('it was not stored');
  await claimJob(site.db, found, { worker: 'w', until: clock.now() + leaseMs, now: clock.now() });
  const asks: number[] = [];
  const lines: unknown[] = [];
  const attempt = new Attempt({
    ...{ db: site.db, clock, job, row: found, leaseMs, alone: true },
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    othersWait: () => {
      asks.push(clock.monotonic());
      return Promise.resolve(others());
    },
  });
  const row = async () => (await findJob(site.db, id)) ?? null;
  return { attempt, id, row, asks, lines };
}

test('it says whose it is, also in its log', async () => {
  const { attempt, id, lines } = await attempted({}, { organizationId: 'acme' });
  expect(attempt).toMatchObject({
    id,
    organizationId: 'acme',
    attempt: 1,
    alone: true,
    completed: false,
    lane: 'asked',
  });
  expect([attempt.leased, attempt.lastAttempt, attempt.cancelled]).toEqual([{ id, attempt: 1 }, 8, false]);
  attempt.log.info('hello');
  expect(lines).toMatchObject([{ job: 'sample', jobId: id, attempt: 1, organizationId: 'acme', msg: 'hello' }]);
  expect((await attempted({ lane: 'mail' })).attempt.lane).toBe('mail');
});

test.each(lanes)(
  'in the lane %s its turn is over after the time or the steps of the lane, not before',
  async (lane) => {
    const { ms, steps } = laneRules[lane].turn;
    const { attempt, asks } = await attempted({ lane, givesWay: true });
    await attempt.guard();
    clock.pass(ms - 1);
    await attempt.checkpoint();
    expect(asks).toEqual([]);
    clock.pass(1);
    await attempt.checkpoint();
    // Nobody waits: another turn begins, as long as the first.
    clock.pass(ms - 1);
    await attempt.checkpoint();
    expect(asks).toEqual([ms]);
    clock.pass(1);
    await attempt.checkpoint();
    expect(asks).toEqual([ms, 2 * ms]);
    for (let n = 0; n < 45; n += 1) await attempt.checkpoint();
    expect(asks).toHaveLength(2 + (Number.isFinite(steps) ? Math.floor(45 / steps) : 0));
  },
);

test.each([
  ['gives way when others wait', { givesWay: true }, true, true, 'turn over'],
  ['goes on when nobody waits', { givesWay: true }, true, false, undefined],
  ['goes on when it stored nothing', { givesWay: true }, false, true, undefined],
  ['goes on when its kind gives no way', {}, true, true, undefined],
] as const)('after its turn it %s', async (_, of, stores, waits, reason) => {
  const { attempt } = await attempted({ lane: 'daily', ...of }, {}, () => waits);
  if (stores) await attempt.guard();
  clock.pass(laneRules.daily.turn.ms);
  const ended = await attempt.checkpoint().catch((error: unknown) => error);
  expect(ended instanceof Interrupted ? ended.reason : ended).toBe(reason);
  // What others do is no reason for its signal.
  expect(attempt.signal.aborted).toBe(false);
});

test('what is rolled back is no step forward: neither a turn, nor a position, nor more attempts', async () => {
  const { attempt, asks, row } = await attempted({ lane: 'daily', givesWay: true, maxAttempts: 3 });
  for (const store of [() => attempt.guard(), () => attempt.saveState({ at: 1 })])
    await expect(
      site.db.transaction(async () => {
        await store();
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
  clock.pass(laneRules.daily.turn.ms);
  await attempt.checkpoint();
  expect([asks, attempt.savedState(position), attempt.lastAttempt]).toEqual([[], undefined, 3]);
  await attempt.saveState({ at: 1 });
  await attempt.checkpoint();
  expect([asks.length, attempt.savedState(position), attempt.lastAttempt]).toEqual([1, { at: 1 }, 4]);
  expect(await row()).toMatchObject({ state: '{"at":1}', last_attempt: 4 });
});

test('a new position begins the attempts again, the same one does not; a position of another form is none', async () => {
  const { attempt, row } = await attempted();
  await site.db.run('UPDATE jobs SET last_attempt = 2');
  attempt.lastAttempt = 2;
  await attempt.saveState({ at: 1 });
  expect([attempt.lastAttempt, (await row())?.last_attempt]).toEqual([9, 9]);
  attempt.lastAttempt = 2;
  await attempt.saveState({ at: 1 });
  expect([attempt.lastAttempt, (await row())?.last_attempt]).toEqual([2, 2]);
  expect(attempt.savedState(position)).toEqual({ at: 1 });
  expect(attempt.savedState(z.object({ other: z.number() }))).toBeUndefined();
});

test('progress is stored once, with the next heartbeat', async () => {
  const { attempt, row } = await attempted();
  attempt.progress({ done: 1 });
  attempt.progress({ done: 2 });
  expect((await row())?.progress).toBeNull();
  await attempt.beat();
  expect((await row())?.progress).toBe('{"done":2}');
  await site.db.run('UPDATE jobs SET progress = NULL');
  await attempt.beat();
  expect((await row())?.progress).toBeNull();
});

test('each heartbeat holds the job for a lease from then on; it asks for itself when more has passed', async () => {
  const { attempt, row } = await attempted();
  const beats = async () => (await row())?.beat;
  clock.pass(leaseMs);
  await attempt.checkpoint();
  expect(await beats()).toBe(0);
  await attempt.beat();
  expect(await row()).toMatchObject({ beat: 1, lease_until: clock.now() + leaseMs, updated_at: clock.now() });
  clock.pass(leaseMs);
  await attempt.checkpoint();
  expect(await beats()).toBe(1);
  clock.pass(1);
  await attempt.checkpoint();
  expect(await beats()).toBe(2);
  // A lease that was renewed in a transaction that is rolled back was not.
  clock.pass(leaseMs);
  await expect(
    site.db.transaction(async () => {
      await attempt.guard();
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  clock.pass(1);
  await attempt.checkpoint();
  expect(await beats()).toBe(3);
});

test('a cancelled one ends at its next step', async () => {
  const { attempt, id } = await attempted();
  await cancelJob(site.db, id, clock.now());
  await attempt.beat();
  expect([attempt.cancelled, attempt.interrupted?.reason]).toEqual([true, 'cancelled']);
  await expect(attempt.checkpoint()).rejects.toMatchObject({ reason: 'cancelled', message: 'interrupted: cancelled' });
});

test.each([false, undefined])(
  'completing marks the schedule, and leaves the job only if it is kept: %p',
  async (keepsDone) => {
    await schedule(site.db, { name: 'plan', job: kind, input: {}, pattern: '0 3 * * *' }, clock.now());
    await schedule(site.db, { name: 'other', job: kind, input: {}, pattern: '0 3 * * *' }, clock.now());
    const { attempt, row } = await attempted(keepsDone === undefined ? {} : { keepsDone }, { schedule: 'plan' });
    clock.pass(5);
    await expect(
      site.db.transaction(async () => {
        await attempt.complete();
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect([attempt.completed, (await row())?.status]).toEqual([false, 'running']);
    await attempt.complete();
    expect([attempt.completed, (await row())?.status]).toEqual([true, keepsDone === false ? undefined : 'done']);
    expect((await findSchedule(site.db, 'plan'))?.last_done_at).toBe(clock.now());
    expect((await findSchedule(site.db, 'other'))?.last_done_at).toBeNull();
    // Nothing is stored behind its end, and that is no loss that its signal says.
    await expect(attempt.guard()).rejects.toMatchObject({ reason: 'lease lost' });
    await attempt.beat();
    expect(attempt.signal.aborted).toBe(false);
  },
);

test.each([false, true])(
  'one that lost its job completes nothing, and its signal says so: kept %p',
  async (keepsDone) => {
    await schedule(site.db, { name: 'plan', job: kind, input: {}, pattern: '0 3 * * *' }, clock.now());
    const { attempt, row } = await attempted({ keepsDone }, { schedule: 'plan' });
    await site.db.run('UPDATE jobs SET attempt = 2');
    await expect(attempt.complete()).rejects.toMatchObject({ reason: 'lease lost' });
    expect([attempt.completed, attempt.interrupted?.reason, (await row())?.status]).toEqual([
      ...[false, 'lease lost', 'running'],
    ]);
    expect((await findSchedule(site.db, 'plan'))?.last_done_at).toBeNull();
  },
);

test('a heartbeat between two looks of the database ends nothing by itself; what the database says is passed on', async () => {
  const { attempt, row } = await attempted();
  const write = site.db.run.bind(site.db);
  // Between its two statements another worker took the job.
  const writes = jest.spyOn(site.db, 'run').mockImplementationOnce(async (sql, params) => {
    await write('UPDATE jobs SET attempt = 2');
    return write(sql, params);
  });
  await attempt.beat();
  expect(attempt.interrupted?.reason).toBe('lease lost');
  writes.mockRejectedValueOnce(new Error('no answer'));
  await write('UPDATE jobs SET attempt = 1');
  await expect(attempt.beat()).rejects.toThrow('no answer');
  expect((await row())?.beat).toBe(0);
});

test('a kind of job is started with the input that its form allows', async () => {
  const given: unknown[] = [];
  const job = define({
    name: 'sample',
    input: z.object({ n: z.number() }),
    run: (_context, input) => Promise.resolve(void given.push(input)),
  });
  const { attempt } = await attempted();
  await job.start(attempt, { n: 1, more: 2 });
  expect(given).toEqual([{ n: 1 }]);
  await expect(job.start(attempt, { n: 'one' })).rejects.toThrow(z.ZodError);
});

test('a delay is a whole number of milliseconds, and no failure counts as one', () => {
  expect([backoff(1, 0.0003), backoff(1, 0.0007), backoff(0, 0), backoff(-5, 0)]).toEqual([1_000, 1_001, 1_000, 1_000]);
  expect([11, 12, 13].map((failures) => backoff(failures, 0) * 2)).toEqual([2_048_000, 3_600_000, 3_600_000]);
  expect(new RetryLater(5, 'later')).toMatchObject({ delayMs: 5, message: 'later' });
  expect([systemClock.now() > Date.UTC(2020, 0), systemClock.monotonic() > 0]).toEqual([true, true]);
});
