/** What a webhook is sent, in which order, and what becomes of it when the receiver fails. Time is the test's own. */
import { Webhook } from 'standardwebhooks';
import { attemptDelays } from '../../src/rules/webhooks/attempts';
import { action, query } from '../../tools/catalogue';
import { weakestRules } from '../../src/rules/audience/privacy';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { emit, mostWaiting } from '../../src/store/webhooks/emit';
import {
  changeMessage,
  removeDelivered,
  removeEnded,
  replayFailed,
  webhooksAfter,
} from '../../src/store/webhooks/messages';
import { findWebhook } from '../../src/store/webhooks/endpoints';
import { deliveryJob } from '../../src/webhooks/delivery-job';
import { changeMessages } from '../../src/webhooks/streams';
import { ChangeReads } from '../../src/store/reads/change-reads';
import { cursorAfterRevision, readFeedCursor } from '../../src/workspace/feed-cursor';
import { logRetentionMs, webhookHousekeeping } from '../../src/webhooks/housekeeping';
import type { Runner } from '../../src/jobs/runner';
import { TestClock } from '../jobs/support/clock';
import { eventually, runnerOf } from '../jobs/support/runners';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { seedWorkspace } from '../support/seed';
import { answer, startReceiver, type Receiver } from './support/receiver';

const cursorKey = Buffer.alloc(32);
const log = changeMessages((_db, organization, revision, now) =>
  Promise.resolve(cursorAfterRevision({ cursorKey, organizationId: organization }, revision, now)),
);

let opened: OpenTestDatabase;
let receiver: Receiver;
let workspace: ActingWorkspace;
let organizationId: string;
let leadIds: readonly string[];
let clock: TestClock;
let runner: Runner;

beforeEach(async () => {
  opened = await openTestDatabase('sqlite');
  receiver = await startReceiver();
  ({ organizationId, leadIds } = await seedWorkspace(opened.db, 'hooks', 5));
  clock = new TestClock(Date.now());
  workspace = workspaceOpener(opened.db, {
    cursorKey,
    network,
    audience: { rules: weakestRules, source: 'files', holdSize: 10 },
    webhookHosts: [receiver.host],
  })(organizationId, dataAccessOf(dataAccessFlags), { kind: 'operator', name: 'root' });
  const jobs = [deliveryJob({ allowedHosts: [receiver.host], random: () => 0, log }), ...webhookHousekeeping];
  runner = runnerOf(opened.db, jobs, { clock });
  runner.start();
});
afterEach(async () => {
  await runner.stop();
  receiver.close();
  await opened.close();
});

const add = async (types: readonly string[] = ['discovery.finished']) =>
  (await action.createWebhook.act(workspace, { url: receiver.url, types })).data;
const tell = (discoveryId: string) =>
  emit(opened.db, organizationId, 'discovery.finished', { discoveryId }, clock.now());
const deliveries = async (id: string) => {
  const { data } = await query.listWebhookDeliveries.ask(workspace, { id, limit: 100 });
  return data as { id: string; status: string; attempts: number; lastStatus: number | null; lastError: string }[];
};
const sent = () => receiver.received.map(({ body }) => (JSON.parse(body) as { data: { discoveryId?: string } }).data);
const came = (count: number) => eventually(() => Promise.resolve(receiver.received.length >= count || undefined));
/** The message that was tried so often, once its job is at rest: time that passes before would count twice. */
const attempted = (id: string, attempts: number) =>
  eventually(async () => {
    const found = (await deliveries(id)).find((one) => one.attempts === attempts);
    const busy = await opened.db.select("SELECT id FROM jobs WHERE name = 'deliver-webhook' AND status <> 'waiting'");
    return busy.length === 0 ? found : undefined;
  });

test('a message is signed, in its form, and delivered once', async () => {
  const { id, secret } = await add();
  await tell('d-1');
  await came(1);
  const [message] = receiver.received;
  if (!message) throw new Error('nothing came');
  expect(message.headers['content-type']).toBe('application/json');
  expect(new Webhook(secret).verify(message.body, message.headers)).toEqual({
    type: 'discovery.finished',
    timestamp: new Date(clock.now()).toISOString(),
    data: { discoveryId: 'd-1' },
  });
  await attempted(id, 1);
  expect(await deliveries(id)).toEqual([
    expect.objectContaining({ id: message.headers['webhook-id'], status: 'DELIVERED', lastStatus: 204 }),
  ]);
});

test('a webhook is told of its types alone, and of nothing once it is removed', async () => {
  const other = await add(['credits.low']);
  const { id } = await add();
  await tell('d-1');
  await came(1);
  expect(await deliveries(other.id)).toEqual([]);
  await action.deleteWebhook.act(workspace, { id });
  await tell('d-2');
  expect(await opened.db.select('SELECT id FROM webhook_messages')).toEqual([]);
});

test('what is rolled back is told to nobody', async () => {
  const { id } = await add();
  const failed = opened.db.transaction(async () => {
    await tell('d-1');
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await deliveries(id)).toEqual([]);
});

test('attempts follow the schedule with one webhook-id; the last one disables, and what waited can be replayed', async () => {
  receiver.answering = answer(500);
  const { id } = await add();
  await tell('first');
  await tell('second');
  for (const [at, delay] of attemptDelays.entries()) {
    clock.pass(delay - 1);
    // Not a millisecond early: the job stands where it stood.
    if (at > 0) expect(receiver.received).toHaveLength(at);
    clock.pass(1);
    await attempted(id, at + 1);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(sent().every(({ discoveryId }) => discoveryId === 'first')).toBe(true);
  expect(await findWebhook(opened.db, organizationId, id)).toMatchObject({
    status: 'DISABLED',
    disabled_at: clock.now(),
  });
  expect((await deliveries(id)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
  await expect(action.replayWebhook.act(workspace, { id, since: '2020-01-01' })).rejects.toMatchObject({
    code: 'conflict',
  });

  receiver.answering = answer(200);
  const before = receiver.received.length;
  await action.resumeWebhook.act(workspace, { id });
  expect(await action.replayWebhook.act(workspace, { id, since: '2020-01-01' })).toEqual({ data: { replayed: 2 } });
  await came(before + 2);
  expect(sent().slice(before)).toEqual([{ discoveryId: 'first' }, { discoveryId: 'second' }]);
  expect(receiver.received.at(-2)?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
});

test('Retry-After is kept, and order with it', async () => {
  receiver.answering = answer(429, { 'Retry-After': '600' });
  const { id } = await add();
  await tell('first');
  await attempted(id, 1);
  receiver.answering = answer(200);
  await tell('second');
  clock.pass(599_999);
  const [row] = await opened.db.select<{ due_at: number }>('SELECT due_at FROM webhook_messages WHERE attempts = 1');
  expect((row?.due_at ?? 0) - clock.now()).toBe(1);
  clock.pass(1);
  await came(3);
  expect(sent()).toEqual([{ discoveryId: 'first' }, { discoveryId: 'first' }, { discoveryId: 'second' }]);
});

test('a paused webhook gets nothing; what waited for it comes when it is resumed', async () => {
  receiver.answering = answer(503);
  const { id } = await add();
  await tell('before');
  await attempted(id, 1);
  expect(await action.pauseWebhook.act(workspace, { id })).toMatchObject({
    data: { id, status: 'DISABLED', disabledReason: 'paused' },
  });
  await tell('meanwhile');
  receiver.answering = answer(200);
  clock.pass(10 * 60_000);
  await expect(action.testWebhook.act(workspace, { id })).rejects.toMatchObject({ code: 'conflict' });
  expect((await deliveries(id)).map(({ status }) => status)).toEqual(['PENDING']);
  await action.resumeWebhook.act(workspace, { id });
  await came(2);
  expect(sent()).toEqual([{ discoveryId: 'before' }, { discoveryId: 'before' }]);
});

test('410 disables at once', async () => {
  receiver.answering = answer(410);
  const { id } = await add();
  await tell('d-1');
  await attempted(id, 1);
  const { data } = await query.listWebhooks.ask(workspace, {});
  expect(data).toContainEqual(
    expect.objectContaining({
      id,
      status: 'DISABLED',
      disabledReason: 'it answered 410 Gone',
      disabledAt: expect.any(String),
    }),
  );
});

test('a redirect is a failure and is not followed', async () => {
  receiver.answering = answer(307, { Location: receiver.url });
  const { id } = await add();
  await tell('d-1');
  const message = await attempted(id, 1);
  expect(message).toMatchObject({ status: 'PENDING', lastStatus: 307 });
  expect(receiver.received).toHaveLength(1);
});

test('while a secret is rotated messages carry both signatures, and one a day later', async () => {
  const { id, secret: old } = await add();
  const { secret } = (await action.rotateWebhookSecret.act(workspace, { id })).data;
  await tell('d-1');
  await came(1);
  const [both] = receiver.received;
  if (!both) throw new Error('nothing came');
  for (const one of [old, secret]) new Webhook(one).verify(both.body, both.headers);
  expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  // Before time passes the first attempt is over, or its worker would count as gone.
  await attempted(id, 1);
  clock.pass(25 * 3_600_000);
  await tell('d-2');
  await came(2);
  expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
});

test('secrets are in no row as they are', async () => {
  const { secret } = await add();
  const rows = JSON.stringify(await opened.db.select('SELECT * FROM webhooks'));
  expect(rows).not.toContain(secret);
  expect(rows).not.toContain(secret.slice('whsec_'.length));
});

test('a message whose secret cannot be read here is sent to nobody, least of all without a signature', async () => {
  const { id } = await add();
  await opened.db.run("UPDATE webhooks SET secret = 'sealed with another key'");
  await tell('d-1');
  const message = await attempted(id, 1);
  expect(message).toMatchObject({ status: 'PENDING', lastError: 'its secret cannot be read here: rotate it' });
  expect(receiver.received).toEqual([]);
});

test('a message that comes while the job ends is delivered by it', async () => {
  await runner.stop();
  let isLate = true;
  const arriving = {
    ...log,
    async queue() {
      if (isLate) await tell('late');
      isLate = false;
      return false;
    },
  };
  runner = runnerOf(opened.db, [deliveryJob({ allowedHosts: [receiver.host], log: arriving })], { clock });
  runner.start();
  const { id } = await add();
  await tell('d-1');
  await came(2);
  expect(sent()).toEqual([{ discoveryId: 'd-1' }, { discoveryId: 'late' }]);
  await attempted(id, 1);
});

test('a dead webhook keeps a bounded number of messages, and counts the rest', async () => {
  await runner.stop();
  const { id } = await add();
  await opened.db.transaction(async () => {
    for (let at = 0; at < mostWaiting + 5; at += 1) await tell(`d-${at}`);
  });
  const [row] = await opened.db.select<{ rows: number }>('SELECT COUNT(*) AS "rows" FROM webhook_messages');
  expect(row?.rows).toBe(mostWaiting);
  expect((await findWebhook(opened.db, organizationId, id))?.dropped).toBe(5);
  expect(await opened.db.select("SELECT id FROM jobs WHERE name = 'deliver-webhook'")).toHaveLength(1);
});

test('a delivery whose job was lost is taken up again, and the log is cleaned', async () => {
  await runner.stop();
  const { id } = await add();
  await tell('d-1');
  await opened.db.run('DELETE FROM jobs');
  runner = runnerOf(opened.db, [deliveryJob({ allowedHosts: [receiver.host] }), ...webhookHousekeeping], { clock });
  runner.start();
  await eventually(async () => (await opened.db.select('SELECT name FROM job_schedules')).length === 2 || undefined);
  clock.pass(300_000);
  await came(1);
  await attempted(id, 1);
  expect(logRetentionMs).toBe(30 * 24 * 3_600_000);
  clock.pass(logRetentionMs + 3_600_000);
  await eventually(async () => (await deliveries(id)).length === 0 || undefined);
});

test('many deliveries remove older deliveries, never a failed message that can be replayed', async () => {
  await runner.stop();
  const { id } = await add();
  const key = { organization_id: organizationId, id };
  for (let at = 0; at < 8; at += 1) await tell(`d-${at}`);
  const found = await deliveries(id);
  // Newest first: the two oldest failed, all later ones arrived.
  for (const [at, message] of found.entries()) {
    const status = at < 6 ? 'DELIVERED' : 'FAILED';
    const row = { organization_id: organizationId, id: message.id.replace('msg_', '') };
    await changeMessage(opened.db, row, { status, ended_at: clock.now() });
  }
  expect(await webhooksAfter(opened.db, { organization_id: '', id: '' }, 10)).toContainEqual(key);
  // Cleaning goes on after the last webhook, and ends.
  expect(await webhooksAfter(opened.db, key, 10)).not.toContainEqual(key);
  await removeDelivered(opened.db, key, 3);
  const statuses = async () => (await deliveries(id)).map(({ status }) => status);
  expect(await statuses()).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED', 'FAILED', 'FAILED']);
  await removeEnded(opened.db, key, clock.now() - logRetentionMs);
  const since = clock.now() - logRetentionMs;
  expect(await replayFailed(opened.db, organizationId, id, { since, now: clock.now(), most: 10 })).toBe(2);
  expect((await statuses()).filter((status) => status === 'PENDING')).toHaveLength(2);
});

test('one message can be sent again, whatever its status; the log has pages, newest first, and those of one status', async () => {
  await runner.stop();
  const [{ id }, other] = [await add(), await add(['credits.low'])];
  for (const name of ['d-1', 'd-2', 'd-3']) await tell(name);
  const ids = (await deliveries(id)).map((one) => one.id);
  const page = async (more: object) => {
    const { data, page } = await query.listWebhookDeliveries.ask(workspace, { id, limit: 2, ...more });
    return { ids: (data as { id: string }[]).map((one) => one.id), next: (page as { nextCursor: string }).nextCursor };
  };
  const first = await page({});
  expect(first.ids).toEqual(ids.slice(0, 2));
  expect(await page({ cursor: first.next })).toEqual({ ids: ids.slice(2), next: null });
  expect((await page({ limit: 3 })).next).toBeNull();

  const [, messageId = ''] = ids;
  const arrived = { status: 'DELIVERED', attempts: 1, ended_at: clock.now() } as const;
  await changeMessage(opened.db, { organization_id: organizationId, id: messageId.replace('msg_', '') }, arrived);
  expect((await page({ status: 'DELIVERED' })).ids).toEqual([messageId]);
  for (const [code, input] of [
    ['not_found', { id: other.id, messageId }],
    ['not_found', { id, messageId: 'msg_x' }],
    ['validation_failed', { id }],
    ['validation_failed', { id, messageId, since: '2020-01-01' }],
  ] as const)
    await expect(action.replayWebhook.act(workspace, input)).rejects.toMatchObject({ code });
  expect(await action.replayWebhook.act(workspace, { id, messageId })).toEqual({ data: { replayed: 1 } });
  expect((await deliveries(id))[1]).toMatchObject({ id: messageId, status: 'PENDING', attempts: 0 });

  // A test is sent now, together with what waits for its next attempt.
  const waits = () => opened.db.run("UPDATE jobs SET status = 'waiting' WHERE name = 'deliver-webhook'");
  const statuses = () => opened.db.select("SELECT status FROM jobs WHERE name = 'deliver-webhook'");
  await waits();
  expect(await action.testWebhook.act(workspace, { id })).toBeDefined();
  expect(await statuses()).toEqual([{ status: 'ready' }]);
  expect((await deliveries(id))[0]).toMatchObject({ type: 'webhook.test' });
  await action.pauseWebhook.act(workspace, { id });
  await expect(action.testWebhook.act(workspace, { id })).rejects.toMatchObject({ code: 'conflict' });
  expect(await findWebhook(opened.db, organizationId, other.id)).toMatchObject({ status: 'ACTIVE' });
  await waits();
  await action.resumeWebhook.act(workspace, { id });
  expect(await statuses()).toEqual([{ status: 'ready' }]);
});

test('discoveries, runs of the agent and credits tell of themselves', async () => {
  const { id } = await add(['discovery.finished', 'credits.low', 'agent.run_finished']);
  await action.grantCredits.act(workspace, { amount: 105 });
  const found = await action.findAudience.act(workspace, {
    postUrn: 'urn:li:activity:7402746946853253120',
    idempotencyKey: 'k',
  });
  await action.cancelDiscovery.act(workspace, { discoveryId: found.discoveryId });
  // These were told in the time of this machine, which goes on beside the test's.
  clock.pass(3_600_000);
  await came(2);
  expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: 'credits.low', data: { available: 95, threshold: 100 } },
    { type: 'discovery.finished', data: { discoveryId: found.discoveryId, status: 'CANCELLED' } },
  ]);
  expect((await deliveries(id)).every(({ id: message }) => message.startsWith('msg_'))).toBe(true);
});

interface Message {
  readonly type: string;
  readonly data: { cursor?: string; count?: number; changes?: object[]; deletions?: object[] };
}
const messages = () => receiver.received.map(({ body }) => JSON.parse(body) as Message);
const decide = (at: number) => action.decideLead.act(workspace, { leadId: leadIds[at], disposition: 'CLIENT' });
/** The ids that a reader of the change feed gets from the cursor of a message on. */
const changedSince = async ({ data }: Message) => {
  const position = readFeedCursor({ cursorKey, organizationId }, data.cursor ?? '', ['lead']);
  if (!position) throw new Error('the cursor is not read');
  const { changes } = await new ChangeReads(opened.db, organizationId).changesAfter(position, ['lead'], 100);
  return changes.map(({ id }) => id).sort();
};

test('changes ring once, then once in ten seconds, with a cursor before what they tell of', async () => {
  await add(['leads.changed']);
  await decide(0);
  await came(1);
  const [first] = messages();
  if (!first) throw new Error('nothing came');
  expect(first).toMatchObject({ type: 'leads.changed', data: { count: 1 } });
  expect(await changedSince(first)).toEqual([leadIds[0]]);
  await decide(1);
  await decide(2);
  clock.pass(9_999);
  await eventually(async () => {
    const [job] = await opened.db.select<{ status: string }>("SELECT status FROM jobs WHERE name = 'deliver-webhook'");
    return job?.status === 'waiting' || undefined;
  });
  expect(receiver.received).toHaveLength(1);
  clock.pass(1);
  await came(2);
  const [, second] = messages();
  if (!second) throw new Error('nothing came');
  expect(second.data.count).toBe(2);
  expect(await changedSince(second)).toEqual([leadIds[1], leadIds[2]].sort());
});

test('changes ring soon after the clock was set back', async () => {
  clock.pass(3_600_000);
  await add(['leads.changed']);
  await decide(0);
  await came(1);
  clock.set(Date.now() + 60_000);
  await decide(1);
  await came(2);
  expect(messages()[1]).toMatchObject({ type: 'leads.changed', data: { count: 1 } });
});

test('a receiver that takes nothing has one message of each kind waiting, however much changes', async () => {
  receiver.answering = answer(500);
  const { id } = await add(['leads.changed', 'lead.deleted']);
  await decide(0);
  await attempted(id, 1);
  for (const at of [1, 2, 3]) await decide(at);
  await action.erasePerson.act(workspace, { person: leadIds[4] });
  expect(await deliveries(id)).toHaveLength(1);
  receiver.answering = answer(200);
  clock.pass(20_000);
  await came(4);
  expect(messages().map(({ type }) => type)).toEqual([
    'leads.changed',
    'leads.changed',
    'lead.deleted',
    'leads.changed',
  ]);
  expect(messages()[2]?.data).toEqual({ deletions: [{ leadId: leadIds[4], reason: 'erased' }] });
});

test('what waits in the log is waited for by those alone who asked for it', async () => {
  await runner.stop();
  const kinds = ['discovery.finished', 'lead.tier_changed', 'leads.changed', 'lead.deleted'];
  const ids: string[] = [];
  for (const type of kinds) ids.push((await add([type])).id);
  const waits = async () => {
    const found: (number | null)[] = [];
    for (const id of ids) {
      const webhook = await findWebhook(opened.db, organizationId, id);
      if (webhook) found.push(await log.wait(opened.db, webhook, clock.now()));
    }
    return found;
  };
  expect(await waits()).toEqual([null, null, null, null]);
  await action.erasePerson.act(workspace, { person: leadIds[4] });
  expect(await waits()).toEqual([null, null, 0, 0]);
});

test('moves between tiers are told, at most a hundred in one message', async () => {
  await add(['lead.tier_changed']);
  await action.setIcp.act(workspace, { definition: { titles: ['astronaut'], countries: ['AQ'] } });
  await workspace.scoreQueue();
  await came(1);
  const [message] = messages();
  expect(message?.type).toBe('lead.tier_changed');
  const { changes } = message?.data ?? {};
  const moves = await new ChangeReads(opened.db, organizationId).tierChangesAfter({ revision: 0, leadId: '' }, 1_000);
  expect(changes).toEqual(
    moves.map(({ lead_id, from_tier, to_tier, reason, changed_at }) => ({
      leadId: lead_id,
      fromTier: from_tier,
      toTier: to_tier,
      reason,
      changedAt: new Date(changed_at).toISOString(),
    })),
  );
  expect(moves.length).toBeGreaterThan(0);
});

const faults: readonly (readonly [name: string, answering: Receiver['answering'], outcome: object])[] = [
  ['resets the connection', (_res, req) => void req.socket.resetAndDestroy(), { lastError: 'the connection broke' }],
  ['never answers', () => undefined, { lastError: 'too slow' }],
  ['ends without an answer', (_res, req) => void req.socket.end(), { lastError: 'the connection broke' }],
  ['speaks no HTTP', (_res, req) => void req.socket.end('hello\r\n\r\n'), { lastError: 'something that is not HTTP' }],
];

test.each(faults)('a receiver that %s has its message tried again', async (name, answering, outcome) => {
  await runner.stop();
  const timeoutMs = name === 'never answers' ? 300 : 60_000;
  runner = runnerOf(opened.db, [deliveryJob({ allowedHosts: [receiver.host], timeoutMs })], { clock });
  runner.start();
  receiver.answering = answering;
  const { id } = await add();
  await tell('d-1');
  expect(await attempted(id, 1)).toMatchObject({ status: 'PENDING', lastStatus: null, ...outcome });
  receiver.answering = answer(200);
  clock.pass(6_000);
  await came(2);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('an answer that lies about its length counts by its status', async () => {
  receiver.answering = (res) => void res.writeHead(200, { 'Content-Length': '1000000000' }).write('x');
  const { id } = await add();
  await tell('d-1');
  await eventually(async () => (await deliveries(id)).find(({ status }) => status === 'DELIVERED'));
});

test('a name that resolves to a private address is not connected to', async () => {
  await runner.stop();
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  runner = runnerOf(opened.db, [deliveryJob({ allowedHosts: [], network: { resolve } })], { clock });
  runner.start();
  const { data } = await action.createWebhook.act(workspace, {
    url: `https://hooks.example.com:${receiver.host.split(':')[1] ?? ''}/`,
    types: ['discovery.finished'],
  });
  await tell('d-1');
  expect(await attempted(data.id, 1)).toMatchObject({ lastStatus: null, lastError: 'private address' });
  expect(receiver.received).toHaveLength(0);
});
