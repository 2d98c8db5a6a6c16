/** What a thousand dead endpoints cost: one attempt at a time each, a bounded number of statements for it, and nothing in between. */
import { attemptDelays } from '../../../src/rules/webhooks/attempts';
import { insertInto } from '../../../src/database/define';
import { newId } from '../../../src/database/new-id';
import { createOrganization } from '../../../src/store/access/organizations';
import { seal } from '../../../src/store/statements/sealing';
import { webhooks } from '../../../src/store/tables/webhooks';
import { emit } from '../../../src/store/webhooks/emit';
import { deliveryJob } from '../../../src/webhooks/delivery-job';
import { newWebhookSecret } from '../../../src/webhooks/signature';
import { TestClock } from '../../jobs/support/clock';
import { eventually, runnerOf } from '../../jobs/support/runners';
import { openTestDatabase, type OpenTestDatabase } from '../../support/databases';
import { answer, startReceiver, type Receiver } from '../../webhooks/support/receiver';

const workspaces = 20;
/** As many as one workspace may have. */
const each = 50;
const endpoints = workspaces * each;
/** Of each message: the first, and one after a failure, as all later ones are. */
const attempts = 2;
/** Statements of one attempt: up to eighteen to find out which workspace's turn it is, the rest for what is sent and what became of it. */
const mostForAnAttempt = 34;
/** Statements that the runner sends while nothing is due, in some looks at the queue. */
const idle = 30;

let opened: OpenTestDatabase;
let receiver: Receiver;
let statements = 0;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  receiver = await startReceiver(answer(503));
  opened.db.onStatement = () => (statements += 1);
});
afterAll(async () => {
  receiver.close();
  await opened.close();
});

it(`${endpoints} endpoints that take nothing`, async () => {
  const { db } = opened;
  const clock = new TestClock(Date.now());
  const secret = await seal(db, newWebhookSecret());
  for (let at = 0; at < workspaces; at += 1) {
    const organizationId = (await createOrganization(db, `Dead ${at}`, clock.now()))?.id ?? '';
    const rows = Array.from({ length: each }, () => ({
      organization_id: organizationId,
      id: newId(),
      url: receiver.url,
      types: 'discovery.finished',
      status: 'ACTIVE' as const,
      ...{
        disabled_at: null,
        disabled_reason: null,
        secret,
        previous_secret: null,
        created_by: null,
        previous_until: null,
      },
      ...{
        next_sequence: 0,
        doorbell_position: '0:~',
        doorbell_at: 0,
        tiers_position: '0:~',
        deletions_position: '0:~',
      },
      ...{ dropped: 0, created_at: clock.now(), updated_at: clock.now() },
    }));
    await insertInto(db, webhooks, rows);
    // Two messages: the second waits behind the first, and costs nothing meanwhile.
    for (const discoveryId of ['first', 'second']) {
      await emit(db, organizationId, 'discovery.finished', { discoveryId }, clock.now());
    }
  }
  // However slow this machine is: heartbeats and looks at the queue hardly count, and no receiver is passed over as a slow one, as
  // this clock stands still.
  const job = deliveryJob({ allowedHosts: [receiver.host], random: () => 0, slowMs: Infinity });
  const runner = runnerOf(db, [job], { clock, leaseMs: 3_600_000, pollMs: 200 });
  const atRest = async (tried: number) => {
    const [row] = await db.select<{ tried: number; busy: number }>(
      `SELECT (SELECT COUNT(*) FROM webhook_messages WHERE attempts = ?) AS tried,
         (SELECT COUNT(*) FROM jobs WHERE name = 'deliver-webhook' AND status <> 'waiting') AS busy`,
      [tried],
    );
    return (row?.tried === endpoints && row.busy === 0) || undefined;
  };
  let looks = 0;
  runner.start();
  try {
    for (const [at, delay] of attemptDelays.slice(0, attempts).entries()) {
      clock.pass(delay);
      statements = 0;
      looks = 0;
      await eventually(() => {
        looks += 1;
        return atRest(at + 1);
      });
      expect(receiver.received).toHaveLength(endpoints * (at + 1));
      expect(statements - looks).toBeLessThan(endpoints * mostForAnAttempt);
      // Every attempt was of the first message.
      expect(
        new Set(receiver.received.map(({ body }) => (JSON.parse(body) as ReportedChange).data.discoveryId)).size,
      ).toBe(1);
    }
    // Nothing is due: the runner goes on looking at the queue, and no endpoint is tried.
    clock.pass((attemptDelays[attempts] ?? 0) - 1);
    statements = 0;
    await eventually(() => statements > idle || undefined);
    expect(receiver.received).toHaveLength(endpoints * attempts);
    expect(await db.select("SELECT id FROM jobs WHERE name = 'deliver-webhook'")).toHaveLength(endpoints);
    expect(await db.select('SELECT id FROM webhook_messages')).toHaveLength(2 * endpoints);
  } finally {
    await runner.stop();
  }
});

interface ReportedChange {
  readonly data: { readonly discoveryId: string };
}
