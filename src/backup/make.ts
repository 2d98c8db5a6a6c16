/** Writes a backup: the whole database as of one moment, with the secrets and the ledger beside it, in one file. */
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Settings } from '../../config/settings';
import { schemaOf } from '../store/backup/replace';
import { snapshotOf } from '../store/backup/snapshot';
import type { Database } from '../database/database';
import { readDataFiles, secretSettings } from './data-files';
import { BackupLines, type BackupHeader } from './format';

export interface MadeBackup {
  readonly bytes: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly files: readonly string[];
  readonly keptElsewhere: readonly string[];
}

/** The file exists already. */
export class BackupExists extends Error {
  override readonly name = 'BackupExists';
}

export interface BackupOptions {
  /** Release of Leadlight. */
  readonly release: string;
  /** Epoch ms. */
  readonly now: number;
  /** Replaces an existing file. */
  readonly overwrite: boolean;
}

/**
 * Makes a backup while others may work with the database. The file gets its name when it is complete, and only its owner can
 * read it.
 * @throws BackupExists; Error when the file cannot be written. Nothing is left behind then.
 */
export async function makeBackup(
  db: Database,
  settings: Settings,
  path: string,
  { release, now, overwrite }: BackupOptions,
): Promise<MadeBackup> {
  if (!overwrite && existsSync(path)) throw new BackupExists(path);
  const keptElsewhere = secretSettings(settings);
  const schema = await schemaOf(db);
  const header: BackupHeader = {
    format: 'leadlight-backup',
    version: 1,
    createdAt: new Date(now).toISOString(),
    release,
    database: db.serverVersion,
    ...schema,
    keptElsewhere,
  };
  const lines = new BackupLines();
  const done: { rows: MadeBackup['rows']; files: string[] } = { rows: {}, files: [] };
  async function* everything(): AsyncGenerator<string> {
    yield lines.header(header);
    for await (const { table, columns, parts } of snapshotOf(db, settings.DATABASE_URL)) {
      yield lines.startTable(table, columns);
      for await (const rows of parts) yield lines.tableRows(rows);
    }
    // Read after the database, so that requests made meanwhile are in the ledger. A restore carries them out again.
    for (const { name, text } of readDataFiles(settings.DATA_DIR)) {
      done.files.push(name);
      yield lines.file(name, text);
    }
    const { text, rows } = lines.end();
    done.rows = rows;
    yield text;
  }
  const draft = `${path}.unfinished`;
  rmSync(draft, { force: true });
  const keepWhenEnded = removeWhenEnded(draft);
  try {
    await pipeline(
      Readable.from(everything()),
      createGzip({ level: 5 }),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    );
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
    keepWhenEnded();
  }
  await syncFolder(dirname(path));
  return { bytes: (await stat(path)).size, ...done, keptElsewhere };
}

/**
 * Removes a draft when the process is told to end, which then ends as that signal ends it: a draft holds people's data and keys.
 * @returns what stops this.
 */
function removeWhenEnded(draft: string): () => void {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const end = (signal: NodeJS.Signals) => {
    rmSync(draft, { force: true });
    release();
    process.kill(process.pid, signal);
  };
  const release = () => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  return release;
}

/** Makes the name survive a loss of power, where the system can do that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
