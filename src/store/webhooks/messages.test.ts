/** Which webhooks the housekeeping finds: those alone whose messages wait for nobody, and each of them once. */
import { putRow } from '../../../test/support/put-row';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { heldKey } from '../jobs/listing';
import { deliverNow, deliveryKey, wakeWebhooks } from './emit';
import { countActiveWebhooks, disabledWebhooks, takeTurn } from './endpoints';
import { webhooksAfter, withoutJob } from './messages';
import { WebhookReads } from './reads';

let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  for (const [organization_id, id, status, message, job] of [
    ['a', 'h1', 'ACTIVE', 'PENDING', undefined],
    ['a', 'h2', 'ACTIVE', 'PENDING', 'deliver:a:h2'],
    ['a', 'h3', 'DISABLED', 'PENDING', undefined],
    ['b', 'h1', 'ACTIVE', 'DELIVERED', 'deliver:other'],
    ['b', 'h4', 'ACTIVE', undefined, undefined],
  ] as const) {
    await putRow(opened.db, 'webhooks', { organization_id, id, status });
    if (message) await putRow(opened.db, 'webhook_messages', { organization_id, webhook_id: id, status: message });
    if (job) await putRow(opened.db, 'jobs', { organization_id, unique_key: job });
  }
});
afterAll(() => opened.close());

test('an active one with a message that waits, and no job that would send it', async () => {
  expect(await withoutJob(opened.db, 'deliver:', 10)).toEqual([{ organization_id: 'a', id: 'h1' }]);
  // A job of another kind sends nothing.
  expect(await withoutJob(opened.db, 'other:', 10)).toEqual(['h1', 'h2'].map((id) => ({ organization_id: 'a', id })));
});

test.each([1, 2, 10])('all of them, %i at a time, each once', async (limit) => {
  const found: string[] = [];
  for (let last = { organization_id: '', id: '' }; ;) {
    const some = await webhooksAfter(opened.db, last, limit);
    const next = some.at(-1);
    if (!next || found.length > 10) break;
    found.push(...some.map(({ organization_id, id }) => organization_id + id));
    last = next;
  }
  expect(found).toEqual(['ah1', 'ah2', 'ah3', 'bh1', 'bh4']);
});

test('a turn takes the next sequence of its webhook, and of no other', async () => {
  expect((await takeTurn(opened.db, 'a', 'h1'))?.next_sequence).toBe(1);
  expect(await takeTurn(opened.db, 'b', 'h2')).toBeUndefined();
  const taken = await opened.db.select('SELECT organization_id, id FROM webhooks WHERE next_sequence <> 0');
  expect(taken).toEqual([{ organization_id: 'a', id: 'h1' }]);
});

test('what is to be sent now does not wait for its next attempt; others wait on', async () => {
  const later = { status: 'waiting', run_at: 9_000 };
  for (const id of ['h5', 'h6']) {
    await putRow(opened.db, 'webhooks', { organization_id: 'c', id, status: 'ACTIVE' });
    await putRow(opened.db, 'jobs', { organization_id: 'c', unique_key: deliveryKey('c', id), ...later });
    await putRow(opened.db, 'webhook_messages', {
      organization_id: 'c',
      webhook_id: id,
      status: 'PENDING',
      due_at: 9_000,
    });
  }
  await deliverNow(opened.db, 'c', 'h5', 1_000);
  const jobs = ['h5', 'h6'].map(async (id) => heldKey(opened.db, deliveryKey('c', id)));
  expect(await Promise.all(jobs)).toMatchObject([{ status: 'ready', run_at: 1_000, attempt: 0 }, later]);
  const due = "SELECT due_at FROM webhook_messages WHERE organization_id = 'c' ORDER BY webhook_id";
  expect(await opened.db.select(due)).toEqual([{ due_at: 1_000 }, { due_at: 9_000 }]);
});

test('a change of leads takes the turn of the active webhooks that are told of leads, and queues their jobs', async () => {
  const organization_id = 'd';
  for (const [id, types, status] of [
    ['h1', 'credits.low,lead.deleted', 'ACTIVE'],
    ['h2', 'credits.low', 'ACTIVE'],
    ['h3', 'leads.changed', 'DISABLED'],
  ] as const)
    await putRow(opened.db, 'webhooks', { organization_id, id, types, status });
  await wakeWebhooks(opened.db, organization_id, 1_000);
  const taken = "SELECT id FROM webhooks WHERE organization_id = 'd' AND next_sequence = 1";
  expect(await opened.db.select(taken)).toEqual([{ id: 'h1' }]);
  const queued = "SELECT unique_key, status, run_at, attempt FROM jobs WHERE organization_id = 'd'";
  expect(await opened.db.select(queued)).toEqual([
    { unique_key: deliveryKey('d', 'h1'), status: 'ready', run_at: 1_000, attempt: 0 },
  ]);
});

test('those of one millisecond come in pages, in the order of their ids; each is of its workspace', async () => {
  for (const id of ['h3', 'h1', 'h2']) await putRow(opened.db, 'webhooks', { organization_id: 'e', id, created_at: 5 });
  await putRow(opened.db, 'webhooks', { organization_id: 'f', id: 'h4', created_at: 5 });
  const reads = new WebhookReads(opened.db, 'e');
  const pages: string[][] = [];
  let next: Awaited<ReturnType<typeof reads.list>>['next'] = null;
  do {
    const page: Awaited<ReturnType<typeof reads.list>> = await reads.list({ limit: 2, after: next });
    pages.push(page.rows.map(({ id }) => id));
    ({ next } = page);
  } while (next && pages.length < 4);
  expect(pages).toEqual([['h1', 'h2'], ['h3']]);
  // A page that holds all of them is the last.
  expect((await reads.list({ limit: 3, after: null })).next).toBeNull();
});

test('doctor is told of those that receive nothing, oldest workspace first, and of how many others there are', async () => {
  await opened.db.run('DELETE FROM webhooks');
  for (const [id, name, created_at] of [
    ['g', 'Later', 2],
    ['h', 'First', 1],
  ] as const) {
    await putRow(opened.db, 'organizations', { id, name, created_at });
    for (const [at, status] of ['ACTIVE', 'DISABLED', 'DISABLED'].entries())
      await putRow(opened.db, 'webhooks', { organization_id: id, id: `${id}${at}`, status, url: `of ${id}${at}` });
  }
  expect(await disabledWebhooks(opened.db, 3)).toMatchObject([
    { workspace: 'First', id: 'h1', url: 'of h1', status: 'DISABLED' },
    { workspace: 'First', id: 'h2' },
    { workspace: 'Later', id: 'g1' },
  ]);
  expect(await countActiveWebhooks(opened.db)).toBe(2);
});
