/** A thousand webhooks whose receiver takes nothing, through their whole schedule, in a process of its own; its clock jumps. */
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { SuppressionKey } from '../../src/rules/privacy/key';
import { attemptDelays } from '../../src/rules/webhooks/attempts';
import { Database } from '../../src/database/database';
import { insertInto } from '../../src/database/define';
import { newId } from '../../src/database/new-id';
import { Runner } from '../../src/jobs/runner';
import { createOrganization } from '../../src/store/access/organizations';
import { migrateUp } from '../../src/store/facade/migrate';
import { withKeeper } from '../../src/store/statements/keeper';
import { seal } from '../../src/store/statements/sealing';
import { webhooks } from '../../src/store/tables/webhooks';
import { emit } from '../../src/store/webhooks/emit';
import { deliveryJob } from '../../src/webhooks/delivery-job';
import { newWebhookSecret } from '../../src/webhooks/signature';
import { workMeasured } from '../harness';

export interface DeadResult {
  readonly attempts: number;
  readonly cpuSeconds: number;
  /** Of the schedule that the attempts belong to. */
  readonly seconds: number;
}

const workspaces = 20;
const each = 50;

workMeasured(async ({ databaseUrl }: { databaseUrl: string }): Promise<DeadResult> => {
  const key = new SuppressionKey('a suppression key for a benchmark alone');
  const keeper = { key: () => key, makeKey: () => key, note: () => undefined, noted: () => [] };
  const db = withKeeper(await Database.open(databaseUrl), keeper);
  await migrateUp(db);
  let attempts = 0;
  const server = createServer((_req, res) => {
    attempts += 1;
    res.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  let at = Date.now();
  const begun = at;
  const clock = { now: () => at, monotonic: () => at - begun };
  const secret = await seal(db, newWebhookSecret());
  for (let n = 0; n < workspaces; n += 1) {
    const organizationId = (await createOrganization(db, `Dead ${n}`, at))?.id ?? '';
    const rows = Array.from({ length: each }, () => ({
      ...{ organization_id: organizationId, id: newId(), url: `http://${host}/`, types: 'discovery.finished' },
      ...{
        status: 'ACTIVE' as const,
        disabled_at: null,
        disabled_reason: null,
        secret,
        previous_secret: null,
        created_by: null,
      },
      ...{ previous_until: null, next_sequence: 0, doorbell_position: '0:~', doorbell_at: 0, tiers_position: '0:~' },
      ...{ deletions_position: '0:~', dropped: 0, created_at: at, updated_at: at },
    }));
    await insertInto(db, webhooks, rows);
    await emit(db, organizationId, 'discovery.finished', { discoveryId: newId() }, at);
  }
  const before = process.cpuUsage();
  const jobs = [deliveryJob({ allowedHosts: [host], random: () => 0 })];
  const log = pino({ level: 'silent' });
  const runner = new Runner({ db, log, jobs, concurrency: 3, pollMs: 50, clock });
  runner.start();
  for (const [n, delay] of attemptDelays.entries()) {
    at += delay;
    // The last attempt ends the job, the others leave it waiting.
    const left = async () => {
      const rows = await db.select(`SELECT 1 AS found FROM webhook_messages WHERE attempts < ? LIMIT 1`, [n + 1]);
      const busy = await db.select(
        "SELECT 1 AS found FROM jobs WHERE name = 'deliver-webhook' AND status <> 'waiting' LIMIT 1",
      );
      return rows.length + busy.length > 0;
    };
    while (await left()) await setTimeout(100);
  }
  const { user, system } = process.cpuUsage(before);
  await runner.stop();
  server.closeAllConnections();
  server.close();
  await db.close();
  return { attempts, cpuSeconds: (user + system) / 1e6, seconds: (at - begun) / 1000 };
});
