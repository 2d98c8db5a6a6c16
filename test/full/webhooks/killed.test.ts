/**
 * Senders killed with SIGKILL while receivers are slow, fail, redirect and break connections: nothing is lost, each endpoint gets what
 * happened in its order, and what comes twice has the same `webhook-id`.
 */
import { dataAccessFlags, dataAccessOf } from '../../../src/auth/rights';
import { emit } from '../../../src/store/webhooks/emit';
import { workspaceOpener } from '../../../src/workspace/open-workspace';
import { action } from '../../../tools/catalogue';
import { killAtRandom, killsWanted } from '../../jobs/support/processes';
import { Random } from '../../store/support/random';
import { atLength } from '../../support/at-length';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../../support/databases';
import { network } from '../../support/network';
import { runSeed } from '../../support/run-seed';
import { seedWorkspace } from '../../support/seed';
import { answer, startReceiver, type Answering, type Receiver } from '../../webhooks/support/receiver';

const kinds = availableDatabases().filter((kind) => kind !== 'mysql');
/** Told before each kill. */
const together = 12;
jest.setTimeout(atLength(600_000, 3_600_000));

/** Fails as it is told to at the fifth message it sees, and takes the others. */
function failingOnce(fault: Answering): Answering {
  let seen = 0;
  return (res, req, received) => {
    seen += 1;
    (seen === 5 ? fault : answer(204))(res, req, received);
  };
}

const receivers: readonly (readonly [string, () => Answering])[] = [
  ['takes all', () => answer(204)],
  ['is slow', () => (res, req, received) => void setTimeout(() => answer(200)(res, req, received), 40)],
  ['answers 500', () => failingOnce(answer(500))],
  ['redirects', () => failingOnce(answer(308, { Location: 'http://127.0.0.1:1/' }))],
  ['breaks the connection', () => failingOnce((_res, req) => void req.socket.resetAndDestroy())],
];

describe.each(kinds)(`senders that are killed on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  let opened: OpenTestDatabase;
  let running: readonly { name: string; receiver: Receiver }[];
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    running = await Promise.all(
      receivers.map(async ([name, answering]) => ({ name, receiver: await startReceiver(answering()) })),
    );
  });
  afterAll(async () => {
    for (const { receiver } of running) receiver.close();
    await opened.close();
  });

  it('lose nothing, keep the order of each endpoint, and repeat under the same webhook-id', async () => {
    const { db } = opened;
    const { organizationId } = await seedWorkspace(db, 'killed', 3);
    const webhookHosts = running.map(({ receiver }) => receiver.host);
    const open = workspaceOpener(db, { cursorKey: Buffer.alloc(32), network, webhookHosts });
    const workspace = open(organizationId, dataAccessOf(dataAccessFlags), { kind: 'operator', name: 'root' });
    for (const { receiver } of running) {
      await action.createWebhook.act(workspace, { url: receiver.url, types: ['discovery.finished'] });
    }
    let delivered = 0;
    const tell = async () => {
      for (let n = 0; n < together; n += 1) {
        await emit(db, organizationId, 'discovery.finished', { discoveryId: String((delivered += 1)) }, Date.now());
      }
    };
    const waiting = async () =>
      (await db.select("SELECT id FROM webhook_messages WHERE status = 'PENDING' LIMIT 1")).length > 0;
    const kills = killsWanted(3);
    const settings = { url: opened.database.url, concurrency: 3, pollMs: 20, webhookHosts };
    const two = { job: 'deliver-webhook', workers: 2, kills, mostMs: 300 };
    expect(await killAtRandom(db, settings, new Random(runSeed), two, waiting, tell)).toBe(kills);

    const expected = Array.from({ length: delivered }, (_, n) => String(n + 1));
    for (const { name, receiver } of running) {
      const came = receiver.received.map(({ body, headers }) => ({
        id: headers['webhook-id'],
        discovery: (JSON.parse(body) as { data: { discoveryId: string } }).data.discoveryId,
      }));
      const firsts = [...new Set(came.map((one) => one.discovery))];
      expect([name, firsts]).toEqual([name, expected]);
      // Nothing is told again once the next was.
      const again = came.map((one) => Number(one.discovery));
      expect([name, again]).toEqual([name, [...again].sort((a, b) => a - b)]);
      expect(new Set(came.map((one) => `${one.id} ${one.discovery}`)).size).toBe(delivered);
      expect(new Set(came.map((one) => one.id)).size).toBe(delivered);
    }
    // What a receiver did not take the first time came twice.
    expect(running.some(({ receiver }) => receiver.received.length > delivered)).toBe(true);
    const rows = await db.select<{ status: string }>(
      `SELECT DISTINCT status FROM webhook_messages WHERE organization_id = ?`,
      [organizationId],
    );
    expect(rows).toEqual([{ status: 'DELIVERED' }]);
  });
});
