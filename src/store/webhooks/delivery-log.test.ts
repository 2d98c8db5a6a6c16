/** Messages of a webhook: which comes next, what waits, what is listed, replayed and removed. Those of others are never touched. */
import { putRow, type Cells } from '../../../test/support/put-row';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { emit, mostWaiting, queueMessage } from './emit';
import { findWebhook, removeWebhook } from './endpoints';
import {
  failWaiting,
  findMessage,
  nextMessage,
  removeDelivered,
  removeEnded,
  replayFailed,
  waitingMessages,
} from './messages';
import { readPosition, writePosition } from './positions';
import { WebhookReads } from './reads';

let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
});
afterAll(() => opened.close());
beforeEach(async () => {
  for (const table of ['webhooks', 'webhook_messages', 'jobs']) await opened.db.run(`DELETE FROM ${table}`);
});

/** The webhook that is asked about, another one of its workspace, and one of the same id in another workspace. */
const owners = [
  { organization_id: 'a', webhook_id: 'h' },
  { organization_id: 'a', webhook_id: 'i' },
  { organization_id: 'b', webhook_id: 'h' },
] as const;

/** The same messages for each of them, by sequence. */
async function messages(...rows: readonly Cells[]): Promise<void> {
  for (const { organization_id, webhook_id } of owners) {
    for (const [sequence, row] of rows.entries()) {
      const id = `${webhook_id}${sequence}`;
      await putRow(opened.db, 'webhook_messages', { organization_id, webhook_id, id, sequence, ...row });
    }
  }
}
/** What is stored of each owner, in order of sequence. */
const stored = async (columns: string) =>
  Promise.all(
    owners.map(({ organization_id, webhook_id }) =>
      opened.db.select(
        `SELECT ${columns} FROM webhook_messages WHERE organization_id = ? AND webhook_id = ? ORDER BY sequence`,
        [organization_id, webhook_id],
      ),
    ),
  );
const [pending, delivered, failed] = [{ status: 'PENDING' }, { status: 'DELIVERED' }, { status: 'FAILED' }];
const statuses = (...names: readonly string[]) => names.map((status) => ({ status }));

test('the oldest that waits is next, and as many are counted as wait', async () => {
  expect(await nextMessage(opened.db, 'a', 'h')).toBeUndefined();
  await messages(delivered, failed, pending, pending, pending);
  expect(await nextMessage(opened.db, 'a', 'h')).toMatchObject({ organization_id: 'a', id: 'h2' });
  expect(await nextMessage(opened.db, 'b', 'h')).toMatchObject({ organization_id: 'b', id: 'h2' });
  expect(await waitingMessages(opened.db, 'a', 'h', 9)).toBe(3);
  expect(await waitingMessages(opened.db, 'a', 'h', 2)).toBe(2);
  expect(await findMessage(opened.db, 'a', 'i1')).toMatchObject({ organization_id: 'a', status: 'FAILED' });
  expect(await findMessage(opened.db, 'b', 'i1')).toBeUndefined();
});

test('the log has pages, newest first, of all or of one status', async () => {
  await messages(pending, failed, pending, failed, failed);
  const reads = new WebhookReads(opened.db, 'a');
  const pages = async (status: 'FAILED' | undefined, limit: number) => {
    const found: string[][] = [];
    let next: Awaited<ReturnType<typeof reads.messages>>['next'] = null;
    do {
      const page: Awaited<ReturnType<typeof reads.messages>> = await reads.messages('h', status, {
        limit,
        after: next,
      });
      found.push(page.rows.map(({ id }) => id));
      ({ next } = page);
    } while (next && found.length < 9);
    return found;
  };
  expect(await pages(undefined, 2)).toEqual([['h4', 'h3'], ['h2', 'h1'], ['h0']]);
  expect(await pages('FAILED', 2)).toEqual([['h4', 'h3'], ['h1']]);
  // A page that holds the rest is the last.
  expect(await pages('FAILED', 3)).toEqual([['h4', 'h3', 'h1']]);
});

test('a replay makes what failed since then wait again, the oldest first', async () => {
  const at = (created_at: number) => ({ ...failed, created_at, attempts: 10, last_status: 500, ended_at: 9 });
  await messages(at(1), at(2), at(3), { ...delivered, created_at: 3 }, at(4));
  expect(await replayFailed(opened.db, 'a', 'h', { since: 2, now: 50, most: 2 })).toBe(2);
  const again = { status: 'PENDING', attempts: 0, due_at: 50, last_status: null, ended_at: null };
  const [mine, ...others] = await stored('status, attempts, due_at, last_status, ended_at');
  const left = expect.objectContaining({ status: 'FAILED', attempts: 10 });
  expect(mine).toEqual([left, again, again, expect.objectContaining({ status: 'DELIVERED' }), left]);
  for (const rows of others) expect(rows).toMatchObject(statuses('FAILED', 'FAILED', 'FAILED', 'DELIVERED', 'FAILED'));
});

test('what ended before a time is removed, and nothing that waits', async () => {
  await messages({ ...delivered, ended_at: 4 }, { ...failed, ended_at: 5 }, pending);
  await removeEnded(opened.db, { organization_id: 'a', id: 'h' }, 5);
  const all = statuses('DELIVERED', 'FAILED', 'PENDING');
  expect(await stored('status')).toEqual([all.slice(1), all, all]);
});

test.each([
  [1, ['FAILED', 'DELIVERED']],
  [2, ['DELIVERED', 'FAILED', 'DELIVERED']],
  [3, ['DELIVERED', 'DELIVERED', 'FAILED', 'DELIVERED']],
  [4, ['DELIVERED', 'DELIVERED', 'FAILED', 'DELIVERED']],
])('of delivered ones the newest %i stay, and all that failed', async (most, left) => {
  await messages(delivered, delivered, failed, delivered);
  await removeDelivered(opened.db, { organization_id: 'a', id: 'h' }, most);
  const all = statuses('DELIVERED', 'DELIVERED', 'FAILED', 'DELIVERED');
  expect(await stored('status')).toEqual([statuses(...left), all, all]);
});

test('all that wait fail together, and none that ended', async () => {
  await messages(delivered, pending, pending);
  await failWaiting(opened.db, 'a', 'h', { reason: 'why', now: 7 });
  const [mine, ...others] = await stored('status, last_error, ended_at');
  const fails = { status: 'FAILED', last_error: 'why', ended_at: 7 };
  expect(mine).toEqual([expect.objectContaining(delivered), fails, fails]);
  for (const rows of others) expect(rows).toMatchObject(statuses('DELIVERED', 'PENDING', 'PENDING'));
});

test('a webhook goes with its messages', async () => {
  await messages(delivered, pending);
  for (const { organization_id, webhook_id } of owners)
    await putRow(opened.db, 'webhooks', { organization_id, id: webhook_id });
  expect(await removeWebhook(opened.db, 'a', 'none')).toBe(false);
  expect(await removeWebhook(opened.db, 'a', 'h')).toBe(true);
  expect((await stored('status')).map((rows) => rows.length)).toEqual([0, 2, 2]);
  const left = owners.map(async (one) => findWebhook(opened.db, one.organization_id, one.webhook_id));
  expect((await Promise.all(left)).map((row) => row?.id)).toEqual([undefined, 'i', 'h']);
});

test('an event is told to the active webhooks of its type and workspace, each with the job that delivers it', async () => {
  for (const [organization_id, id, types, status] of [
    ['a', 'h1', 'credits.low,discovery.finished', 'ACTIVE'],
    ['a', 'h2', 'credits.low', 'ACTIVE'],
    ['a', 'h3', 'discovery.finished', 'DISABLED'],
    ['b', 'h1', 'discovery.finished', 'ACTIVE'],
  ] as const)
    await putRow(opened.db, 'webhooks', { organization_id, id, types, status, next_sequence: 4 });
  await emit(opened.db, 'a', 'discovery.finished', { discoveryId: 'd' }, 1_000);
  const rows = await opened.db.select<{ body: string }>('SELECT * FROM webhook_messages');
  expect(rows).toMatchObject([
    { organization_id: 'a', webhook_id: 'h1', sequence: 5, type: 'discovery.finished', ...pending, attempts: 0 },
  ]);
  expect(rows).toMatchObject([{ due_at: 1_000, created_at: 1_000, ended_at: null, last_status: null }]);
  const body = { type: 'discovery.finished', timestamp: '1970-01-01T00:00:01.000Z', data: { discoveryId: 'd' } };
  expect(JSON.parse(rows[0]?.body ?? '')).toEqual(body);
  expect(await opened.db.select('SELECT * FROM jobs')).toMatchObject([
    {
      ...{ organization_id: 'a', unique_key: 'deliver-webhook:a:h1', input: '{"webhookId":"h1"}', lane: 'deliveries' },
      ...{ name: 'deliver-webhook', priority: 0, status: 'ready', run_at: 1_000, attempt: 0, last_attempt: 1_000 },
      ...{ lease_until: 0, beat: 0, cancel_requested: 0, state: null, created_at: 1_000, updated_at: 1_000 },
    },
  ]);
});

test('a thousand messages wait for a webhook; further ones are counted', async () => {
  expect(mostWaiting).toBe(1_000);
  const key = { organization_id: 'a', webhook_id: 'h' };
  await putRow(opened.db, 'webhooks', { organization_id: 'a', id: 'h', status: 'ACTIVE' });
  await opened.db.transaction(async () => {
    for (let n = 0; n < mostWaiting - 1; n += 1) await putRow(opened.db, 'webhook_messages', { ...key, ...pending });
  });
  const message = { type: 'credits.low', data: {}, now: 1_000 };
  expect(await queueMessage(opened.db, 'a', 'h', message)).toEqual(expect.any(String));
  for (const dropped of [1, 2]) {
    expect(await queueMessage(opened.db, 'a', 'h', message)).toBeUndefined();
    expect(await findWebhook(opened.db, 'a', 'h')).toMatchObject({ dropped });
  }
  expect(await queueMessage(opened.db, 'a', 'none', message)).toBeUndefined();
  expect(await waitingMessages(opened.db, 'a', 'h', 9_999)).toBe(mostWaiting);
});

test.each([
  { revision: 0, id: '' },
  { revision: 12, id: 'a:b' },
  { revision: 7, id: '~' },
])('a position is read as it was written: %j', (position) => {
  expect(readPosition(writePosition(position))).toEqual(position);
});
