/** `leadlight doctor` with 10,000 workspaces of ten leads each: how long an operator waits, and the CPU time of the process. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../src/database/database';
import { insertInto } from '../src/database/define';
import { migrateUp } from '../src/store/facade/migrate';
import { organizations } from '../src/store/tables/access';
import { icpDefinitions } from '../src/store/tables/leads';
import { round, type Benchmark, type Cell, type Target } from './harness';
import { fillWorkspace } from './mcp/workspace';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const workspacesAtFullSize = 10_000;
const leadsEach = 10;
const together = 200;

export const benchmark: Benchmark = {
  title: 'doctor at 10,000 workspaces',
  async run({ databases, scale, say }) {
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      const row = await measure(kind, Math.round(workspacesAtFullSize * scale), say);
      say(`doctor: ${JSON.stringify(row)}`);
      rows.push({ database: kind, ...row });
      targets.push({ name: `${kind}: seconds`, limit: 30, value: row.seconds, sense: 'most' });
    }
    return { sections: [{ title: 'leadlight doctor', rows }], targets };
  },
};

async function measure(kind: DatabaseKind, count: number, say: (line: string) => void) {
  const folder = join(benchFolder, 'doctor', kind);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer(kind, join(folder, 'server'));
  try {
    if (kind !== 'sqlite') {
      const admin = await Database.open(server.url('mysql'), { maxConnections: 1 });
      await admin.run('CREATE DATABASE doctor CHARACTER SET utf8mb4 COLLATE utf8mb4_bin').finally(() => admin.close());
    }
    const db = await Database.open(server.url('doctor'));
    await migrateUp(db);
    await seed(db, count, (done) => say(`${kind}: ${done} workspaces`)).finally(() => db.close());
    const begun = performance.now();
    const { stdout, status } = spawnSync(process.execPath, [join(__dirname, 'faults', 'leadlight.js'), 'doctor'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATABASE_URL: server.url('doctor'), DATA_DIR: folder },
    });
    const seconds = round((performance.now() - begun) / 1000, 1);
    const looked = /look through (\d+) of/.exec(stdout)?.[1];
    return {
      workspaces: count,
      seconds,
      lines: stdout.trim().split('\n').length,
      'looked through': Number(looked ?? count),
      status,
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seed(db: Database, count: number, tell: (done: number) => void): Promise<void> {
  const id = (n: number) => `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`;
  const now = Date.now();
  for (let first = 0; first < count; first += together) {
    const ids = Array.from({ length: Math.min(together, count - first) }, (_, n) => first + n);
    await db.transaction(async () => {
      await insertInto(
        db,
        organizations,
        ids.map((n) => ({ id: id(n), name: `Workspace ${n}`, revision: 1, created_at: now })),
      );
      await insertInto(
        db,
        icpDefinitions,
        ids.map((n) => ({ organization_id: id(n), version: 1, definition: '{}', created_at: 0 })),
      );
      for (const n of ids) await fillWorkspace(db, id(n), leadsEach);
    });
    if (first % 2_000 === 0) tell(first);
  }
}
