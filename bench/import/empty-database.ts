/** A database with one workspace in it that has a customer profile and nothing else, and how large an export for it is. */
import { Database } from '../../src/database/database';
import { migrateUp } from '../../src/store/facade/migrate';
import { organizations } from '../../src/store/tables/access';
import { insertInto } from '../../src/database/define';
import { icpDefinitions } from '../../src/store/tables/leads';
import type { BenchServer, DatabaseKind } from '../servers';
import type { ExportSize } from './export-file';

export const organizationId = '00000000-0000-7000-8000-000000000001';

export const sizeOf = (rows: number): ExportSize => ({
  rows,
  people: Math.max(100, Math.round(rows / 10)),
  posts: Math.max(20, Math.round(rows / 1000)),
});

/** Makes it; returns its address. */
export async function emptyDatabase(kind: DatabaseKind, server: BenchServer, name: string): Promise<string> {
  if (kind !== 'sqlite') {
    const admin = await Database.open(server.url('mysql'), { maxConnections: 1 });
    await admin.run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    await admin.close();
  }
  await startWorkspace(server.url(name));
  return server.url(name);
}

/** Makes the tables of an empty database and the workspace. */
export async function startWorkspace(databaseUrl: string): Promise<void> {
  const db = await Database.open(databaseUrl);
  await migrateUp(db);
  await insertInto(db, organizations, [{ id: organizationId, name: 'Bench', revision: 0, created_at: Date.now() }]);
  const definition = JSON.stringify({ seniorities: ['director', 'vp', 'cxo'], functions: ['sales', 'marketing'] });
  await insertInto(db, icpDefinitions, [{ organization_id: organizationId, version: 1, definition, created_at: 0 }]);
  await db.close();
}
