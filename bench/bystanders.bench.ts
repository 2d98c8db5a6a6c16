/** Deadlocks beside transactions of the same pool: how many of those are kept half, and what reaches connections of others. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasGalera } from '../scripts/galera';
import { Database } from '../src/database/database';
import { bystanders, type Bystanders } from './faults/bystanders';
import { withCluster, database } from './faults/cluster';
import type { Benchmark, Cell, Target } from './harness';
import { startServer } from './servers';

const full = 30;

export const benchmark: Benchmark = {
  title: 'transactions beside deadlocks, and who ends them',
  async run({ databases, scale, say }) {
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    const rounds = Math.max(1, Math.round(full * scale));
    const note = (name: string, found: Bystanders) => {
      rows.push({ database: name, ...found });
      say(`${name}: ${JSON.stringify(found)}`);
      for (const what of ['halves', 'strayEnds', 'strayWrites'] as const) {
        targets.push({ name: `${name}: ${what}`, limit: 0, value: found[what], sense: 'most' });
      }
    };
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-bystanders-'));
    try {
      for (const kind of databases.filter((one) => one !== 'sqlite')) {
        const own = join(folder, kind);
        mkdirSync(own);
        const server = await startServer(kind, own);
        try {
          const db = await Database.open(server.url('mysql'), { maxConnections: 1 });
          await db.run('CREATE DATABASE bystanders CHARACTER SET utf8mb4').finally(() => db.close());
          note(kind, await bystanders(server.url('bystanders'), rounds));
        } finally {
          await server.stop();
        }
      }
      if (hasGalera() && databases.includes('mariadb')) {
        await withCluster(`${folder}-nodes`, async ({ nodes }) => {
          const [first, second] = nodes.map((node) => node.url(database));
          if (first === undefined) throw new Error('the cluster has no node');
          note('galera, one node', await bystanders(first, rounds));
          note('galera, two nodes', await bystanders(first, rounds, second));
        });
      }
      return { sections: [{ title: 'What bystanders of deadlocks keep', rows }], targets };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
