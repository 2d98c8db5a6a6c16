/** How the delivery of a webhook ends or waits, without a receiver: its messages cannot be signed here, or its name is not found. */
import { setImmediate } from 'node:timers/promises';
import { putRow, type Cells } from '../../test/support/put-row';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/databases';
import { contextOf } from '../../test/jobs/support/context';
import { seal } from '../store/statements/sealing';
import { insertMessage } from '../store/webhooks/messages';
import { messageRow } from '../store/webhooks/emit';
import { deliveryJob, type DeliveryParts, type LogMessages } from './delivery-job';

const organization_id = 'a';
const now = 1_000_000;
const hour = 3_600_000;

let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
});
afterAll(() => opened.close());
beforeEach(async () => {
  for (const table of ['webhooks', 'webhook_messages']) await opened.db.run(`DELETE FROM ${table}`);
});
afterEach(() => jest.restoreAllMocks());

const webhook = (id: string, cells: Cells = {}) =>
  putRow(opened.db, 'webhooks', {
    ...{ organization_id, id, url: 'https://receiver.example/hook', status: 'ACTIVE', types: 'credits.low' },
    ...cells,
  });
const message = (webhook_id: string, cells: Cells = {}) =>
  putRow(opened.db, 'webhook_messages', { organization_id, webhook_id, status: 'PENDING', due_at: now, ...cells });
const stored = () => opened.db.select('SELECT * FROM webhook_messages ORDER BY webhook_id, sequence');

/** Runs the job once. @returns what it asked of its context, and how it ended. */
async function run(
  webhookId: string,
  parts: Partial<DeliveryParts> = {},
  job = deliveryJob({ allowedHosts: [], ...parts }),
) {
  const asked: string[] = [];
  const context = contextOf(opened.db, {
    organizationId: organization_id,
    clock: { now: () => now, monotonic: () => 0 },
    // A job that does not end would ask for ever.
    checkpoint: () =>
      asked.push('checkpoint') < 20 ? Promise.resolve() : Promise.reject(new Error('goes on for ever')),
    guard: () => Promise.resolve(void asked.push('guard')),
    complete: () => Promise.resolve(void asked.push('complete')),
  });
  const ended = await job.start(context, { webhookId }).then(
    () => 'ended',
    (error: unknown) => error,
  );
  return { asked, ended };
}

/** A log that has so many messages, and then one after so long. */
function logOf(count: number, wait: number | null, queued: string[] = []): LogMessages {
  return {
    async queue(db, row, at) {
      queued.push(`${row.id} at ${at}`);
      if (queued.length > count) return false;
      await insertMessage(db, {
        ...messageRow(row, { type: 'leads.changed', data: {}, now: at }),
        status: 'DELIVERED',
      });
      return true;
    },
    wait: (_db, row, at) => Promise.resolve(row.id === 'h' && at === now ? wait : -1),
  };
}

test.each([
  ['is paused', { status: 'DISABLED' }, 'h'],
  ['is gone', {}, 'none'],
])('the job of a webhook that %s ends, and what waits stays', async (_name, cells, id) => {
  await webhook('h', cells);
  await message('h');
  const queued: string[] = [];
  const { asked, ended } = await run(id, { log: logOf(9, 0, queued) });
  expect([asked, ended, queued]).toEqual([['complete'], 'ended', []]);
  expect(await stored()).toMatchObject([{ status: 'PENDING', attempts: 0 }]);
});

test('without a log it ends when nothing waits', async () => {
  await webhook('h');
  const { asked, ended } = await run('h');
  expect([asked, ended]).toEqual([['guard', 'complete'], 'ended']);
});

test('what the log has is queued, one after the other, and then it ends', async () => {
  await webhook('h');
  const queued: string[] = [];
  const { asked, ended } = await run('h', { log: logOf(2, null, queued) });
  expect(queued).toEqual(Array(3).fill(`h at ${now}`));
  expect(asked).toEqual(['guard', 'checkpoint', 'guard', 'checkpoint', 'guard', 'complete']);
  expect(ended).toBe('ended');
});

test('what the log has later is waited for; what it has by now is looked at again', async () => {
  await webhook('h');
  expect(await run('h', { log: logOf(0, 700) })).toMatchObject({ asked: ['guard'], ended: { delayMs: 700 } });
  const again = await run('h', { log: logOf(0, 0) });
  expect(again.asked).not.toContain('complete');
  expect(again.ended).toEqual(new Error('goes on for ever'));
});

test('a message waits for its time, and others behind it', async () => {
  await webhook('h');
  await message('h', { due_at: now + 300, sequence: 1 });
  await message('h', { due_at: now, sequence: 2 });
  expect(await run('h')).toMatchObject({ asked: [], ended: { delayMs: 300 } });
  expect(await stored()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
});

test('a message that cannot be signed here is tried again later, and noted while the job is held', async () => {
  await webhook('h');
  await message('h');
  const { asked, ended } = await run('h', { random: () => 0 });
  expect(asked).toEqual(['guard', 'checkpoint']);
  expect(ended).toMatchObject({ delayMs: 5_000 });
  const failure = 'its secret cannot be read here: rotate it';
  expect(await stored()).toMatchObject([
    { status: 'PENDING', attempts: 1, attempted_at: now, last_status: null, last_error: failure, due_at: now + 5_000 },
  ]);
});

test('after the tenth attempt the webhook is disabled, and what waits fails', async () => {
  await webhook('h');
  await webhook('i');
  await message('h', { attempts: 9, sequence: 1 });
  await message('h', { sequence: 2 });
  await message('i');
  expect(await run('h')).toMatchObject({ asked: ['guard', 'checkpoint', 'complete'], ended: 'ended' });
  const ended = { status: 'FAILED', ended_at: now };
  expect(await stored()).toMatchObject([
    { ...ended, attempts: 10 },
    { ...ended, attempts: 0, last_error: 'the webhook was disabled' },
    { webhook_id: 'i', status: 'PENDING' },
  ]);
  const reason = 'ten attempts in three days failed';
  expect(await opened.db.select('SELECT * FROM webhooks ORDER BY id')).toMatchObject([
    { status: 'DISABLED', disabled_reason: reason, disabled_at: now, updated_at: now },
    { status: 'ACTIVE' },
  ]);
});

test('an attempt has fifteen seconds, and an address that may not be told is told nothing', async () => {
  const timeouts = jest.spyOn(AbortSignal, 'timeout');
  await webhook('h', { secret: await seal(opened.db, 'whsec_c2VjcmV0') });
  await message('h');
  const resolve = () => Promise.reject(new Error('no such name'));
  await run('h', { network: { resolve } });
  expect(timeouts.mock.calls).toEqual([[15_000]]);
  await opened.db.run("UPDATE webhooks SET url = 'http://receiver.example/'");
  await opened.db.run('UPDATE webhook_messages SET due_at = ?', [now]);
  await run('h', { network: { resolve } });
  expect(timeouts).toHaveBeenCalledTimes(1);
  expect(await stored()).toMatchObject([{ attempts: 2, last_error: expect.stringMatching(/^its address /) }]);
});

test('a receiver whose attempts have ended has its places back', async () => {
  let at = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => at);
  const job = deliveryJob({ allowedHosts: [], random: () => 0 });
  for (const id of ['h', 'i', 'j', 'k']) {
    await webhook(id);
    await message(id);
    expect(await run(id, {}, job)).toMatchObject({ ended: { delayMs: 5_000, message: 'waits for its next attempt' } });
    at += hour;
  }
});

test.each([
  ['two of one host', 1_999, [], true],
  ['two of one host', 2_000, [], false],
  ['eight of all slow hosts', 2_000, ['b', 'b', 'c', 'c', 'd'], false],
  ['eight of all slow hosts', 2_000, ['b', 'b', 'c', 'c'], true],
])('slow receivers have %s, after %i ms with %j', async (_name, after, others, isTried) => {
  let at = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => at);
  const asked: (() => void)[] = [];
  const resolve = () => new Promise<never>((_, reject) => asked.push(() => reject(new Error('no such name'))));
  const job = deliveryJob({ allowedHosts: [], random: () => 0, network: { resolve } });
  const secret = await seal(opened.db, 'whsec_c2VjcmV0');
  const begin = async (id: string, host: string) => {
    await webhook(id, { secret, url: `https://${host}.example/` });
    await message(id);
    return run(id, {}, job);
  };
  // Of one host two are running, or one if others are.
  const hosts = ['a', ...(others.length === 0 ? ['a'] : ['e', 'e']), ...others];
  const running = hosts.map((host, n) => begin(`h${n}`, host));
  while (asked.length < hosts.length) await setImmediate();
  at = after;
  const last = begin('last', 'a');
  if (isTried) while (asked.length <= hosts.length) await setImmediate();
  else expect(await last).toMatchObject({ ended: { message: expect.stringMatching(/answers slowly/) } });
  for (const end of asked) end();
  await Promise.all([...running, last]);
});
