/** A webhook that is given another address or other types: where what waits goes, and from when on a new type is told of. */
import { createApiKey } from '../../src/auth/api-keys';
import type { Caller } from '../../src/auth/caller';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { weakestRules } from '../../src/rules/audience/privacy';
import { addMember, changeMember } from '../../src/store/access/members';
import { findWebhook } from '../../src/store/webhooks/endpoints';
import { emit } from '../../src/store/webhooks/emit';
import { readPosition } from '../../src/store/webhooks/positions';
import { deliveryJob } from '../../src/webhooks/delivery-job';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import type { Runner } from '../../src/jobs/runner';
import { action, query } from '../../tools/catalogue';
import { TestClock } from '../jobs/support/clock';
import { eventually, runnerOf } from '../jobs/support/runners';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { seedWorkspace } from '../support/seed';
import { answer, startReceiver, type Receiver } from './support/receiver';

let opened: OpenTestDatabase;
let first: Receiver;
let second: Receiver;
let workspace: ActingWorkspace;
let as: (caller: Caller) => ActingWorkspace;
let organizationId: string;
let clock: TestClock;
let runner: Runner;

beforeEach(async () => {
  opened = await openTestDatabase('sqlite');
  [first, second] = [await startReceiver(), await startReceiver()];
  ({ organizationId } = await seedWorkspace(opened.db, 'changing', 3));
  clock = new TestClock(Date.now());
  const allowedHosts = [first.host, second.host];
  const open = workspaceOpener(opened.db, {
    cursorKey: Buffer.alloc(32),
    network,
    audience: { rules: weakestRules, source: 'files', holdSize: 10 },
    webhookHosts: allowedHosts,
  });
  as = (caller) => open(organizationId, dataAccessOf(dataAccessFlags), caller);
  workspace = as({ kind: 'operator', name: 'root' });
  const nothing = { queue: () => Promise.resolve(false), wait: () => Promise.resolve(null) };
  runner = runnerOf(opened.db, [deliveryJob({ allowedHosts, random: () => 0, log: nothing })], { clock });
  runner.start();
});
afterEach(async () => {
  await runner.stop();
  first.close();
  second.close();
  await opened.close();
});

const add = async () =>
  (await action.createWebhook.act(workspace, { url: first.url, types: ['discovery.finished'] })).data;
const change = (input: Parameters<typeof action.changeWebhook.act>[1]) => action.changeWebhook.act(workspace, input);
const came = (receiver: Receiver, count: number) =>
  eventually(() => Promise.resolve(receiver.received.length >= count || undefined));

test('what waits goes to the new address, under the secret that it had', async () => {
  first.answering = answer(503);
  const { id } = await add();
  await emit(opened.db, organizationId, 'discovery.finished', { discoveryId: 'd-1' }, clock.now());
  await came(first, 1);
  await eventually(async () => {
    const { data } = await query.listWebhookDeliveries.ask(workspace, { id, limit: 10 });
    const busy = await opened.db.select("SELECT id FROM jobs WHERE name = 'deliver-webhook' AND status <> 'waiting'");
    return (Array.isArray(data) && data.length === 1 && busy.length === 0) || undefined;
  });
  const before = await findWebhook(opened.db, organizationId, id);
  expect(await change({ id, url: second.url })).toMatchObject({
    data: { id, url: second.url, types: ['discovery.finished'], status: 'ACTIVE' },
  });
  clock.pass(10 * 60_000);
  await came(second, 1);
  expect(first.received).toHaveLength(1);
  expect((await findWebhook(opened.db, organizationId, id))?.secret).toBe(before?.secret);
});

test('a type that is new is told of from now on; one that was told of goes on where it was', async () => {
  const { id } = await add();
  const at = async () => {
    const row = await findWebhook(opened.db, organizationId, id);
    return [row?.doorbell_position, row?.tiers_position, row?.deletions_position].map(
      (position) => readPosition(position ?? '').revision,
    );
  };
  const [begun = 0] = await at();
  await change({ id, types: ['leads.changed', 'discovery.finished'] });
  const [bell = 0, tiers, deletions] = await at();
  expect(bell).toBeGreaterThan(begun);
  expect([tiers, deletions]).toEqual([begun, begun]);
  await change({ id, types: ['leads.changed', 'lead.deleted'] });
  const [same, , later = 0] = await at();
  expect(same).toBe(bell);
  expect(later).toBeGreaterThan(bell);
});

test.each([
  ['nothing', {}, 'validation_failed'],
  ['an address that is none', { url: 'nowhere' }, 'validation_failed'],
  ['an address inside the network', { url: 'https://10.0.0.1/' }, 'validation_failed'],
  ['an unknown type', { types: ['leads.gone'] }, 'validation_failed'],
  ['no type', { types: [] }, 'validation_failed'],
  ['another webhook', { id: '0198c0de-0000-7000-8000-000000000000', url: 'https://8.8.8.8/' }, 'not_found'],
])('is refused: %s', async (_name, given, code) => {
  const { id } = await add();
  await change({ id, types: ['credits.low'] });
  await expect(change({ id, ...given })).rejects.toMatchObject({ code });
  expect(await findWebhook(opened.db, organizationId, id)).toMatchObject({ url: first.url, types: 'credits.low' });
});

describe('who gave a webhook its address answers for it, until somebody else gives another', () => {
  const person = async (name: string) => {
    const given = {
      email: `${name}@example.com`,
      displayName: name,
      role: 'ADMIN',
      active: true,
      passwordHash: null,
    } as const;
    return (await addMember(opened.db, { organizationId, ...given }))?.userId ?? '';
  };
  const session = (userId: string) => as({ kind: 'session', userId, role: 'ADMIN' });
  const made = async (by: ActingWorkspace) =>
    (await action.createWebhook.act(by, { url: first.url, types: ['discovery.finished'] })).data.id;
  const moved = async (by: ActingWorkspace, id: string) => {
    await action.changeWebhook.act(by, { id, url: second.url });
    return id;
  };
  const withKeyOf = async (createdBy: string) => {
    const key = {
      organizationId,
      name: 'hers',
      dataAccess: dataAccessFlags,
      expiresAt: null,
      canWrite: true,
      createdBy,
    };
    const { id } = await createApiKey(opened.db, key);
    return as({ kind: 'api_key', keyId: id, canWrite: true, madeBy: createdBy });
  };

  test.each<[string, 'ACTIVE' | 'DISABLED', (ada: string, ben: string) => Promise<string>]>([
    ['control: added by another', 'ACTIVE', (_ada, ben) => made(session(ben))],
    ['added by her', 'DISABLED', (ada) => made(session(ada))],
    ['added by a key of hers', 'DISABLED', async (ada) => made(await withKeyOf(ada))],
    ['moved by her', 'DISABLED', async (ada, ben) => moved(session(ada), await made(session(ben)))],
    ['moved by a key of hers', 'DISABLED', async (ada) => moved(await withKeyOf(ada), await made(workspace))],
    ['added by her and moved by another', 'ACTIVE', async (ada, ben) => moved(session(ben), await made(session(ada)))],
    [
      'given other types alone by her',
      'ACTIVE',
      async (ada, ben) => {
        const id = await made(session(ben));
        await action.changeWebhook.act(session(ada), { id, types: ['credits.low'], url: first.url });
        return id;
      },
    ],
  ])('%s: %s when she leaves', async (_name, status, make) => {
    const [ada, ben] = [await person('ada'), await person('ben')];
    const id = await make(ada, ben);
    await changeMember(opened.db, organizationId, ada, { active: false });
    expect((await findWebhook(opened.db, organizationId, id))?.status).toBe(status);
  });

  test('a key of hers adds, moves and resumes nothing once she has left; it may change the types', async () => {
    const [ada, ben] = [await person('ada'), await person('ben')];
    const hers = await withKeyOf(ada);
    const id = await made(session(ben));
    // Control.
    await moved(hers, id);
    await moved(session(ben), id);
    await changeMember(opened.db, organizationId, ada, { active: false });
    const left = /has left the workspace/;
    await expect(made(hers)).rejects.toThrow(left);
    await expect(action.changeWebhook.act(hers, { id, url: first.url })).rejects.toThrow(left);
    await action.pauseWebhook.act(session(ben), { id });
    await expect(action.resumeWebhook.act(hers, { id })).rejects.toThrow(left);
    expect(await action.changeWebhook.act(hers, { id, types: ['credits.low'] })).toMatchObject({
      data: { url: second.url, types: ['credits.low'], status: 'DISABLED' },
    });
  });
});
