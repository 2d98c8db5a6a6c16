/** What a runner does when a statement fails, a job hangs or is taken away, and when it waits: with long pauses, so that nothing helps it out. */
import { hostname } from 'node:os';
import pino from 'pino';
import { z } from 'zod';
import { define, type JobContext, type JobDefinition } from '../../src/jobs/definition';
import { enqueue, type EnqueueOptions } from '../../src/jobs/enqueue';
import { Interrupted, RetryLater } from '../../src/jobs/errors';
import { laneRules } from '../../src/jobs/lanes';
import type { Runner, RunnerOptions } from '../../src/jobs/runner';
import { nextTime, schedule } from '../../src/jobs/schedule';
import { cancelJob, findJob } from '../../src/store/jobs/listing';
import { claimJob, replaceQueuedInput } from '../../src/store/jobs/queue';
import { deleteSchedule, listSchedules } from '../../src/store/jobs/schedules';
import type { JobRow } from '../../src/store/tables/jobs';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { TestClock } from './support/clock';
import { eventually, jobThatIs, runnerOf } from './support/runners';

const kind = { name: 'sample', input: z.object({ n: z.number() }), maxAttempts: 3 };
const never = 36_000_000;

let site: OpenTestDatabase;
let clock: TestClock;
let runners: Runner[];
beforeAll(async () => {
  site = await openTestDatabase('sqlite');
});
afterAll(() => site.close());
beforeEach(() => {
  clock = new TestClock();
  runners = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const runner of runners) await runner.stop();
  await site.db.run('DELETE FROM jobs');
});

type Run = (context: JobContext, n: number) => Promise<void>;
/** A started runner of one kind of job. It renews no lease by itself, unless a test says so. */
function start(run: Run, options: Partial<RunnerOptions> = {}, of: Partial<Rules> = {}): Runner {
  const job = define({ ...kind, ...of, run: (context, { n }) => run(context, n) });
  const runner = runnerOf(site.db, [job], { clock, leaseMs: never, ...options });
  runners.push(runner);
  runner.start();
  return runner;
}
type Rules = Pick<JobDefinition<unknown>, 'lane' | 'givesWay'>;

const add = async (n = 0, options: EnqueueOptions = {}, of: Pick<Rules, 'lane'> & { maxAttempts?: number } = {}) =>
  (await enqueue(site.db, { ...kind, ...of }, { n }, { now: clock.now(), ...options })).id;
const hang = ({ signal }: JobContext) =>
  new Promise<void>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Interrupted('stopping')));
  });
/** A log, and its lines. */
function logged() {
  const lines: { level: number; msg: string; [name: string]: unknown }[] = [];
  const form = z.looseObject({ level: z.number(), msg: z.string() });
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(form.parse(JSON.parse(line))) });
  return { log, lines, of: (message: string) => lines.filter(({ msg }) => msg === message) };
}
const { error, warn, info, debug } = pino.levels.values;

test('a job that ended makes place for the next at once, without a look in between', async () => {
  const set = jest.spyOn(global, 'setTimeout');
  const pauses = () => set.mock.calls.filter(([, ms]) => (ms ?? 0) > never / 2).length;
  const ids = [await add(1), await add(2), await add(3)];
  const ends: (() => void)[] = [];
  start(() => new Promise<void>((resolve) => ends.push(resolve)), { concurrency: 1, pollMs: never });
  for (const [at, id] of ids.entries()) {
    // It ends while the runner waits for its next look, which is hours away.
    await eventually(() => (ends.length > at && pauses() > at) || undefined);
    ends[at]?.();
    await jobThatIs(site.db, id, 'done');
  }
});

test('between two looks it waits for its pause, a quarter more or less; a stop ends the pause', async () => {
  const [set, clear] = [jest.spyOn(global, 'setTimeout'), jest.spyOn(global, 'clearTimeout')];
  const random = jest.spyOn(Math, 'random');
  const pauses = () => set.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms > 1_000_000);
  for (const value of [0, 1]) {
    random.mockReturnValue(value);
    const before = pauses().length;
    const runner = start(() => Promise.resolve(), { pollMs: 4_000_000 });
    await eventually(() => pauses().length > before || undefined);
    const at = set.mock.calls.findIndex(([, ms]) => ms === 3_000_000 + value * 2_000_000);
    // With no word of its own, a stop waits for eight seconds; here nothing runs.
    await runner.stop();
    expect(clear.mock.calls.map(([timer]): unknown => timer)).toContain(set.mock.results[at]?.value);
  }
  expect(pauses()).toEqual([3_000_000, 5_000_000]);
  expect(set.mock.calls.filter(([, ms]) => ms === 8_000)).toHaveLength(2);
});

test('a stop does not wait for a job that hears nothing', async () => {
  let release: () => void = () => undefined;
  const runner = start(() => new Promise<void>((resolve) => (release = resolve)));
  const id = await add();
  const row = await jobThatIs(site.db, id, 'running');
  expect(row.worker).toMatch(/:\d+:[0-9a-f]{8}$/);
  expect(row.worker?.startsWith(`${hostname().slice(0, 40)}:${process.pid}:`)).toBe(true);
  await runner.stop(1);
  expect((await findJob(site.db, id))?.status).toBe('running');
  release();
});

test('a job that is claimed while the runner stops is given back, and the stop waits for that alone', async () => {
  const id = await add();
  const write = site.db.run.bind(site.db);
  /** The job, as the stop leaves it. */
  let stopped: Promise<JobRow | undefined> | undefined;
  jest.spyOn(site.db, 'run').mockImplementation((sql, params) => {
    if (sql.includes(`SET status = 'running'`)) stopped ??= runner.stop(600_000).then(() => findJob(site.db, id));
    return write(sql, params);
  });
  // It hears of it, and takes some steps to its end.
  const slowly = async (context: JobContext) => {
    await hang(context).catch(() => undefined);
    for (let n = 0; n < 50; n += 1) await new Promise((go) => setImmediate(go));
    throw new Interrupted('stopping');
  };
  const runner = start(slowly, { pollMs: never });
  await eventually(() => stopped && true);
  expect(await stopped).toMatchObject({ status: 'waiting', attempt: 1, last_attempt: 4, error: null });
});

test('kinds with a schedule are declared as they say; a process that answers no requests says so to its jobs', async () => {
  const alone: boolean[] = [];
  const run = (context: JobContext) => Promise.resolve(void alone.push(context.alone));
  const plan = { pattern: '0 3 * * *', timeZone: 'Europe/Berlin' };
  const jobs = [define({ ...kind, run }), define({ ...kind, name: 'planned', schedule: plan, run })];
  const day = 86_400_000;
  // Made by a clock that was two days ahead: it is worked out again when a runner starts.
  const ahead = { name: 'ahead', job: kind, input: { n: 1 }, pattern: '0 3 * * *' };
  await schedule(site.db, ahead, clock.now() + 2 * day);
  const runner = runnerOf(site.db, jobs, { clock, leaseMs: never, alone: true });
  runners.push(runner);
  runner.start();
  await jobThatIs(site.db, await add(), 'done');
  const [again, declared] = await listSchedules(site.db, 9);
  expect(again?.next_at).toBe(nextTime(ahead.pattern, 'UTC', clock.now()));
  expect(alone).toEqual([true]);
  const stored = { job: 'planned', pattern: '0 3 * * *', time_zone: 'Europe/Berlin', input: '{}', organization_id: '' };
  expect(declared).toMatchObject({ name: 'planned', ...stored, created_at: clock.now() });
  for (const name of ['ahead', 'planned']) await deleteSchedule(site.db, name);
});

test('a look that fails is in the log, and the next one goes on from the start', async () => {
  const { log, of } = logged();
  const write = site.db.run.bind(site.db);
  let fails = 2;
  jest.spyOn(site.db, 'run').mockImplementation((sql, params) => {
    // The first statement of a runner: delays after a step of the clock.
    if (sql.includes('run_at = run_at -') && fails-- > 0) return Promise.reject(new Error('no answer'));
    return write(sql, params);
  });
  start(() => Promise.resolve(), { log });
  await jobThatIs(site.db, await add(), 'done');
  const said = of('looking for jobs failed and will be tried again');
  expect(said).toMatchObject([
    { level: error, error: 'no answer' },
    { level: error, error: 'no answer' },
  ]);
  expect(fails).toBe(-1);
});

test('a lease that cannot be renewed is in the log, and the job goes on', async () => {
  const { log, of } = logged();
  const write = site.db.run.bind(site.db);
  jest
    .spyOn(site.db, 'run')
    .mockImplementation((sql, params) =>
      sql.includes('beat = beat + 1') ? Promise.reject(new Error('no answer')) : write(sql, params),
    );
  let release: () => void = () => undefined;
  start(() => new Promise<void>((resolve) => (release = resolve)), { log, leaseMs: 500 });
  const id = await add();
  const [line] = await eventually(() => {
    const lines = of('the lease of a job could not be renewed');
    return lines.length > 1 ? lines : undefined;
  });
  expect(line).toMatchObject({ level: warn, error: 'no answer', jobId: id });
  release();
  await jobThatIs(site.db, id, 'done');
});

test('an end that cannot be stored is in the log; the lease of the job runs out', async () => {
  const { log, of } = logged();
  const write = site.db.run.bind(site.db);
  jest
    .spyOn(site.db, 'run')
    .mockImplementation((sql, params) =>
      sql.startsWith('UPDATE jobs SET status = ?') ? Promise.reject(new Error('no answer')) : write(sql, params),
    );
  start(() => Promise.reject(new Error('no luck')), { log });
  const id = await add();
  const said = 'the end of a job could not be stored; its lease will run out';
  await eventually(() => of(said).length > 0 || undefined);
  expect(of(said)).toMatchObject([{ level: warn, error: 'no answer', jobId: id }]);
  expect(await findJob(site.db, id)).toMatchObject({ status: 'running', lease_until: clock.now() + never });
});

test('what another worker took is left to it, and the log says so', async () => {
  const { log, of } = logged();
  start(
    async (context) => {
      await site.db.run('UPDATE jobs SET attempt = 7 WHERE id = ?', [context.id]);
      throw new Error('no luck');
    },
    { log },
  );
  const id = await add();
  await eventually(() => of('job ended early').length > 0 || undefined);
  expect(of('job ended early')).toMatchObject([{ level: info, status: 'held by another worker', error: 'no luck' }]);
  expect(await findJob(site.db, id)).toMatchObject({ status: 'running', attempt: 7, error: null });
});

test('a look for cancelled jobs that fails is followed by others', async () => {
  const select = site.db.select.bind(site.db);
  const asked: string[] = [];
  jest.spyOn(site.db, 'select').mockImplementation((sql, params) => {
    if (sql.includes('AND cancel_requested = 1')) asked.push(sql);
    if (asked.length === 1 && sql === asked[0]) {
      asked.push('failed');
      return Promise.reject(new Error('no answer'));
    }
    return select(sql, params);
  });
  start(hang);
  const id = await add();
  await jobThatIs(site.db, id, 'running');
  expect(await cancelJob(site.db, id, clock.now())).toBe('asked');
  expect(await jobThatIs(site.db, id, 'cancelled')).toMatchObject({
    error: 'cancelled while it ran',
    run_at: clock.now(),
  });
  expect(asked[1]).toBe('failed');
});

test('a job that gave its place away is ready at once, without a word in the log but for those who look closely', async () => {
  const { log, lines } = logged();
  start(({ attempt }) => (attempt === 1 ? Promise.reject(new Interrupted('turn over')) : Promise.resolve()), { log });
  const row = await jobThatIs(site.db, await add(), 'done');
  expect(row).toMatchObject({ attempt: 2, last_attempt: 4, run_at: clock.now() });
  expect(lines).toMatchObject([
    { level: debug, status: 'waiting', msg: 'job ended early' },
    { level: debug, msg: 'job done' },
  ]);
});

test.each(['asked', undefined] as const)('jobs of a kind in the lane %p give way to others of it', async (lane) => {
  const order: string[] = [];
  const kindOf = lane === undefined ? {} : { lane };
  const run = async (context: JobContext, n: number) => {
    for (let at = context.savedState(z.number()) ?? 0; at < 2; at += 1) {
      order.push(`${n}.${at}`);
      await context.saveState(at + 1);
      clock.pass(laneRules.asked.turn.ms);
      // The other one has come back to the queue by now, or is done.
      const other = ids.find((id) => id !== context.id) ?? '';
      await jobThatIs(site.db, other, 'ready', 'done');
      await context.checkpoint();
    }
  };
  const ids = [await add(1, { organizationId: 'a' }, kindOf), await add(2, { organizationId: 'b' }, kindOf)];
  start(run, { concurrency: 1 }, { ...kindOf, givesWay: true });
  for (const id of ids) await jobThatIs(site.db, id, 'done');
  expect(order).toEqual(['1.0', '2.0', '1.1', '2.1']);
});

test.each([
  [60_000, 60_000, 'waiting'],
  [-60_000, 0, 'done'],
] as const)('a job that asks to come again in %i ms comes in %i', async (asked, comes, status) => {
  const run: Run = ({ attempt }) =>
    attempt === 1 ? Promise.reject(new RetryLater(asked, 'the source\nasks for a pause')) : Promise.resolve();
  start(run);
  const row = await jobThatIs(site.db, await add(), status);
  expect(row).toMatchObject({ error: comes > 0 ? 'the source asks for a pause' : null, run_at: clock.now() + comes });
});

test.each([
  ['its first attempt', {}, 3, 1_000],
  ['its second', { attempt: 1 }, 3, 2_000],
  ['its first of more than its kind has', { last_attempt: 9 }, 3, 1_000],
  ['its sixth, of a kind that does not say how many', { attempt: 5, last_attempt: 8 }, undefined, 32_000],
] as const)('the delay after %s counts failures in a row', async (_, cells, maxAttempts, delay) => {
  const id = await add(1);
  for (const [name, value] of Object.entries(cells)) await site.db.run(`UPDATE jobs SET ${name} = ?`, [value]);
  const { maxAttempts: _most, ...open } = kind;
  const of = { ...(maxAttempts === undefined ? open : { ...open, maxAttempts }) };
  const job = define({ ...of, run: () => Promise.reject(new Error('no luck')) });
  const runner = runnerOf(site.db, [job], { clock, leaseMs: never, pollMs: never, random: () => 0 });
  runners.push(runner);
  runner.start();
  expect((await jobThatIs(site.db, id, 'waiting')).run_at - clock.now()).toBe(delay);
});

test('a job whose stored input no longer fits has failed, and says what does not', async () => {
  const id = await add(1);
  await replaceQueuedInput(site.db, id, { n: 'one' });
  const runs: number[] = [];
  start((_, n) => Promise.resolve(void runs.push(n)), { pollMs: never });
  expect((await jobThatIs(site.db, id, 'waiting')).error).toContain('expected number');
  expect(runs).toEqual([]);
});

test('a silent worker loses its job, as the log says; one with a clock a little ahead keeps it', async () => {
  const { log, of } = logged();
  const leaseMs = 600_000;
  const held = async (until: number, cells: Partial<JobRow> = {}) => {
    const id = await add();
    await claimJob(site.db, { id, attempt: 0 }, { worker: 'gone', until, now: clock.now() });
    for (const [name, value] of Object.entries(cells))
      await site.db.run(`UPDATE jobs SET ${name} = ? WHERE id = ?`, [value ?? null, id]);
    return id;
  };
  const silent = await held(clock.now());
  const last = await held(clock.now(), { last_attempt: 1 });
  const cancelled = await held(clock.now(), { last_attempt: 1, cancel_requested: 1 });
  const [within, beyond] = [await held(clock.now() + 2 * leaseMs), await held(clock.now() + 2 * leaseMs + 1)];
  const runner = runnerOf(site.db, [], { clock, log, leaseMs, random: () => 0 });
  runners.push(runner);
  runner.start();
  const why = 'its worker went silent: the process ended or was suspended';
  // Of a kind that this process does not know: two of eight attempts are left, so it is the sixth failure.
  const waits = { error: why, worker: null, attempt: 1, run_at: clock.now() + 32_000 };
  expect(await jobThatIs(site.db, silent, 'waiting')).toMatchObject(waits);
  expect(await jobThatIs(site.db, last, 'dead')).toMatchObject({ error: why });
  expect(await jobThatIs(site.db, cancelled, 'cancelled')).toMatchObject({ error: why });
  await jobThatIs(site.db, beyond, 'waiting');
  await runner.stop();
  expect((await findJob(site.db, within))?.status).toBe('running');
  const said = new Map(of('job abandoned').map((line) => [line['jobId'], line]));
  expect([said.size, of('job abandoned').length]).toEqual([4, 4]);
  expect(said.get(silent)).toMatchObject({ level: warn, job: 'sample', attempt: 1, status: 'waiting' });
  expect(said.get(last)).toMatchObject({ status: 'dead' });
});
