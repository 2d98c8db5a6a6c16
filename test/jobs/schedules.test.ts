/** What is due again and again: summer time, missed times, several processes, and a clock that steps. */
import { z } from 'zod';
import { define, type JobKind } from '../../src/jobs/definition';
import { checkPattern, nextTime, queueDue, rescheduleAfterStep, schedule } from '../../src/jobs/schedule';
import { listJobs } from '../../src/store/jobs/listing';
import { advanceSchedule, deleteSchedule, findSchedule, schedulesFromTheFuture } from '../../src/store/jobs/schedules';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { TestClock } from './support/clock';
import { eventually, jobThatIs, runnerOf } from './support/runners';

const hour = 3_600_000;
const day = 24 * hour;
const kind: JobKind<object> = { name: 'daily-sample', input: z.object({}) };
const at = (text: string) => Date.parse(text);

describe('the next time of a pattern', () => {
  it.each([
    ['a time that summer time skips comes as soon as there is one', '2026-03-28T12:00Z', '2026-03-29T01:00Z'],
    ['and at its own hour the day after', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ['a time that comes twice comes once', '2026-10-24T12:00Z', '2026-10-25T00:30Z'],
    ['and not again an hour later', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ['never the time it was asked about', '2026-08-03T00:30Z', '2026-08-04T00:30Z'],
  ])('%s', (_name, after, expected) => {
    expect(new Date(nextTime('30 2 * * *', 'Europe/Berlin', at(after)))).toEqual(new Date(expected));
  });

  it.each([
    ['every day', 'UTC'],
    ['61 * * * *', 'UTC'],
    ['0 0 30 2 *', 'UTC'],
    ['0 0 * * *', 'Mars/Olympus'],
  ])('refuses %s in %s', (pattern, zone) => {
    expect(() => nextTime(pattern, zone, 0)).toThrow('is not a schedule');
  });

  it('has five fields, with any blanks between them', () => {
    expect(() => checkPattern(' 0  3 * *  * ', 'UTC')).not.toThrow();
    for (const pattern of ['@daily', '0 0 3 * * *', '0 3 * *'])
      expect(() => checkPattern(pattern, 'UTC')).toThrow('must have five fields');
  });
});

describe.each(availableDatabases())('schedules on %s', (database) => {
  let site: OpenTestDatabase;
  const jobs = new Map([['daily-sample', define({ ...kind, run: () => Promise.resolve() })]]);
  const queued = async () => (await listJobs(site.db, { name: 'daily-sample' }, 100)).length;

  beforeAll(async () => {
    site = await openTestDatabase(database);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    await site.db.run('DELETE FROM jobs');
    await deleteSchedule(site.db, 'daily-sample');
  });

  const daily = (now: number, pattern = '0 3 * * *') =>
    schedule(site.db, { name: 'daily-sample', job: kind, input: {}, pattern }, now);
  /** Queues what is due and ends it. */
  async function due(now: number): Promise<number> {
    const added = await queueDue(site.db, jobs, now);
    await site.db.run(`UPDATE jobs SET status = 'done', unique_key = NULL, finished_at = ?`, [now]);
    return added;
  }

  it('have a name of at most 80 characters, a pattern of five fields and an input that fits', async () => {
    const named = (name: string) =>
      schedule(site.db, { name, job: kind, input: {}, pattern: '0 3 * * *' }, at('2026-08-03T00:00Z'));
    await expect(named('x'.repeat(81))).rejects.toThrow('at most 80 characters');
    await named('x'.repeat(80));
    // A short form of the library, which has not five fields.
    await expect(daily(at('2026-08-03T00:00Z'), '@daily')).rejects.toThrow('must have five fields');
    await deleteSchedule(site.db, 'x'.repeat(80));
    // Its job would fail at each time, long after the person who made the schedule has left.
    const counted: JobKind = { name: 'daily-sample', input: z.object({ n: z.number() }) };
    const ofInput = (input: object) =>
      schedule(site.db, { name: 'daily-sample', job: counted, input, pattern: '0 3 * * *' }, at('2026-08-03T00:00Z'));
    await expect(ofInput({ n: 'seven' })).rejects.toThrow(z.ZodError);
    expect(await findSchedule(site.db, 'daily-sample')).toBeUndefined();
    await ofInput({ n: 7 });
    expect(await findSchedule(site.db, 'daily-sample')).toMatchObject({ input: '{"n":7}' });
  });

  it('queue a job when it is due, of several processes one', async () => {
    const now = at('2026-08-03T12:00Z');
    expect(await daily(now)).toBe(at('2026-08-04T03:00Z'));
    expect(await due(at('2026-08-04T02:59Z'))).toBe(0);
    const all = await Promise.all([1, 2, 3, 4].map(() => queueDue(site.db, jobs, at('2026-08-04T03:00Z'))));
    expect(all.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await findSchedule(site.db, 'daily-sample')).toMatchObject({
      next_at: at('2026-08-05T03:00Z'),
      last_at: at('2026-08-04T03:00Z'),
    });
    // A worker that saw it before another one took it on takes on nothing, and never a schedule of another name.
    const other = { name: 'other', job: kind, input: {}, pattern: '0 5 * * *' };
    const otherAt = await schedule(site.db, other, at('2026-08-04T03:00Z'));
    const seen = await findSchedule(site.db, 'daily-sample');
    if (!seen) throw new Error('no schedule');
    const on = (nextAt: number) => advanceSchedule(site.db, seen, { nextAt, lastAt: null, now: nextAt });
    expect([await on(now + day), await on(now + 2 * day)]).toEqual([true, false]);
    expect(await findSchedule(site.db, 'daily-sample')).toMatchObject({ next_at: now + day });
    expect(await findSchedule(site.db, 'other')).toMatchObject({ next_at: otherAt });
    await deleteSchedule(site.db, 'other');
  });

  it('of a workspace queue its jobs', async () => {
    const now = at('2026-08-03T12:00Z');
    const given = { name: 'daily-sample', job: kind, input: {}, pattern: '0 3 * * *' };
    await schedule(site.db, { ...given, organizationId: 'w' }, now);
    await queueDue(site.db, jobs, at('2026-08-04T03:00Z'));
    expect(await listJobs(site.db, { name: 'daily-sample' }, 100)).toMatchObject([{ organization_id: 'w' }]);
  });

  it('run once for all the times that were missed', async () => {
    const now = at('2026-08-03T12:00Z');
    await daily(now);
    expect(await due(now + 10 * day)).toBe(1);
    expect(await due(now + 10 * day)).toBe(0);
    expect((await findSchedule(site.db, 'daily-sample'))?.next_at).toBe(at('2026-08-14T03:00Z'));
  });

  it('do not queue a second job while the first has not ended', async () => {
    const now = at('2026-08-03T12:00Z');
    await daily(now);
    expect(await queueDue(site.db, jobs, now + day)).toBe(1);
    expect(await queueDue(site.db, jobs, now + 2 * day)).toBe(0);
    expect(await queued()).toBe(1);
  });

  it('keep their next time when they are declared again, and take a new pattern', async () => {
    const now = at('2026-08-03T12:00Z');
    await daily(now);
    await daily(now + 2 * day);
    expect((await findSchedule(site.db, 'daily-sample'))?.next_at).toBe(at('2026-08-04T03:00Z'));
    await daily(now, '0 5 * * *');
    expect((await findSchedule(site.db, 'daily-sample'))?.next_at).toBe(at('2026-08-04T05:00Z'));
  });

  it.each([
    ['two days', 2 * day],
    ['three hours', 3 * hour],
  ])('run the next day at the latest after the clock stepped back by %s', async (_name, step) => {
    const ahead = at('2026-08-06T03:00Z');
    await daily(ahead - hour);
    expect(await due(ahead)).toBe(1);
    const now = ahead - step;
    await rescheduleAfterStep(site.db, now);
    expect(await due(now + day + hour)).toBe(1);
  });

  it('take a new zone, a new input and a new pattern, each by itself', async () => {
    const given = { name: 'daily-sample', job: { ...kind, input: z.looseObject({}) }, input: {}, pattern: '0 3 * * *' };
    const now = at('2026-08-03T12:00Z');
    await schedule(site.db, given, now);
    for (const [change, stored] of [
      [{ timeZone: 'Europe/Berlin' }, { time_zone: 'Europe/Berlin', next_at: at('2026-08-04T01:00Z') }],
      [{ input: { n: 1 } }, { input: '{"n":1}', time_zone: 'UTC' }],
      [
        { input: { n: 1 }, pattern: '0 4 * * *' },
        { pattern: '0 4 * * *', next_at: at('2026-08-04T04:00Z') },
      ],
    ] as const) {
      await schedule(site.db, { ...given, ...change }, now);
      expect(await findSchedule(site.db, 'daily-sample')).toMatchObject(stored);
    }
  });

  it('do not run twice when the clock steps back by a little', async () => {
    const now = at('2026-08-04T03:00Z');
    await daily(now - hour);
    expect(await due(now)).toBe(1);
    await rescheduleAfterStep(site.db, now - 30_000);
    const ofTheFuture = async (tolerance: number) =>
      (await schedulesFromTheFuture(site.db, now - 30_000, tolerance)).map(({ name }) => name);
    expect([await ofTheFuture(30_000), await ofTheFuture(29_999)]).toEqual([[], ['daily-sample']]);
    expect(await due(now)).toBe(0);
  });

  it.each([
    ['ten minutes do not run twice', 0, '2026-08-05T03:00Z'],
    ['more than that run again: a wrong clock wrote the time', 1, '2026-08-04T03:00Z'],
  ])('after a step back of %s', async (_name, more, next) => {
    const time = at('2026-08-04T03:00Z');
    await daily(time - hour);
    // It ran a little late.
    expect(await due(time + 2)).toBe(1);
    await rescheduleAfterStep(site.db, time - 600_000 - more);
    expect((await findSchedule(site.db, 'daily-sample'))?.next_at).toBe(at(next));
  });

  it('are marked done by the job that is done, not by the one that is queued', async () => {
    const clock = new TestClock(at('2026-08-04T02:59Z'));
    let fails = true;
    const job = define({
      ...kind,
      schedule: { pattern: '0 3 * * *' },
      run: () => (fails ? Promise.reject(new Error('not yet')) : Promise.resolve()),
    });
    const runner = runnerOf(site.db, [job], { clock });
    runner.start();
    await eventually(() => findSchedule(site.db, 'daily-sample'));
    clock.pass(60_000);
    const row = await eventually(async () => (await listJobs(site.db, { status: 'waiting' }, 1))[0]);
    expect((await findSchedule(site.db, 'daily-sample'))?.last_done_at).toBeNull();
    fails = false;
    clock.pass(60_000);
    await jobThatIs(site.db, row.id, 'done');
    expect((await findSchedule(site.db, 'daily-sample'))?.last_done_at).toBe(clock.now());
    await runner.stop();
  });
});
