/** The reads of this release and of another one in turns, each over a database that it filled itself. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Keys from '../../src/auth/api-keys';
import type * as Rights from '../../src/auth/rights';
import type * as Databases from '../../src/database/database';
import type * as SettingsModule from '../../config/settings';
import { interleave, measure, MeasuredProcess, round, type BenchOptions, type Report, type Target } from '../harness';
import type { Ask } from '../load';
import type * as Seed from '../seed';
import { benchFolder } from '../servers';
import { queryString, scenarios } from './scenarios';

/** Most CPU time of a read, as a multiple of the other release's. */
const mostOfBefore = 1.05;
/** A round is this many short turns, so that what the machine does for a second meets both. */
const turnsOfRound = 4;
const concurrency = 8;

interface Side {
  readonly process: MeasuredProcess;
  /** What is asked, by scenario. */
  readonly asks: ReadonlyMap<string, readonly Ask[]>;
  stop(): Promise<void>;
}

/** @param other the folder of the other release, with its packages. @param options `databases` is not looked at: SQLite alone. */
export async function againstRelease(other: string, options: BenchOptions): Promise<Report> {
  execFileSync(process.execPath, ['scripts/build.mjs', '--force', '--project=bench'], { cwd: other });
  const now = await sideOf(join(__dirname, '..', '..'), options);
  // Both may call the data by one name. The schemas differ.
  process.env['LEADLIGHT_BENCH_DIR'] = join(benchFolder, 'against');
  const before = await sideOf(join(other, 'dist', 'bench'), options);
  const rows: Report['sections'][number]['rows'][number][] = [];
  const targets: Target[] = [];
  try {
    for (const { name, count } of scenarios) {
      const turn = (side: Side, requests: number) =>
        measure(side.process, side.asks.get(name) ?? [], { count: requests, concurrency });
      if (!now.asks.has(name)) continue;
      options.say(`reads: ${name}`);
      for (const side of [now, before]) await turn(side, count * 2);
      const measured = await interleave(
        { now: () => turn(now, count / 2), before: () => turn(before, count / 2) },
        options.rounds * turnsOfRound,
      );
      const value = measured.now.cpuPerRequest / measured.before.cpuPerRequest;
      const [ours, theirs] = [round(measured.now.cpuPerRequest, 3), round(measured.before.cpuPerRequest, 3)];
      rows.push({ query: name, 'CPU ms': ours, 'before, CPU ms': theirs, ratio: round(value) });
      targets.push({ name: `${name}: CPU, ours / before`, limit: mostOfBefore, value, sense: 'most' });
    }
  } finally {
    await now.stop();
    await before.stop();
  }
  return { sections: [{ title: 'Reads on SQLite, this release and the other', rows }], targets };
}

/** @param root where a release is compiled: its `bench`, `config` and `src`. */
async function sideOf(root: string, { scale, say }: BenchOptions): Promise<Side> {
  const use = createRequire(__filename);
  // The same modules in each release, by what this one uses of them.
  const { seededDatabase } = use(join(root, 'bench', 'seed.js')) as typeof Seed;
  const { createApiKey } = use(join(root, 'src', 'auth', 'api-keys.js')) as typeof Keys;
  const { dataAccessFlags } = use(join(root, 'src', 'auth', 'rights.js')) as typeof Rights;
  const { Database } = use(join(root, 'src', 'database', 'database.js')) as typeof Databases;
  const { apiPrefix } = use(join(root, 'config', 'settings.js')) as typeof SettingsModule;

  const seeded = await seededDatabase('sqlite', scale, say);
  const organizationId = seeded.workspaces[0]?.id ?? '';
  const db = await Database.open(seeded.url);
  const access = { organizationId, name: 'bench', dataAccess: dataAccessFlags, expiresAt: null };
  const headers = { Authorization: `Bearer ${(await createApiKey(db, access)).secret}` };
  const leads = await db.select<{ id: string }>(
    `SELECT id FROM leads WHERE organization_id = ? AND disposition = 'ACTIVE' ORDER BY last_signal_at DESC, id LIMIT 200`,
    [organizationId],
  );
  await db.close();
  const asks = new Map<string, readonly Ask[]>();
  for (const { name, path, parameters, query } of scenarios) {
    // Cursors are each release's own.
    if (name.includes('depth')) continue;
    const paths = query === 'get_lead' ? leads.map(({ id }) => path + id) : [path + queryString(parameters)];
    asks.set(
      name,
      paths.map((one) => ({ path: apiPrefix + one, headers })),
    );
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-bench-data-'));
  const served = await MeasuredProcess.start(join(root, 'bench', 'reads', 'ours.js'), {
    databaseUrl: seeded.url,
    dataDir,
  });
  return {
    process: served,
    asks,
    async stop() {
      await served.stop();
      await seeded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
