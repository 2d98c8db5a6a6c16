/** Imports into a cluster beside workers that score on every node, and what is in the tables when all have ended. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { GaleraNode } from '../../scripts/galera';
import { importFile } from '../../src/ingest/import/importer';
import { enqueue } from '../../src/jobs/enqueue';
import { createOrganization } from '../../src/store/access/organizations';
import { checkCounts } from '../../src/store/writes/check-counts';
import { Database } from '../../src/database/database';
import { migrateUp } from '../../src/store/facade/migrate';
import { rescore } from '../../src/interfaces/worker/rescoring';
import { start, type Programs, type Running } from './programs';

/** What a workspace holds: figures that do not depend on when it was scored. */
export type Contents = Readonly<Record<string, number>>;

const counted = ['people', 'person_identities', 'posts', 'engagements', 'leads', 'accounts', 'account_summaries'];

export async function contentsOf(db: Database, organizationId: string): Promise<Contents> {
  const contents: Record<string, number> = {};
  for (const table of counted) {
    const [row] = await db.select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE organization_id = ?`, [
      organizationId,
    ]);
    contents[table] = row?.n ?? 0;
  }
  const [sums] = await db.select<{ icp: number; signals: number }>(
    'SELECT SUM(icp_match_percent) AS icp, SUM(signal_count) AS signals FROM leads WHERE organization_id = ?',
    [organizationId],
  );
  const { differences } = await checkCounts(db, organizationId);
  return {
    ...contents,
    icp: sums?.icp ?? 0,
    signals: sums?.signals ?? 0,
    differences: differences.length,
  };
}

/** What an import of the file leaves when nobody disturbs it: on a SQLite file. */
export async function undisturbed(file: string, folder: string): Promise<Contents> {
  const db = await Database.open(`sqlite:${folder}/undisturbed-${randomBytes(4).toString('hex')}.db`);
  try {
    await migrateUp(db);
    const organization = await createOrganization(db, 'undisturbed', Date.now());
    if (!organization) throw new Error('the name is taken');
    const network = { namespace: 'li', hosts: ['linkedin.com'] };
    await importFile(db, organization.id, file, { network, now: Date.now() });
    return await contentsOf(db, organization.id);
  } finally {
    await db.close();
  }
}

export interface ClusterImport {
  readonly programs: Programs;
  readonly nodes: readonly GaleraNode[];
  readonly database: string;
  readonly file: string;
  /** Name of the new workspace. */
  readonly workspace: string;
  /** Index of the node that is killed while the import runs, through the first node. */
  readonly killed?: number;
}

export interface ClusterImportResult {
  readonly contents: Contents;
  readonly seconds: number;
  /** How often everybody was scored again meanwhile. */
  readonly rescored: number;
}

/** How long the workers may take to end what the import left. */
const patienceMs = 240_000;

/** @throws Error when the import or a worker of a living node fails, or work is left for minutes. */
export async function importIntoCluster(setup: ClusterImport): Promise<ClusterImportResult> {
  const { programs, nodes, database, file, workspace, killed } = setup;
  const env = (node: GaleraNode) => ({ DATABASE_URL: node.url(database) });
  const [first, ...others] = nodes;
  if (!first) throw new Error('no node');
  const db = await Database.open(first.url(database));
  const workers: Running[] = [];
  try {
    const organization = await createOrganization(db, workspace, Date.now());
    if (!organization) throw new Error('the name is taken');
    const organizationId = organization.id;
    for (const node of nodes) workers.push(start(programs, ['worker'], env(node)));
    const begun = performance.now();
    const importing = start(programs, ['import', file, '--workspace', workspace], env(first));
    let rescored = 0;
    while (importing.ended() === undefined) {
      // The people imported so far are scored again on all nodes while the import goes on.
      const { added } = await enqueue(db, rescore, {}, { organizationId, uniqueKey: 'daily' });
      if (added) rescored += 1;
      if (killed !== undefined && performance.now() - begun > 2_500) await others[killed - 1]?.kill();
      await setTimeout(300);
    }
    await importing.succeeded();
    const seconds = (performance.now() - begun) / 1000;
    await workDone(db, organizationId);
    for (const [at, worker] of workers.entries()) {
      if (worker.ended() !== undefined && at !== killed) await worker.succeeded();
    }
    return { contents: await contentsOf(db, organizationId), seconds, rescored };
  } finally {
    for (const worker of workers) await worker.end('SIGKILL');
    await db.close();
  }
}

async function workDone(db: Database, organizationId: string): Promise<void> {
  for (const giveUpAt = performance.now() + patienceMs; performance.now() < giveUpAt;) {
    const { pending } = await checkCounts(db, organizationId);
    const [row] = await db.select<{ open: number }>(
      `SELECT COUNT(*) AS open FROM jobs WHERE organization_id = ? AND status NOT IN ('done', 'dead', 'cancelled')`,
      [organizationId],
    );
    if (pending === 0 && Number(row?.open) === 0) return;
    await setTimeout(500);
  }
  throw new Error('work was left some minutes after the import');
}
