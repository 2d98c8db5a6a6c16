/** What each statement of the schedules reads and changes, and what a schedule queues. */
import { z } from 'zod';
import { define } from '../../src/jobs/definition';
import {
  checkPattern,
  NeverMatches,
  nextTime,
  queueDue,
  rescheduleAfterStep,
  schedule,
  type Schedule,
} from '../../src/jobs/schedule';
import { listJobs } from '../../src/store/jobs/listing';
import {
  advanceSchedule,
  deleteSchedule,
  dueSchedules,
  findSchedule,
  listSchedules,
  markScheduleDone,
  saveSchedule,
  schedulesFromTheFuture,
} from '../../src/store/jobs/schedules';
import type { JobScheduleRow } from '../../src/store/tables/jobs';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';

const now = Date.UTC(2026, 7, 3, 12);
const minute = 60_000;
const hour = 60 * minute;
const kind = { name: 'sample', input: z.looseObject({}) };
const jobs = new Map([['sample', define({ ...kind, maxAttempts: 3, lane: 'mail', run: () => Promise.resolve() })]]);

let site: OpenTestDatabase;
beforeAll(async () => {
  site = await openTestDatabase('sqlite');
});
afterAll(() => site.close());
afterEach(async () => {
  await site.db.run('DELETE FROM jobs');
  await site.db.run('DELETE FROM job_schedules');
});

const plan = (name: string, more: Partial<Schedule<object>> = {}, at = now) =>
  schedule(site.db, { name, job: kind, input: {}, pattern: '0 * * * *', ...more }, at);
const row = async (name: string): Promise<JobScheduleRow> => {
  const found = await findSchedule(site.db, name);
  if (!found) throw new Error('no such schedule');
  return found;
};
const names = (rows: readonly JobScheduleRow[]) => rows.map(({ name }) => name);
const set = (name: string, column: string, value: number | null) =>
  site.db.run(`UPDATE job_schedules SET ${column} = ? WHERE name = ?`, [value, name]);

test('a schedule is stored with nothing but what was said about it', async () => {
  expect(await plan('a')).toBe(now + hour);
  expect(await row('a')).toEqual({
    ...{ name: 'a', job: 'sample', organization_id: '', pattern: '0 * * * *', time_zone: 'UTC', input: '{}' },
    ...{ next_at: now + hour, last_at: null, last_done_at: null, created_at: now, updated_at: now },
  });
  await plan('b', { organizationId: 'acme', timeZone: 'Europe/Berlin', input: { n: 1 } });
  expect(await row('b')).toMatchObject({ organization_id: 'acme', time_zone: 'Europe/Berlin', input: '{"n":1}' });
});

test('a pattern that no day matches is told from one that nobody can read', () => {
  expect(() => nextTime('0 0 30 2 *', 'UTC', now)).toThrow(NeverMatches);
  expect(() => nextTime('0 0 30 2 *', 'UTC', now)).toThrow('no time ever matches');
  expect(() => nextTime('every day', 'UTC', now)).not.toThrow(NeverMatches);
  for (const pattern of ['61 * * * *', '0 0 30 2 *'])
    expect(() => checkPattern(pattern, 'UTC')).toThrow(`${pattern} in UTC is not a schedule: `);
  expect(() => checkPattern('0 0 * * *', 'Mars/Olympus')).toThrow('0 0 * * * in Mars/Olympus is not a schedule: ');
});

test('a schedule that is declared again stays as it was; one that changes has a new time, unless it is due', async () => {
  await plan('a');
  await plan('other');
  await plan('a', {}, now + 2 * minute);
  expect(await row('a')).toMatchObject({ updated_at: now, next_at: now + hour });
  const changes: Partial<Schedule<object>>[] = [
    { pattern: '30 * * * *' },
    { pattern: '30 * * * *', timeZone: 'Asia/Kolkata' },
    { pattern: '30 * * * *', timeZone: 'Asia/Kolkata', input: { n: 1 } },
    { pattern: '30 * * * *', timeZone: 'Asia/Kolkata', input: { n: 1 }, job: { ...kind, name: 'renamed' } },
  ];
  for (const [at, change] of changes.entries()) {
    await plan('a', change, now + at + 1);
    expect((await row('a')).updated_at).toBe(now + at + 1);
  }
  expect(await row('a')).toMatchObject({
    ...{ pattern: '30 * * * *', time_zone: 'Asia/Kolkata', input: '{"n":1}', job: 'renamed', created_at: now },
    next_at: now + hour,
  });
  expect(await row('other')).toMatchObject({ pattern: '0 * * * *', updated_at: now });
  // At its very time it is due.
  await set('a', 'next_at', now + hour);
  await plan('a', { pattern: '15 * * * *' }, now + hour);
  expect((await row('a')).next_at).toBe(now + hour);
  await plan('a', { pattern: '45 * * * *' }, now + hour - 1);
  expect((await row('a')).next_at).toBe(now + hour - 15 * minute + hour);
});

test('schedules are listed by name, and found due by time', async () => {
  for (const name of ['b', 'a', 'c']) await plan(name);
  expect(names(await listSchedules(site.db, 9))).toEqual(['a', 'b', 'c']);
  expect(names(await listSchedules(site.db, 2))).toEqual(['a', 'b']);
  await set('a', 'next_at', now + 2);
  await set('b', 'next_at', now + 1);
  await set('c', 'next_at', now + 3);
  expect(names(await dueSchedules(site.db, now + 2, 9))).toEqual(['b', 'a']);
  expect(names(await dueSchedules(site.db, now + 3, 2))).toEqual(['b', 'a']);
  expect(await dueSchedules(site.db, now, 9)).toEqual([]);
  await set('c', 'updated_at', now + 6);
  await set('b', 'updated_at', now + 5);
  expect(names(await schedulesFromTheFuture(site.db, now, 5))).toEqual(['c']);
  await deleteSchedule(site.db, 'b');
  expect(names(await listSchedules(site.db, 9))).toEqual(['a', 'c']);
});

test('a schedule is taken on and marked done by its name, as it was seen', async () => {
  await plan('a');
  await plan('other');
  const seen = await row('a');
  const to = { nextAt: now + 5, lastAt: now + 4, now: now + 3 };
  expect(await advanceSchedule(site.db, { ...seen, next_at: now }, to)).toBe(false);
  expect(await advanceSchedule(site.db, { ...seen, updated_at: now + 1 }, to)).toBe(false);
  expect(await advanceSchedule(site.db, seen, to)).toBe(true);
  expect(await row('a')).toMatchObject({ next_at: now + 5, last_at: now + 4, updated_at: now + 3, created_at: now });
  await markScheduleDone(site.db, 'a', now + 7);
  expect((await row('a')).last_done_at).toBe(now + 7);
  expect(await row('other')).toMatchObject({ last_done_at: null, last_at: null, next_at: now + hour });
  // One that is stored by itself, such as by an older release, is not stored twice.
  await saveSchedule(site.db, { ...seen, input: '{"n":2}', next_at: now + 99, updated_at: now + 8 });
  expect(await row('a')).toMatchObject({ input: '{"n":2}', next_at: now + 5, last_done_at: now + 7 });
});

test('what is due is queued for its workspace, under the name of its schedule, once', async () => {
  await plan('a', { organizationId: 'acme', input: { n: 1 } });
  await plan('of-a-newer-release', { job: { ...kind, name: 'unknown' } });
  const at = now + 3 * hour + minute;
  expect(await queueDue(site.db, jobs, now + hour - 1)).toBe(0);
  expect(await queueDue(site.db, jobs, at)).toBe(1);
  expect(await listJobs(site.db, {}, 9)).toMatchObject([
    {
      ...{ name: 'sample', organization_id: 'acme', input: '{"n":1}', schedule: 'a', lane: 'mail', last_attempt: 3 },
      ...{ unique_key: 'sample:acme:a', status: 'ready', run_at: at, created_at: at },
    },
  ]);
  expect(await row('a')).toMatchObject({ last_at: now + hour, next_at: now + 4 * hour, updated_at: at });
  expect(await row('of-a-newer-release')).toMatchObject({ last_at: null, next_at: now + hour });
  // The job of the last time has not ended.
  expect(await queueDue(site.db, jobs, now + 4 * hour)).toBe(0);
  expect(await row('a')).toMatchObject({ last_at: now + 4 * hour, next_at: now + 5 * hour });
});

test.each([
  ['by as much as is tolerated leaves schedules alone', 10 * minute, false],
  ['by more has them worked out again', 10 * minute + 1, true],
])('a clock set back %s', async (_, step, again) => {
  await plan('a', {}, now - hour);
  await queueDue(site.db, jobs, now);
  const before = await row('a');
  await rescheduleAfterStep(site.db, now - step);
  expect(await row('a')).toEqual(again ? { ...before, next_at: now, updated_at: now - step } : before);
});
