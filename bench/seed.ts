/** The database that the read benchmarks ask: made once for each size and kept (`servers.ts` says where). */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../src/database/database';
import { migrateUp } from '../src/store/facade/migrate';
import { mysqlLoader, sqliteLoader } from './seed/load';
import { workspacesOf, writeWorkspaceRows, type WorldWorkspace } from './seed/world';
import { benchFolder, startServer, type DatabaseKind } from './servers';

/** Counted up when the rows change: older data is then rebuilt. */
const version = 4;
const fullSize = 1_000_000;
const database = 'leadlight';

export interface SeededDatabase {
  readonly kind: DatabaseKind;
  readonly url: string;
  readonly workspaces: readonly WorldWorkspace[];
  stop(): Promise<void>;
}

/**
 * Loads workspaces of the made-up world into an empty database.
 * @param folder for files on the way, which the server must be able to read.
 */
export async function fill(
  kind: DatabaseKind,
  url: string,
  workspaces: readonly WorldWorkspace[],
  folder: string,
): Promise<void> {
  const schemaUrl = kind === 'sqlite' ? `${url}.schema` : url;
  await migrate(schemaUrl);
  const loader = kind === 'sqlite' ? sqliteLoader(pathOf(url), pathOf(schemaUrl)) : await mysqlLoader(url, folder);
  const inKeyOrder = [...workspaces.entries()].sort(([, a], [, b]) => (a.id < b.id ? -1 : 1));
  for (const [number, workspace] of inKeyOrder) {
    await writeWorkspaceRows(workspace, number, loader.write, () => loader.breathe());
  }
  await loader.finish();
}

const pathOf = (sqliteUrl: string) => sqliteUrl.slice('sqlite:'.length);

/**
 * The seeded database, ready to be asked; its server runs until `stop`.
 * @param scale 1 for a million leads.
 */
export async function seededDatabase(
  kind: DatabaseKind,
  scale: number,
  say: (line: string) => void,
): Promise<SeededDatabase> {
  const totalLeads = Math.round(fullSize * scale);
  const folder = join(benchFolder, `reads-v${version}-${totalLeads}`, kind);
  const mark = join(folder, 'complete');
  if (!existsSync(mark)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const server = await startServer(kind, folder);
  const url = server.url(database);
  if (!existsSync(mark)) {
    say(`${kind}: loading ${totalLeads.toLocaleString('en')} leads into ${folder} …`);
    const start = Date.now();
    if (kind !== 'sqlite') await createDatabase(server.url('mysql'));
    await fill(kind, url, workspacesOf(totalLeads), folder);
    writeFileSync(mark, new Date().toISOString());
    say(`${kind}: loaded in ${Math.round((Date.now() - start) / 1000)} s`);
  } else await migrate(url);
  return { kind, url, workspaces: workspacesOf(totalLeads), stop: () => server.stop() };
}

/** Data that was loaded before a migration was added is kept. */
async function migrate(url: string): Promise<void> {
  const db = await Database.open(url);
  await migrateUp(db);
  await db.close();
}

async function createDatabase(adminUrl: string): Promise<void> {
  const db = await Database.open(adminUrl, { maxConnections: 1 });
  await db.run(`CREATE DATABASE ${database} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  await db.close();
}
