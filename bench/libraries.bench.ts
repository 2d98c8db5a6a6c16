/**
 * A sync of the feed through 429s with common HTTP libraries as they come, while another process imports into the workspace:
 * nothing is lost and nothing comes twice.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { loadSettings } from '../config/settings';
import { createApiKey } from '../src/auth/api-keys';
import { dataAccessFlags } from '../src/auth/rights';
import { Database } from '../src/database/database';
import { startService } from '../src/service/start';
import { runMeasured, type Benchmark, type Cell, type Target } from './harness';
import { emptyDatabase, organizationId, sizeOf } from './import/empty-database';
import { writeExport } from './import/export-file';
import type { ImportResult, ImportSetup } from './import/ours';
import { withPackages } from './packages';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const packages = {
  got: '16.1.0',
  axios: '1.21.1',
  'axios-retry': '4.5.0',
  ky: '2.1.0',
  'fetch-retry': '6.0.0',
};
const libraries = ['got', 'axios + axios-retry', 'ky', 'fetch-retry'];
/** Requests of a key in a minute: each library is refused some times. */
const perMinute = '20';
/** Rows of the export that is there, then of those that are imported meanwhile. A tenth as many people. */
const rowsBefore = 12_000;
const rowsMeanwhile = [13_000, 14_000, 15_000];

const answerSchema = z.object({
  seen: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
  requests: z.number(),
  refused: z.number(),
});

export const benchmark: Benchmark = {
  title: 'a sync of the feed by common HTTP libraries, through 429s, while another process imports',
  async run({ databases, scale, say }) {
    const consumer = join(__dirname, '..', '..', '..', 'bench', 'libraries', 'consumer.mjs');
    const program = join(withPackages('libraries', packages, [consumer]), 'consumer.mjs');
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      const found = await measure(kind, program, scale, say);
      rows.push(...found.map((row) => ({ database: kind, ...row })));
      for (const what of ['lost', 'twice'] as const) {
        const value = Math.max(...found.map((row) => row[what]));
        targets.push({ name: `${kind}: ${what}`, limit: 0, value, sense: 'most' });
      }
    }
    return { sections: [{ title: 'libraries', rows }], targets };
  },
};

async function measure(kind: DatabaseKind, program: string, scale: number, say: (line: string) => void) {
  const folder = join(benchFolder, 'libraries', kind);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer(kind, folder);
  const databaseUrl = await emptyDatabase(kind, server, 'libraries');
  const importRows = async (rowCount: number) => {
    const size = sizeOf(Math.round(rowCount * scale));
    const file = join(benchFolder, 'libraries', `likers-${size.rows}.csv`);
    await writeExport(file, size);
    const setup: ImportSetup = { databaseUrl, organizationId, file, dryRun: false, expectedRows: size.rows };
    await runMeasured<ImportResult>(join(__dirname, 'import', 'ours.js'), setup);
  };
  await importRows(rowsBefore);
  const settings = loadSettings({
    ...{ PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrl, DATA_DIR: folder, RUN_WORKER: 'false' },
    RATE_LIMIT_PER_MINUTE: perMinute,
  });
  const service = await startService(settings, { log: pino({ level: 'silent' }) });
  const db = await Database.open(databaseUrl);
  const key = () => createApiKey(db, { organizationId, name: 'bench', dataAccess: dataAccessFlags, expiresAt: null });
  try {
    say(`${kind}: ${libraries.join(', ')} read, another process imports`);
    const running = await Promise.all(
      libraries.map(async (library) => {
        const env = { ...process.env, BASE: `${service.url}/api/v1`, KEY: (await key()).secret, LIBRARY: library };
        const child = fork(program, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        return { library, child, answered: once(child, 'message') };
      }),
    );
    for (const rowCount of rowsMeanwhile) {
      await importRows(rowCount);
      await setTimeout(5_000);
    }
    for (const { child } of running) child.send('written');
    const stored = await db.select<{ id: string }>('SELECT id FROM leads WHERE organization_id = ?', [organizationId]);
    const found = [];
    for (const { library, answered } of running) {
      const [message]: unknown[] = await answered;
      const { seen, requests, refused } = answerSchema.parse(message);
      const left = new Set<string>();
      for (const [of, id, change] of seen) {
        if (of === 'lead' && change === 'upsert') left.add(id);
        if (of === 'lead' && change === 'deleted') left.delete(id);
      }
      const versions = seen.map((one) => one.join(' '));
      found.push({
        library,
        requests,
        '429s': refused,
        'leads stored': stored.length,
        'leads kept': left.size,
        lost: stored.filter(({ id }) => !left.has(id)).length,
        changes: seen.length,
        twice: versions.length - new Set(versions).size,
      });
    }
    return found;
  } finally {
    await db.close();
    await service.stop(2_000);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
