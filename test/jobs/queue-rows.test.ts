/** What each statement of the queue reads and changes: rows that just fit and rows that just do not, and nothing else. */
import { z } from 'zod';
import { enqueue, type EnqueueOptions } from '../../src/jobs/enqueue';
import {
  cancelJob,
  deadJobs,
  dueJobs,
  findJob,
  jobsByStatus,
  listJobs,
  readyByLane,
  retryJob,
} from '../../src/store/jobs/listing';
import {
  abandonedJobs,
  cancelAsked,
  cancelledAmong,
  changeLane,
  claimJob,
  deleteEnded,
  insertJob,
  isReadyIn,
  leaveJob,
  nextReadyWorkspace,
  promote,
  readyJobs,
  readyLanes,
  removeLeased,
  removeQueued,
  renewLease,
  replaceQueuedInput,
  runningJobs,
  shortenDelays,
} from '../../src/store/jobs/queue';
import { lanes, type JobRow, type JobStatus } from '../../src/store/tables/jobs';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';

const now = Date.UTC(2026, 7, 3, 12);
const statuses: readonly JobStatus[] = ['waiting', 'ready', 'running', 'done', 'dead', 'cancelled'];
const kind = { name: 'sample', input: z.object({}) };

let site: OpenTestDatabase;
beforeAll(async () => {
  site = await openTestDatabase('sqlite');
});
afterAll(() => site.close());
afterEach(async () => {
  jest.restoreAllMocks();
  await site.db.run('DELETE FROM jobs');
});

const add = async (options: EnqueueOptions = {}, of: { name?: string; lane?: JobRow['lane'] } = {}) =>
  (await enqueue(site.db, { ...kind, ...of }, {}, { now, ...options })).id;
/** A job whose columns are set as a test needs them. */
async function put(cells: Partial<JobRow>): Promise<string> {
  const id = await add();
  const names = Object.keys(cells);
  await site.db.run(`UPDATE jobs SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`, [
    ...Object.values(cells),
    id,
  ]);
  return id;
}
const row = async (id: string): Promise<JobRow> => {
  const found = await findJob(site.db, id);
  if (!found) throw new Error('no such job');
  return found;
};
/** One job of each status, and what each is after `change`: those that stay as they were are left out. */
async function changedOf(change: (id: string) => Promise<unknown>): Promise<Partial<Record<JobStatus, unknown>>> {
  const changed: Partial<Record<JobStatus, unknown>> = {};
  for (const status of statuses) {
    const id = await put({ status });
    const before = JSON.stringify(await findJob(site.db, id));
    const answer = await change(id);
    if (JSON.stringify(await findJob(site.db, id)) !== before) changed[status] = answer;
    await site.db.run('DELETE FROM jobs');
  }
  return changed;
}

test('a job is stored with nothing but what was said about it', async () => {
  const id = await add();
  expect(await row(id)).toEqual({
    ...{ id, name: 'sample', organization_id: '', unique_key: null, priority: 0, status: 'ready', run_at: now },
    ...{ attempt: 0, last_attempt: 8, lease_until: 0, beat: 0, worker: null, cancel_requested: 0, input: '{}' },
    ...{ state: null, progress: null, error: null, schedule: null, lane: 'asked' },
    ...{ created_at: now, started_at: null, finished_at: null, updated_at: now },
  });
  const said = { organizationId: 'acme', uniqueKey: 'k', runAt: now + 1, schedule: 'plan' } as const;
  expect(await row(await add({ ...said, priority: 'high' }, { lane: 'mail' }))).toMatchObject({
    ...{ organization_id: 'acme', unique_key: 'sample:acme:k', run_at: now + 1, status: 'waiting', priority: -1 },
    ...{ schedule: 'plan', lane: 'mail', created_at: now },
  });
  expect(await row(await add({ runAt: now, priority: 'low' }))).toMatchObject({ status: 'ready', priority: 1 });
  expect(await row(await add({ runAt: now - 5 }))).toMatchObject({ status: 'ready', run_at: now - 5 });
});

test('a unique key has at most 80 characters, and is of one kind and workspace', async () => {
  await expect(add({ uniqueKey: 'x'.repeat(81) })).rejects.toThrow('at most 80 characters');
  const first = await add({ uniqueKey: 'x'.repeat(80) });
  expect(await add({ uniqueKey: 'x'.repeat(80) })).toBe(first);
  expect(await add({ uniqueKey: 'x'.repeat(80) }, { name: 'other' })).not.toBe(first);
  expect(await add({ uniqueKey: 'x'.repeat(80), organizationId: 'acme' })).not.toBe(first);
});

test('a unique key that is given back between two looks is free; one that nobody can see is an error', async () => {
  const id = await add({ uniqueKey: 'k' });
  const again = { ...(await row(id)), id: 'another' };
  const select = jest.spyOn(site.db, 'select');
  select.mockImplementationOnce(async () => {
    await site.db.run('UPDATE jobs SET unique_key = NULL WHERE id = ?', [id]);
    return [];
  });
  expect(await insertJob(site.db, again)).toEqual({ id: 'another', added: true });
  select.mockReset();
  select.mockResolvedValue([]);
  await expect(insertJob(site.db, { ...again, id: 'third' })).rejects.toThrow('is neither free nor held');
  expect(select).toHaveBeenCalledTimes(5);
});

test('the list has the newest first, of a workspace, a status and a kind, each alone and together', async () => {
  const [a, b, c, d] = [
    await add({ organizationId: 'acme' }),
    await add({ organizationId: 'acme', runAt: now + 1 }),
    await add({ organizationId: 'globex' }),
    await add({ organizationId: 'acme' }, { name: 'other' }),
  ];
  const listed = async (filter: Parameters<typeof listJobs>[1], limit = 9) =>
    (await listJobs(site.db, filter, limit)).map(({ id }) => id);
  expect(await listed({})).toEqual([d, c, b, a]);
  expect(await listed({}, 2)).toEqual([d, c]);
  expect(await listed({ organizationId: 'acme' })).toEqual([d, b, a]);
  expect(await listed({ status: 'ready' })).toEqual([d, c, a]);
  expect(await listed({ name: 'sample' })).toEqual([c, b, a]);
  expect(await listed({ organizationId: 'acme', status: 'ready', name: 'sample' })).toEqual([a]);
});

test('jobs are counted by status, by lane, and while they are due', async () => {
  for (const status of statuses) await put({ status, run_at: now + 1 });
  await put({ status: 'ready', run_at: now - 7 });
  await put({ status: 'ready', run_at: now - 9, lane: 'mail' });
  const counts = new Map((await jobsByStatus(site.db)).map(({ status, count }) => [status, count]));
  expect(statuses.map((status) => counts.get(status))).toEqual([1, 3, 1, 1, 1, 1]);
  expect([...(await readyByLane(site.db))].sort((a, b) => a.count - b.count)).toEqual([
    { lane: 'mail', count: 1, oldest: now - 9 },
    { lane: 'asked', count: 2, oldest: now - 7 },
  ]);
  expect(await dueJobs(site.db, now)).toEqual({ count: 2, oldest: now - 9 });
  expect(await dueJobs(site.db, now + 1)).toEqual({ count: 4, oldest: now - 9 });
  expect(await dueJobs(site.db, 0)).toEqual({ count: 0, oldest: null });
  expect((await deadJobs(site.db, 9)).map(({ status }) => status)).toEqual(['dead']);
});

test('what is ready is found by lane, workspace and kind, in the order of its turn', async () => {
  expect(await readyLanes(site.db)).toEqual([]);
  for (const lane of lanes) await put({ lane, status: lane === 'mail' ? 'running' : 'ready' });
  expect(await readyLanes(site.db)).toEqual(lanes.filter((lane) => lane !== 'mail'));
  expect([await isReadyIn(site.db, 'mail'), await isReadyIn(site.db, 'daily')]).toEqual([false, true]);
  await site.db.run('DELETE FROM jobs');

  for (const [organization_id, name, lane, status] of [
    ['b', 'sample', 'mail', 'ready'],
    ['c', 'other', 'mail', 'ready'],
    ['d', 'third', 'mail', 'ready'],
    ['e', 'sample', 'daily', 'ready'],
    ['f', 'sample', 'mail', 'running'],
    ['g', 'sample', 'mail', 'ready'],
  ] as const)
    await put({ organization_id, name, lane, status });
  const after = (of: string | null) => nextReadyWorkspace(site.db, 'mail', ['sample', 'other'], of);
  expect([await after(null), await after('b'), await after('c'), await after('g')]).toEqual(['b', 'c', 'g', undefined]);
  // Work of the service itself belongs to the workspace with the empty id, which is the first.
  await put({ lane: 'mail' });
  expect([await after(null), await after('')]).toEqual(['', 'b']);
});

test('of a workspace the next job is the one of the highest priority, then the earliest, then the first', async () => {
  const mine = { organization_id: 'a', lane: 'mail' } as const;
  const [late, early, second, urgent] = [
    await put({ ...mine, run_at: now + 2 }),
    await put({ ...mine, run_at: now }),
    await put({ ...mine, run_at: now, name: 'other' }),
    await put({ ...mine, run_at: now + 9, priority: -1 }),
  ];
  for (const cells of [{ organization_id: 'b' }, { lane: 'daily' }, { name: 'third' }, { status: 'waiting' }] as const)
    await put({ ...mine, ...cells, priority: -2 });
  const next = async (limit: number, names = ['sample', 'other']) =>
    (await readyJobs(site.db, 'mail', 'a', names, limit)).map(({ id }) => id);
  expect(await next(9)).toEqual([urgent, early, second, late]);
  expect(await next(2)).toEqual([urgent, early]);
  expect(await next(9, ['other'])).toEqual([second]);
});

test('running jobs are counted for each workspace in each lane', async () => {
  for (const [organization_id, lane] of [
    ['a', 'mail'],
    ['a', 'mail'],
    ['a', 'daily'],
    ['b', 'mail'],
  ] as const)
    await put({ organization_id, lane, status: 'running' });
  await put({ organization_id: 'a', lane: 'mail' });
  const counted = (await runningJobs(site.db)).map((one) => `${one.organization_id} ${one.lane} ${one.running}`);
  expect(counted.sort()).toEqual(['a daily 1', 'a mail 2', 'b mail 1']);
});

test('a job is claimed by its id and attempt while it is ready, once', async () => {
  const lease = { worker: 'w', until: now + 60, now: now + 1 };
  const claims = await changedOf((id) => claimJob(site.db, { id, attempt: 0 }, lease));
  expect(claims).toEqual({ ready: true });
  const [id, neighbour] = [await add(), await add()];
  expect(await claimJob(site.db, { id, attempt: 1 }, lease)).toBe(false);
  expect(await claimJob(site.db, { id, attempt: 0 }, lease)).toBe(true);
  expect(await claimJob(site.db, { id, attempt: 1 }, lease)).toBe(false);
  expect(await row(id)).toMatchObject({
    ...{ status: 'running', attempt: 1, worker: 'w', lease_until: now + 60, started_at: now + 1 },
    ...{ updated_at: now + 1, created_at: now, run_at: now },
  });
  expect(await row(neighbour)).toMatchObject({ status: 'ready', attempt: 0 });
});

test('only the attempt that has a job renews its lease, and stores what it is given and no more', async () => {
  const given = { until: now + 60, now: now + 2 };
  expect(await changedOf((id) => renewLease(site.db, { id, attempt: 0 }, given))).toEqual({ running: true });
  const stored = { state: '"s"', progress: '"p"', last_attempt: 5 };
  const [id, neighbour] = [
    await put({ status: 'running', attempt: 2, ...stored }),
    await put({ status: 'running', attempt: 2 }),
  ];
  expect(await renewLease(site.db, { id, attempt: 1 }, given)).toBe(false);
  expect(await renewLease(site.db, { id, attempt: 2 }, given)).toBe(true);
  expect(await row(id)).toMatchObject({ ...stored, lease_until: now + 60, updated_at: now + 2, beat: 1 });
  const more = { state: '"t"', progress: '"q"', lastAttempt: 7 };
  expect(await renewLease(site.db, { id, attempt: 2 }, { ...given, ...more })).toBe(true);
  expect(await row(id)).toMatchObject({ state: '"t"', progress: '"q"', last_attempt: 7, beat: 2 });
  expect(await row(neighbour)).toMatchObject({ lease_until: 0, beat: 0, state: null, progress: null });
});

test('whether somebody cancelled is answered to the attempt that has the job', async () => {
  const [asked, not] = [
    await put({ status: 'running', attempt: 2, cancel_requested: 1 }),
    await put({ status: 'running', attempt: 2 }),
  ];
  const ended = await put({ status: 'dead', attempt: 2, cancel_requested: 1 });
  const answers = [asked, not, ended].map((id) => cancelAsked(site.db, { id, attempt: 2 }));
  expect(await Promise.all(answers)).toEqual([true, false, undefined]);
  expect(await cancelAsked(site.db, { id: asked, attempt: 1 })).toBeUndefined();
  expect(await cancelledAmong(site.db, [asked, not, ended])).toEqual([asked]);
  expect(await cancelledAmong(site.db, [not, ended])).toEqual([]);
});

test('a lease has run out at its very end; only running jobs have one', async () => {
  const ids = new Map<string, string>();
  for (const [name, status, lease_until] of [
    ['over', 'running', now],
    ['goes on', 'running', now + 1],
    ['longest', 'running', now + 10],
    ['too long', 'running', now + 11],
    ['over, and not running', 'ready', now],
  ] as const)
    ids.set(await put({ status, lease_until }), name);
  const found = (await abandonedJobs(site.db, now, now + 10)).map(({ id }) => ids.get(id));
  expect(found.sort()).toEqual(['over', 'too long']);
});

test('an attempt leaves what it ran: a job that waits keeps its unique key, one that ended gives it back', async () => {
  const held = { status: 'running', attempt: 3, worker: 'w', lease_until: now + 9, error: 'before' } as const;
  const leave = (id: string, departure: Parameters<typeof leaveJob>[2], attempt = 3, lease?: number) =>
    leaveJob(site.db, { id, attempt }, departure, lease);
  const neighbour = await put(held);
  const waits = await put({ ...held, unique_key: 'k', last_attempt: 4 });
  expect(await leave(waits, { status: 'waiting', now: now + 1 }, 2)).toBeUndefined();
  expect(await leave(waits, { status: 'waiting', now: now + 1, runAt: now + 5, lastAttempt: 6 })).toBe('waiting');
  const left = { worker: null, lease_until: 0, error: null, updated_at: now + 1 };
  expect(await row(waits)).toMatchObject({
    ...left,
    ...{ status: 'waiting', run_at: now + 5, last_attempt: 6, unique_key: 'k', finished_at: null },
  });
  for (const status of ['done', 'dead', 'cancelled'] as const) {
    const id = await put({ ...held, unique_key: status, last_attempt: 4 });
    expect(await leave(id, { status, now: now + 1, error: 'why' })).toBe(status);
    expect(await row(id)).toMatchObject({
      ...left,
      ...{ status, error: 'why', run_at: now, last_attempt: 4, unique_key: null, finished_at: now + 1 },
    });
  }
  expect(await row(neighbour)).toMatchObject(held);
  // Of an abandoned one, only while its lease is the one that was read.
  expect(await leave(neighbour, { status: 'dead', now }, 3, now + 8)).toBeUndefined();
  expect(await leave(neighbour, { status: 'waiting', now }, 3, now + 8)).toBeUndefined();
  expect(await leave(neighbour, { status: 'dead', now }, 3, now + 9)).toBe('dead');
  expect(await changedOf((id) => leave(id, { status: 'done', now: now + 1 }, 0))).toEqual({ running: 'done' });
});

test('a job is removed by the attempt that has it, or while nobody has it', async () => {
  expect(await changedOf((id) => removeLeased(site.db, { id, attempt: 0 }))).toEqual({ running: true });
  expect(await changedOf((id) => removeQueued(site.db, id))).toEqual({ waiting: true, ready: true });
  const [id, neighbour] = [await put({ status: 'running' }), await put({ status: 'running' })];
  expect(await removeLeased(site.db, { id, attempt: 1 })).toBe(false);
  expect(await removeLeased(site.db, { id, attempt: 0 })).toBe(true);
  expect(await row(neighbour)).toMatchObject({ status: 'running' });
});

test('the input of a job is replaced while nobody has it', async () => {
  const replaced = await changedOf((id) => replaceQueuedInput(site.db, id, { n: 1 }));
  expect(Object.keys(replaced)).toEqual(['waiting', 'ready']);
});

test('a lane is changed by id', async () => {
  const [id, neighbour] = [await add(), await add()];
  await changeLane(site.db, id, 'daily');
  expect([(await row(id)).lane, (await row(neighbour)).lane]).toEqual(['daily', 'asked']);
});

test('delayed jobs become ready at their time, the earliest first, and no others', async () => {
  const writes = jest.spyOn(site.db, 'run');
  expect(await promote(site.db, now, 9)).toBe(0);
  // A server refuses an empty list.
  expect(writes).not.toHaveBeenCalled();
  for (const status of statuses) await put({ status, run_at: now });
  const [later, earlier] = [
    await put({ status: 'waiting', run_at: now + 1 }),
    await put({ status: 'waiting', run_at: now - 1 }),
  ];
  expect(await promote(site.db, now, 1)).toBe(1);
  expect((await row(earlier)).status).toBe('ready');
  expect(await promote(site.db, now, 9)).toBe(1);
  expect((await row(later)).status).toBe('waiting');
  expect((await listJobs(site.db, { status: 'running' }, 9)).length).toBe(1);
});

test('after the clock was set back, delays from the future are shortened once, beyond the tolerance', async () => {
  const wait = (updated_at: number, status: JobStatus = 'waiting') =>
    put({ status, updated_at, run_at: updated_at + 7 });
  const [within, beyond, ready] = [await wait(now + 5), await wait(now + 6), await wait(now + 6, 'ready')];
  expect(await shortenDelays(site.db, now, 5)).toBe(1);
  expect(await row(beyond)).toMatchObject({ run_at: now + 7, updated_at: now });
  expect(await row(within)).toMatchObject({ run_at: now + 12, updated_at: now + 5 });
  expect(await row(ready)).toMatchObject({ run_at: now + 13 });
  expect(await shortenDelays(site.db, now, 5)).toBe(0);
});

test('ended jobs of one status are removed, the oldest first, and only those from before', async () => {
  const writes = jest.spyOn(site.db, 'run');
  expect(await deleteEnded(site.db, 'dead', now, 9)).toBe(0);
  // A server refuses an empty list.
  expect(writes).not.toHaveBeenCalled();
  const [newer, older, bound] = [
    await put({ status: 'dead', finished_at: now - 1 }),
    await put({ status: 'dead', finished_at: now - 2 }),
    await put({ status: 'dead', finished_at: now }),
  ];
  const done = await put({ status: 'done', finished_at: now - 9 });
  expect(await deleteEnded(site.db, 'dead', now, 1)).toBe(1);
  expect(await findJob(site.db, older)).toBeUndefined();
  expect(await deleteEnded(site.db, 'dead', now, 9)).toBe(1);
  expect(await findJob(site.db, newer)).toBeUndefined();
  expect([(await row(bound)).status, (await row(done)).status]).toEqual(['dead', 'done']);
});

test('an operator lets ended or waiting jobs run now, from where they were', async () => {
  const retried = await changedOf((id) => retryJob(site.db, id, 2, now + 1));
  expect(retried).toEqual({ waiting: true, dead: true, cancelled: true });
  const ended = { status: 'cancelled', cancel_requested: 1, state: '"s"', attempt: 4, last_attempt: 4 } as const;
  const [id, neighbour] = [await put({ ...ended, finished_at: now }), await put({ ...ended, finished_at: now })];
  expect(await retryJob(site.db, id, 2, now + 1)).toBe(true);
  expect(await row(id)).toMatchObject({
    ...{ status: 'ready', state: '"s"', attempt: 4, last_attempt: 6, cancel_requested: 0 },
    ...{ run_at: now + 1, finished_at: null, updated_at: now + 1 },
  });
  expect(await row(neighbour)).toMatchObject(ended);
});

test('an operator cancels what has not ended; a running job is asked to stop', async () => {
  expect(await changedOf((id) => cancelJob(site.db, id, now + 1))).toEqual({
    ...{ waiting: 'cancelled', ready: 'cancelled', running: 'asked', dead: 'cancelled' },
  });
  const [id, running, neighbour] = [
    await put({ unique_key: 'k' }),
    await put({ status: 'running', unique_key: 'r' }),
    await put({ status: 'running' }),
  ];
  await cancelJob(site.db, id, now + 1);
  const ended = { finished_at: now + 1, updated_at: now + 1 };
  expect(await row(id)).toMatchObject({ status: 'cancelled', unique_key: null, ...ended });
  await cancelJob(site.db, running, now + 1);
  expect(await row(running)).toMatchObject({ status: 'running', cancel_requested: 1, beat: 1, unique_key: 'r' });
  expect(await row(neighbour)).toMatchObject({ cancel_requested: 0, beat: 0 });
});

test('a job that goes back to the queue while it is cancelled is cancelled there, in three rounds at most', async () => {
  const id = await put({ status: 'running' });
  const write = site.db.run.bind(site.db);
  /** Where the job is just not: with a worker when the queue is looked at, and in the queue when workers are. */
  const elsewhere = (statements: number) =>
    jest.spyOn(site.db, 'run').mockImplementation(async (sql, params) => {
      if (statements > 0)
        await write('UPDATE jobs SET status = ? WHERE id = ?', [sql.includes('finished_at') ? 'running' : 'ready', id]);
      statements -= 1;
      return write(sql, params);
    });
  elsewhere(4);
  expect(await cancelJob(site.db, id, now)).toBe('cancelled');
  jest.restoreAllMocks();
  await site.db.run(`UPDATE jobs SET status = 'running' WHERE id = ?`, [id]);
  const statements = elsewhere(Infinity);
  expect(await cancelJob(site.db, id, now)).toBeUndefined();
  expect(statements).toHaveBeenCalledTimes(6);
});
