/** Makes sure that no deleted bytes stay in the database's files, as far as the database allows it. */
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/database';
import { personData } from './person-data';

export interface Purged {
  /** Whether the database files hold no deleted data any more. */
  readonly complete: boolean;
  /** What was done, and what is left to the operator of the server. */
  readonly notes: readonly string[];
}

/** How often to try emptying the log while readers prevent it. */
const attempts = 100;

/**
 * Rewrites the files of the database. On SQLite no deleted data remains. On a server, the logs that may still hold it are
 * named.
 */
export function purgeFiles(db: Database): Promise<Purged> {
  return db.dialect === 'sqlite' ? purgeSqlite(db) : purgeServer(db);
}

/** The same after secrets were encrypted. A server keeps their earlier form in its logs, whatever is done to its tables. */
export async function purgeFormerSecrets(db: Database): Promise<readonly string[]> {
  if (db.dialect === 'sqlite') return (await purgeSqlite(db)).notes;
  return ['binary logs, undo logs and backups of the server still hold their earlier form until they expire'];
}

/**
 * VACUUM rebuilds the file from the existing rows. The checkpoint empties the write-ahead log (sqlite.org/lang_vacuum.html).
 */
async function purgeSqlite(db: Database): Promise<Purged> {
  await db.run('VACUUM');
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [row] = await db.select<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
    if (row?.busy === 0) return { complete: true, notes: ['the database file was rebuilt and its log emptied'] };
    await setTimeout(100);
  }
  return {
    complete: false,
    notes: [
      'the database file was rebuilt, but its log is in use and was not emptied; run `leadlight privacy purge` again',
    ],
  };
}

/** InnoDB rebuilds a table for OPTIMIZE TABLE. The server itself must expire its logs. */
async function purgeServer(db: Database): Promise<Purged> {
  const tables = Object.entries(personData).filter(([, reaches]) => reaches.some(({ kind }) => kind !== 'nobody'));
  for (const [table] of tables) await db.select(`OPTIMIZE TABLE ${table}`);
  const notes = [`${tables.length} tables were rebuilt`];
  const binlogs = await binaryLogs(db);
  if (binlogs === undefined) notes.push('this account may not ask whether the server keeps binary logs');
  else if (binlogs.length > 0) {
    notes.push(
      `binary logs still hold the deleted rows until they expire or PURGE BINARY LOGS removes them: ${binlogs.join(', ')}`,
    );
  }
  notes.push(
    'the server overwrites its undo and redo logs over time; after restoring a backup, `privacy replay` cleans it',
  );
  return { complete: false, notes };
}

/** Names of the server's binary logs. Undefined when this account may not list them. */
async function binaryLogs(db: Database): Promise<string[] | undefined> {
  try {
    const [setting] = await db.select<{ Value: string }>("SHOW VARIABLES LIKE 'log_bin'");
    if (setting?.Value !== 'ON') return [];
    const logs = await db.select<{ Log_name: string }>('SHOW BINARY LOGS');
    return logs.map((log) => log.Log_name);
  } catch {
    return undefined;
  }
}
