/**
 * What a neighbour feels of each flood: pages of leads with a key of another workspace, in a quiet phase and in the flood that follows it
 * within the same minute. The floods are a table (floods/floods.ts); each meets a service that was just started.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApiKey } from '../src/auth/api-keys';
import { createOrganization } from '../src/store/access/organizations';
import { Database } from '../src/database/database';
import { floods, type Attacked, type Flood } from './floods/floods';
import type { Generated, GeneratorSetup } from './floods/generator';
import {
  MeasuredProcess,
  median,
  percentile,
  round,
  runMeasured,
  send,
  type Benchmark,
  type Cell,
  type Target,
} from './harness';
import { makeDurableDatabase, seedConnections } from './oauth-seed';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const phaseMs = 10_000;
/** Between two requests of the neighbour, in milliseconds. */
const pause = 20;

export const benchmark: Benchmark = {
  title: 'a neighbour during each flood, beside a quiet phase in the same minute',
  async run({ databases, scale, say }) {
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      for (const flood of floods) {
        say(`${kind}: ${flood.name}`);
        const { quiet, flooded, generated } = await measure(kind, flood, Math.max(1_000, phaseMs * scale));
        const answers = Object.entries(generated.statuses).map(([status, count]) => `${count} × ${status}`);
        rows.push({
          database: kind,
          flood: flood.name,
          'quiet median ms': round(median(quiet)),
          'quiet p99': round(percentile(quiet, 99)),
          'flood median ms': round(median(flooded)),
          'flood p99': round(percentile(flooded, 99)),
          answers: answers.join(', '),
        });
        const name = `${kind}: neighbour during ${flood.name}, p99 ms`;
        targets.push({ name, limit: 50, value: round(percentile(flooded, 99)), sense: 'most' });
      }
    }
    return { sections: [{ title: 'What a neighbour waits for a page of leads', rows }], targets };
  },
};

async function measure(kind: DatabaseKind, flood: Flood, milliseconds: number) {
  // Of its own: a process here had the database of the flood before open.
  const folder = join(benchFolder, 'floods', kind, String(floods.indexOf(flood)));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer(kind, folder);
  try {
    if (kind !== 'sqlite') await makeDurableDatabase(server.url('mysql'), 'floods');
    const databaseUrl = server.url('floods');
    const { attacked, neighbourKey } = await seed(databaseUrl);
    const dataDir = join(folder, 'data');
    const service = await MeasuredProcess.start(join(__dirname, 'floods', 'serve.js'), { databaseUrl, dataDir });
    const neighbour = async (work: Promise<unknown>) => {
      const times: number[] = [];
      let running = true;
      void work.finally(() => (running = false));
      while (running) {
        const started = performance.now();
        const headers = { Authorization: `Bearer ${neighbourKey}` };
        const { status } = await send(service.port, { path: '/api/v1/customer/leads?limit=50', headers });
        if (status !== 200) throw new Error(`the neighbour was answered ${status}`);
        times.push(performance.now() - started);
        // Below the quota of a key in a minute.
        await setTimeout(Math.max(pause, (2 * milliseconds) / 500));
      }
      return times;
    };
    const quiet = await neighbour(setTimeout(milliseconds));
    const setup: GeneratorSetup = { port: service.port, flood: flood.name, milliseconds, attacked };
    const generating = runMeasured<Generated>(join(__dirname, 'floods', 'generator.js'), setup);
    const flooded = await neighbour(generating);
    await service.stop();
    return { quiet, flooded, generated: await generating };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seed(databaseUrl: string): Promise<{ attacked: Attacked; neighbourKey: string }> {
  const attacker = await seedConnections(databaseUrl, 1);
  const db = await Database.open(databaseUrl);
  const workspaces = await db.select<{ id: string }>('SELECT id FROM organizations');
  const workspaceKey = async (organizationId: string) =>
    (await createApiKey(db, { organizationId, name: 'bench', dataAccess: ['leads'], expiresAt: null })).secret;
  const keys: string[] = [];
  for (let n = 0; n < 12; n += 1) keys.push(await workspaceKey(workspaces[0]?.id ?? ''));
  const neighbour = await createOrganization(db, 'Neighbour');
  const neighbourKey = await workspaceKey(neighbour?.id ?? '');
  await db.close();
  return { attacked: { keys, clientId: attacker.clientId, redirectUri: 'http://127.0.0.1/cb' }, neighbourKey };
}
