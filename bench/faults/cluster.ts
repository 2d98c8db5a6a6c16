/** The faults that need a cluster: refreshing across its nodes while it is imported into, and imports beside workers. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startGalera, type GaleraCluster } from '../../scripts/galera';
import { Database } from '../../src/database/database';
import { migrateUp } from '../../src/store/facade/migrate';
import { percentile, round, type Report } from '../harness';
import { writeExport } from '../import/export-file';
import { seedConnections } from '../oauth-seed';
import { importIntoCluster, undisturbed, type Contents } from './cluster-import';
import { serve, start, type Programs, type Serving } from './programs';
import { refreshChains, type Chains } from './refresh-chains';

/** Its name on every node. */
export const database = 'leadlight';

export interface ClusterFaults {
  readonly programs: Programs;
  readonly chains: number;
  /** Of each chain at least. */
  readonly rotations: number;
  /** Rows of the imported file. */
  readonly rows: number;
  /** Imports beside three workers on three nodes. */
  readonly imports: number;
  /** Imports during which another node is killed. */
  readonly kills: number;
  readonly say: (line: string) => void;
}

/** A cluster with an empty database of the present schema, for as long as the work takes. */
export async function withCluster<T>(folder: string, work: (cluster: GaleraCluster) => Promise<T>): Promise<T> {
  let cluster: GaleraCluster | undefined;
  try {
    cluster = await startGalera(folder);
    const server = await Database.open(cluster.nodes[0]?.url('mysql') ?? '', { maxConnections: 1 });
    await server.run(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
    await server.close();
    const db = await Database.open(cluster.nodes[0]?.url(database) ?? '');
    await migrateUp(db).finally(() => db.close());
    return await work(cluster);
  } finally {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Refreshing over three processes on three nodes while an import runs through one of them. */
export async function chainsDuringImport(
  cluster: GaleraCluster,
  file: string,
  setup: Pick<ClusterFaults, 'programs' | 'chains' | 'rotations' | 'say'>,
): Promise<Chains & { readonly seconds: number }> {
  const { programs, chains, rotations, say } = setup;
  const [first] = cluster.nodes;
  if (!first) throw new Error('no node');
  const { clientId, refreshTokens } = await seedConnections(first.url(database), chains);
  const shared = {
    PUBLIC_URL: 'http://leadlight.test',
    SESSION_TOKEN_SECRET: 'a secret of the benchmark 0123456789abcdef',
  };
  const serving: Serving[] = [];
  try {
    for (const node of cluster.nodes)
      serving.push(await serve(programs, { ...shared, DATABASE_URL: node.url(database) }));
    const importing = start(programs, ['import', file, '--workspace', 'Bench'], { DATABASE_URL: first.url(database) });
    const begun = performance.now();
    const result = await refreshChains({
      ports: serving.map(({ port }) => port),
      clientId,
      refreshTokens,
      rotations,
      more: () => importing.ended() === undefined,
    });
    const seconds = (performance.now() - begun) / 1000;
    await importing.succeeded();
    for (const line of new Set(result.lost)) say(`chains: ${line}`);
    return { ...result, seconds };
  } finally {
    for (const one of serving) await one.end('SIGKILL');
  }
}

/** Names of the figures that are not the same. */
export const differs = (one: Contents, other: Contents) => Object.keys(one).filter((name) => one[name] !== other[name]);

export async function clusterFaults(setup: ClusterFaults): Promise<Report> {
  const { programs, rows, imports, kills, say } = setup;
  const file = join(programs.folder, `export-${rows}.csv`);
  await writeExport(file, { rows, people: Math.ceil(rows / 4), posts: Math.ceil(rows / 200) });
  const wanted = await undisturbed(file, programs.folder);
  const folder = `${programs.folder}-cluster`;
  const importRows: Record<string, string | number>[] = [];
  let wrong = 0;
  const tryImport = async (cluster: GaleraCluster, name: string, killed?: number) => {
    const row = { import: name, seconds: 0, 'scored again meanwhile': 0, ended: 'well', 'wrong figures': '' };
    try {
      const result = await importIntoCluster({
        programs,
        nodes: cluster.nodes,
        database,
        file,
        workspace: name,
        killed,
      });
      Object.assign(row, {
        seconds: round(result.seconds, 1),
        'scored again meanwhile': result.rescored,
        'wrong figures': differs(wanted, result.contents).join(', ') || 'none',
      });
      if (differs(wanted, result.contents).length > 0) wrong += 1;
    } catch (error) {
      wrong += 1;
      row.ended = String(error);
    }
    say(`imports: ${JSON.stringify(row)}`);
    importRows.push(row);
  };

  const chains = await withCluster(folder, async (cluster) => {
    const refreshed = await chainsDuringImport(cluster, file, setup);
    for (let n = 1; n <= imports; n += 1) await tryImport(cluster, `beside three workers, ${n}`);
    return refreshed;
  });
  for (let n = 1; n <= kills; n += 1) {
    await withCluster(folder, (cluster) => tryImport(cluster, `another node killed, ${n}`, 2));
  }
  return {
    sections: [
      {
        title: 'Refreshing over three processes on three Galera nodes, beside an import',
        rows: [
          {
            chains: setup.chains,
            refreshed: chains.refreshed,
            lost: chains.lost.length,
            'asked to try later': chains.later,
            seconds: round(chains.seconds, 1),
            'p50 ms': round(percentile(chains.latencies, 50), 0),
            'p99 ms': round(percentile(chains.latencies, 99), 0),
          },
        ],
      },
      { title: `Imports of ${rows} rows on three Galera nodes`, rows: importRows },
    ],
    targets: [
      { name: 'connections lost', limit: 0, value: chains.lost.length, sense: 'most' },
      { name: 'imports that failed or left wrong figures', limit: 0, value: wrong, sense: 'most' },
    ],
  };
}
