/** Changes to webhooks, and the bounds that docs/webhooks.md promises. */
import { putRow } from '../../test/support/put-row';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/databases';
import { contextOf } from '../../test/jobs/support/context';
import { createOrganization } from '../store/access/organizations';
import { deliveryKey } from '../store/webhooks/emit';
import { heldKey } from '../store/jobs/listing';
import { findWebhook, listWebhooks } from '../store/webhooks/endpoints';
import { unseal } from '../store/statements/sealing';
import { logRetentionMs, webhookHousekeeping } from './housekeeping';
import { openWebhooks } from './webhook-service';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 24 * 3_600_000;

let opened: OpenTestDatabase;
let organizationId: string;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
});
afterAll(() => opened.close());
let made = 0;
beforeEach(async () => {
  for (const table of ['webhooks', 'webhook_messages', 'jobs']) await opened.db.run(`DELETE FROM ${table}`);
  organizationId = (await createOrganization(opened.db, `Acme ${(made += 1)}`))?.id ?? '';
});
const service = (at = now) => openWebhooks(opened.db, organizationId, [], () => at);
const url = 'https://receiver.example/hook';
const added = async (types: readonly ('leads.changed' | 'credits.low' | 'lead.deleted')[] = ['credits.low']) => {
  const webhook = await service().add(url, types, null);
  if (!webhook) throw new Error('there are too many');
  return webhook;
};
const waiting = async () =>
  (await opened.db.select<{ id: string }>('SELECT id FROM webhook_messages')).map(({ id }) => id);

test('a workspace has fifty', async () => {
  for (let n = 0; n < 49; n += 1) await putRow(opened.db, 'webhooks', { organization_id: organizationId });
  for (let n = 0; n < 3; n += 1) await putRow(opened.db, 'webhooks', { organization_id: 'another' });
  expect(await service().add(url, ['credits.low'], null)).toBeDefined();
  expect(await service().add(url, ['credits.low'], null)).toBeUndefined();
  expect(await listWebhooks(opened.db, organizationId)).toHaveLength(50);
});

test('a new one has each type once, and begins after what was', async () => {
  const { row, secret } = await added(['credits.low', 'lead.deleted', 'credits.low']);
  // The end of that transaction took its turn.
  expect(await findWebhook(opened.db, organizationId, row.id)).toEqual({ ...row, next_sequence: 1 });
  expect(row).toMatchObject({ url, types: 'credits.low,lead.deleted', status: 'ACTIVE', next_sequence: 0, dropped: 0 });
  expect(row).toMatchObject({ created_at: now, updated_at: now, previous_secret: null, previous_until: null });
  for (const position of [row.doorbell_position, row.tiers_position, row.deletions_position])
    expect(position).toBe('1:~');
  expect(unseal(opened.db, row.secret)).toBe(secret);
});

test('a type that is new is told of from now on, one that was told before goes on where it was', async () => {
  const { row } = await added(['lead.deleted']);
  const changed = await service(now + 1).change(
    row.id,
    { types: ['lead.deleted', 'leads.changed', 'leads.changed'] },
    null,
  );
  expect(changed).toMatchObject({ types: 'lead.deleted,leads.changed', updated_at: now + 1, url });
  expect(changed).toMatchObject({ doorbell_position: '2:~', deletions_position: '1:~', tiers_position: '1:~' });
  expect(await service().change('none', { types: ['credits.low'] }, null)).toBeUndefined();
});

test('after a new secret the former one signs for a day', async () => {
  const { row, secret } = await added();
  const rotated = await service(now + 5).rotate(row.id);
  const stored = await findWebhook(opened.db, organizationId, row.id);
  expect(stored).toMatchObject({ previous_secret: row.secret, previous_until: now + 5 + day, updated_at: now + 5 });
  expect(stored).toMatchObject(rotated?.row ?? {});
  expect(rotated?.secret).not.toBe(secret);
  expect(unseal(opened.db, stored?.secret ?? '')).toBe(rotated?.secret);
  expect(await service().rotate('none')).toBeUndefined();
});

test('a test message waits for an active one alone, and is sent now', async () => {
  const { row } = await added();
  const id = await service().test(row.id);
  expect(await waiting()).toEqual([id]);
  const held = async () => heldKey(opened.db, deliveryKey(organizationId, row.id));
  expect(await held()).toMatchObject({ status: 'ready', run_at: now });
  const paused = { status: 'DISABLED', disabled_at: now, disabled_reason: 'paused' };
  expect(await service().pause(row.id)).toMatchObject(paused);
  expect(await service().test(row.id)).toBeUndefined();
  expect(await service().test('none')).toBeUndefined();
  expect(await waiting()).toEqual([id]);
  // What was to wait for its next attempt is sent when the webhook is resumed.
  await opened.db.run("UPDATE jobs SET status = 'waiting', run_at = ?", [now + day]);
  expect(await service(now + 9).resume(row.id, null)).toMatchObject({
    ...{ status: 'ACTIVE', disabled_at: null, disabled_reason: null, updated_at: now + 9 },
  });
  expect(await held()).toMatchObject({ status: 'ready', run_at: now + 9 });
  expect([await service().pause('none'), await service().resume('none', null)]).toEqual([undefined, undefined]);
});

test('a replay takes a thousand that failed, or one of the webhook; only then something is sent', async () => {
  const { row } = await added();
  const other = await added();
  const key = { organization_id: organizationId, webhook_id: row.id };
  await opened.db.transaction(async () => {
    for (let n = 0; n < 1_001; n += 1)
      await putRow(opened.db, 'webhook_messages', {
        ...key,
        id: `m${n}`,
        sequence: n,
        status: 'FAILED',
        created_at: now,
      });
  });
  const jobs = async () => (await opened.db.select('SELECT id FROM jobs')).length;
  expect(await service().replay(row, { since: now + 1 })).toBe(0);
  expect(await service().replay(other.row, { messageId: 'm7' })).toBe(0);
  expect(await service().replay(row, { messageId: 'none' })).toBe(0);
  expect(await jobs()).toBe(0);
  expect(await service().replay(row, { messageId: 'm7' })).toBe(1);
  expect(await jobs()).toBe(1);
  const pending = "SELECT id FROM webhook_messages WHERE status = 'PENDING'";
  expect(await opened.db.select(pending)).toEqual([{ id: 'm7' }]);
  await opened.db.run("UPDATE webhook_messages SET status = 'FAILED'");
  expect(await service().replay(row, { since: now })).toBe(1_000);
  const left = "SELECT id FROM webhook_messages WHERE status = 'FAILED'";
  expect(await opened.db.select(left)).toEqual([{ id: 'm1000' }]);
});

test('the log of every webhook is kept for thirty days', async () => {
  expect(logRetentionMs).toBe(30 * day);
  for (const [organization_id, id] of [
    ['a', 'h'],
    ['b', 'i'],
  ] as const) {
    await putRow(opened.db, 'webhooks', { organization_id, id });
    for (const ended_at of [now - 30 * day - 1, now - 30 * day])
      await putRow(opened.db, 'webhook_messages', { organization_id, webhook_id: id, ended_at, status: 'FAILED' });
  }
  const clean = webhookHousekeeping.find(({ name }) => name === 'clean-webhooks');
  if (!clean) throw new Error('nothing cleans');
  await clean.start(contextOf(opened.db, { clock: { now: () => now, monotonic: () => 0 } }), {});
  const left = 'SELECT organization_id, ended_at FROM webhook_messages ORDER BY organization_id';
  const ended_at = now - 30 * day;
  expect(await opened.db.select(left)).toEqual(['a', 'b'].map((organization_id) => ({ organization_id, ended_at })));
});

test('what waits without a job gets one again, and these rounds leave no row of theirs', async () => {
  const key = { organization_id: 'a', webhook_id: 'h', status: 'PENDING' };
  await putRow(opened.db, 'webhooks', { organization_id: 'a', id: 'h', status: 'ACTIVE' });
  await putRow(opened.db, 'webhook_messages', key);
  const revive = webhookHousekeeping.find(({ name }) => name === 'revive-webhooks');
  await revive?.start(contextOf(opened.db, { clock: { now: () => now, monotonic: () => 0 } }), {});
  expect(await heldKey(opened.db, deliveryKey('a', 'h'))).toMatchObject({ status: 'ready', run_at: now });
  expect(webhookHousekeeping.map(({ keepsDone }) => keepsDone)).toEqual([false, false]);
});
