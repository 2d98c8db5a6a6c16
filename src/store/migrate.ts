/** Migrations: the ordered list, running them, and refusing to serve on an older schema. */
import { Umzug, type UmzugStorage } from 'umzug';
import type { QueryInterface } from 'sequelize';
import type { Database } from './database';
import { baseline } from './migrations/0001-baseline';
import type { Migration } from './migrations/migration';
import { oauth } from './migrations/0002-oauth';
import { jobs } from './migrations/0004-jobs';

/** In the order they are applied. */
const migrations: readonly Migration[] = [baseline, oauth, jobs];

const journal = 'schema_migrations';

/** Which migrations ran, in a table of the same database. */
function storageOf(db: Database): UmzugStorage<QueryInterface> {
  return {
    async logMigration({ name }) {
      await db.run(`INSERT INTO ${journal} (name, applied_at) VALUES (?, ?)`, [name, Date.now()]);
    },
    async unlogMigration({ name }) {
      await db.run(`DELETE FROM ${journal} WHERE name = ?`, [name]);
    },
    async executed() {
      const rows = await db.select<{ name: string }>(`SELECT name FROM ${journal} ORDER BY name`);
      return rows.map((row) => row.name);
    },
  };
}

function umzugOf(db: Database): Umzug<QueryInterface> {
  return new Umzug({
    migrations: [...migrations],
    context: db.sequelize.getQueryInterface(),
    storage: storageOf(db),
    logger: undefined,
  });
}

async function createJournal(db: Database): Promise<void> {
  const name = db.dialect === 'sqlite' ? 'TEXT' : 'VARCHAR(100)';
  await db.run(`CREATE TABLE IF NOT EXISTS ${journal} (name ${name} NOT NULL PRIMARY KEY, applied_at BIGINT NOT NULL)`);
}

async function journalExists(db: Database): Promise<boolean> {
  const sql =
    db.dialect === 'sqlite'
      ? `SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = ?`
      : 'SELECT 1 AS found FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?';
  return (await db.select(sql, [journal])).length > 0;
}

/** Names of the migrations that have not run yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  if (!(await journalExists(db))) return migrations.map((migration) => migration.name);
  const executed = new Set(await storageOf(db).executed({ context: db.sequelize.getQueryInterface() }));
  return migrations.map((migration) => migration.name).filter((name) => !executed.has(name));
}

/**
 * Brings the schema up to date. Of several processes doing so at once, one does it and the others wait and find it done.
 * @returns names of the migrations that this call applied.
 */
export async function migrateUp(db: Database): Promise<string[]> {
  return withMigrationLock(db, async () => {
    const applied = await umzugOf(db).up();
    return applied.map((migration) => migration.name);
  });
}

/** Takes back the newest migration, or all of them with `to: 0`. Returns the names taken back. */
export async function migrateDown(db: Database, to?: 0): Promise<string[]> {
  return withMigrationLock(db, async () => {
    const reverted = await umzugOf(db).down(to === 0 ? { to } : {});
    return reverted.map((migration) => migration.name);
  });
}

/**
 * SQLite: one write transaction around everything (its DDL is transactional), so a second process waits for the file lock.
 * MySQL: DDL commits by itself, so a named lock of the server is held on one connection meanwhile.
 */
async function withMigrationLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.dialect === 'sqlite') {
    return db.transaction(async () => {
      await createJournal(db);
      return work();
    });
  }
  return db.withServerLock('leadlight_migrations', 600, async () => {
    await createJournal(db);
    return work();
  });
}
