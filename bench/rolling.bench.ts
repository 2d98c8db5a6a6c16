/**
 * A rolling restart of two processes behind haproxy: how many of 20,000 requests fail. Then a rolling upgrade under mixed traffic: the
 * schema is migrated while both run, and one after the other is replaced. Each acknowledged note, import and discovery is looked for at
 * the end. `LEADLIGHT_BENCH_AGAINST=FOLDER` names a built checkout of the release before; without it, this build follows itself.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApiKey } from '../src/auth/api-keys';
import { dataAccessFlags } from '../src/auth/rights';
import { Database } from '../src/database/database';
import { migrateDown } from '../src/store/facade/migrate';
import { machine } from '../scripts/database-server';
import { rollingRestart } from '../scripts/rolling-restart';
import { percentile, round, type Benchmark } from './harness';
import { start, type Programs } from './faults/programs';
import { makeDatabase, organizationId } from './mcp/workspace';
import { Fleet } from './storm/fleet';
import { whatWasHeld } from './traffic/check';
import { seedWorld, worldSettings } from './traffic/seed';
import { Traffic } from './traffic/traffic';

const requestsAtFullSize = 20_000;

export const benchmark: Benchmark = {
  title: 'requests lost in a rolling restart of two processes behind haproxy',
  async run({ scale, say }) {
    const { haproxy } = machine();
    if (!haproxy) {
      say('rolling: left out, because this machine lacks haproxy (apt-get install haproxy)');
      return { sections: [], targets: [] };
    }
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-rolling-'));
    const database = await makeDatabase();
    try {
      const db = await Database.open(database.url);
      const key = { organizationId, name: 'rolling', dataAccess: dataAccessFlags, expiresAt: null };
      const { secret } = await createApiKey(db, key);
      await db.close();
      const { answered, failures, restarts, seconds, latencies } = await rollingRestart({
        haproxy,
        serve: [join(__dirname, 'rolling', 'serve.js')],
        settings: { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' },
        path: '/api/v1/customer/leads?limit=5',
        headers: { Authorization: `Bearer ${secret}` },
        requests: Math.round(requestsAtFullSize * scale),
        folder,
      });
      for (const failure of new Set(failures)) say(`rolling: ${failure}`);
      const row = {
        requests: answered,
        failed: failures.length,
        restarts,
        seconds: round(seconds, 1),
        'p50 ms': round(percentile(latencies, 50)),
        'p99 ms': round(percentile(latencies, 99)),
        'most ms': round(Math.max(...latencies)),
      };
      const upgraded = await upgrade(haproxy, join(folder, 'upgrade'), scale, say);
      return {
        sections: [
          { title: 'Rolling restart behind haproxy', rows: [row] },
          { title: 'Rolling upgrade behind haproxy', rows: [upgraded] },
        ],
        targets: [
          { name: 'requests that failed', limit: 0, value: failures.length, sense: 'most' },
          ...(['lost', 'doubled', 'wrong', 'failed'] as const).map((name) => ({
            ...{ name: `upgrade: ${name}`, limit: 0, value: upgraded[name], sense: 'most' as const },
          })),
        ],
      };
    } finally {
      database.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const upgradeSecondsAtFullSize = 60;

async function upgrade(haproxy: string, folder: string, scale: number, say: (line: string) => void) {
  mkdirSync(folder, { recursive: true });
  const databaseUrl = `sqlite:${join(folder, 'upgrade.db')}`;
  const world = await seedWorld(databaseUrl, folder, 1_000);
  const now = { leadlight: [join(__dirname, 'faults', 'leadlight.js')], folder };
  const against = process.env['LEADLIGHT_BENCH_AGAINST'];
  const before = against ? { leadlight: [join(against, 'bin', 'leadlight.js')], folder } : now;
  const files = join(folder, 'files');
  mkdirSync(files);
  const settings = { ...worldSettings(folder), FILES_DIR: files };
  const undone = await backTo(before, { ...settings, DATABASE_URL: databaseUrl }, databaseUrl);
  const fleet = await Fleet.start({ haproxy, folder, settings, databaseUrls: [databaseUrl, databaseUrl] }, before);
  try {
    const traffic = new Traffic(() => `http://127.0.0.1:${fleet.port}`, world);
    const running = traffic.run();
    const until = performance.now() + upgradeSecondsAtFullSize * 1_000 * scale;
    const migrating = start(now, ['migrate'], { ...settings, DATABASE_URL: databaseUrl });
    await migrating.succeeded();
    for (let at = 0; at < fleet.size; at += 1) {
      await fleet.end(at, 'SIGTERM');
      await fleet.startOne(at, now);
      await fleet.allUp();
    }
    await setTimeout(Math.max(0, until - performance.now()));
    traffic.stop();
    await running;
    const db = await Database.open(databaseUrl);
    const held = await whatWasHeld(db, world, traffic.acknowledged).finally(() => db.close());
    for (const line of [...traffic.wrong, ...held.lost, ...held.doubled].slice(0, 20)) say(`rolling: ${line}`);
    const tallies = Object.values(traffic.client.tallies);
    const row = {
      before: against ? 'another release' : 'this build',
      migrations: undone,
      requests: tallies.reduce((sum, { calls }) => sum + calls, 0),
      failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
      notes: traffic.acknowledged.notesWritten,
      imports: traffic.acknowledged.imports.length,
      discoveries: traffic.acknowledged.discoveries.size,
      lost: held.lost.length,
      doubled: held.doubled.length,
      wrong: traffic.wrong.length,
    };
    say(`rolling: ${JSON.stringify(row)}`);
    return row;
  } finally {
    await fleet.stop();
  }
}

/** Takes migrations back until the release before has its own schema. @returns how many. */
async function backTo(before: Programs, env: Readonly<Record<string, string>>, databaseUrl: string): Promise<number> {
  const db = await Database.open(databaseUrl);
  try {
    let first: unknown;
    for (let undone = 0; undone < 20; undone += 1) {
      try {
        await start(before, ['migrate', '--status'], env).succeeded();
        return undone;
      } catch (error) {
        first ??= error;
        await migrateDown(db);
      }
    }
    throw new Error('the release before knows none of the last 20 migrations', { cause: first });
  } finally {
    await db.close();
  }
}
