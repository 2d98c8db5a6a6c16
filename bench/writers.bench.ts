/**
 * Writers of one workspace on several Galera nodes: each write takes the next revision from the workspace's row, so that two nodes
 * meet there. How many transactions had to be done again (1213), and what that costs their callers.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hasGalera, type GaleraNode } from '../scripts/galera';
import { Database } from '../src/database/database';
import { newId } from '../src/database/new-id';
import { createOrganization } from '../src/store/access/organizations';
import { writeWorkspace } from '../src/store/log/workspace-lock';
import { database, withCluster } from './faults/cluster';
import { percentile, round, type Benchmark, type Cell } from './harness';

const writesAtFullSize = 600;
/** Where the writers are, and how long each pauses between two writes on average, ms. */
const cases = [
  { name: 'two on one node', nodes: [0, 0], pauseMs: 0 },
  { name: 'two on two nodes', nodes: [0, 1], pauseMs: 0 },
  { name: 'three on three nodes', nodes: [0, 1, 2], pauseMs: 0 },
  { name: 'two on two nodes, with pauses', nodes: [0, 1], pauseMs: 50 },
] as const;

export const benchmark: Benchmark = {
  title: 'writers of one workspace on several Galera nodes',
  async run({ scale, say }) {
    if (!hasGalera()) {
      say('writers: left out, because this machine lacks Galera (apt-get install mariadb-server galera-4)');
      return { sections: [], targets: [] };
    }
    const writes = Math.round(writesAtFullSize * scale);
    const rows = await withCluster(mkdtempSync(join(tmpdir(), 'leadlight-writers-')), async ({ nodes }) => {
      const measured: { again: number; failed: number; row: Record<string, Cell> }[] = [];
      for (const one of cases) measured.push(await measure(nodes, one, Math.ceil(writes / one.nodes.length)));
      return measured;
    });
    return {
      sections: [{ title: 'Writes of one workspace', rows: rows.map(({ row }) => row) }],
      targets: [
        {
          name: 'most done again, of 100 writes',
          limit: 33,
          value: round(100 * Math.max(...rows.map(({ again }) => again))),
          sense: 'most',
        },
        { name: 'writes that failed', limit: 0, value: Math.max(...rows.map(({ failed }) => failed)), sense: 'most' },
      ],
    };
  },
};

async function measure(
  nodes: readonly GaleraNode[],
  { name, nodes: which, pauseMs }: (typeof cases)[number],
  each: number,
) {
  const dbs = await Promise.all(which.map((at) => Database.open(nodes[at]?.url(database) ?? '')));
  try {
    const [first] = dbs;
    const workspace = first && (await createOrganization(first, name, Date.now()));
    if (!workspace) throw new Error('no workspace was made');
    let [tries, stored, failed] = [0, 0, 0];
    const latencies: number[] = [];
    const writer = async (db: Database) => {
      for (let n = 0; n < each; n += 1) {
        const begun = performance.now();
        const written = writeWorkspace(db, workspace.id, async () => {
          tries += 1;
          await db.insertRows('service_state', ['name', 'value', 'updated_at'], [[newId(), 'x', Date.now()]], 'ignore');
        });
        await written.then(
          () => (stored += 1),
          () => (failed += 1),
        );
        latencies.push(performance.now() - begun);
        if (pauseMs > 0) await setTimeout(Math.random() * 2 * pauseMs);
      }
    };
    await Promise.all(dbs.map(writer));
    const again = (tries - stored) / (stored + failed);
    return {
      again,
      failed,
      row: {
        writers: name,
        writes: stored,
        failed,
        'done again, of 100': round(100 * again, 1),
        'p50 ms': round(percentile(latencies, 50), 0),
        'p99 ms': round(percentile(latencies, 99), 0),
        'most ms': round(Math.max(...latencies), 0),
      },
    };
  } finally {
    for (const db of dbs) await db.close();
  }
}
