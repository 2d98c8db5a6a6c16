/**
 * Restores a backup: first checks it from end to end, then writes the files of DATA_DIR, then the database. If it is killed,
 * run it again.
 */
import type { Settings } from '../../config/settings';
import { completeLedger, ledgerState, replayLedger, type Replayed } from '../privacy/replay';
import { canMake, heldBy, replaceContents, type StoredRows } from '../store/backup/replace';
import type { Database } from '../database/database';
import { keyState } from '../store/statements/key-check';
import { purgeFiles } from '../store/privacy/purge';
import { dataFiles, differingFiles, placeDataFiles, secretSettings, type DataFile } from './data-files';
import { DamagedBackup, readBackup, type BackupHeader } from './format';

/** The content of a complete backup. */
export interface CheckedBackup {
  readonly header: BackupHeader;
  readonly files: readonly DataFile[];
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Reads a backup to its end and compares its checksum. Writes nothing.
 * @throws DamagedBackup, also when a newer release made it.
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let rows: Readonly<Record<string, number>> = {};
  const files: DataFile[] = [];
  for await (const line of readBackup(path)) {
    if (line.kind === 'header') ({ header } = line);
    else if (line.kind === 'file') files.push({ name: line.name, text: line.text });
    else if (line.kind === 'end') ({ rows } = line);
  }
  if (!header) throw new DamagedBackup('it is empty');
  if (!canMake(header)) {
    throw new DamagedBackup(
      `Leadlight ${header.release} made it from a schema that this version does not know: restore it with that version or a newer one`,
    );
  }
  const unknown = files.find(({ name }) => !(name in dataFiles));
  if (unknown) throw new DamagedBackup(`this version does not know its file ${unknown.name}`);
  return { header, files, rows };
}

/** What a restore would lose here. Empty when it may begin. */
export async function inTheWay(db: Database, settings: Settings, { files }: CheckedBackup): Promise<string[]> {
  const differing = differingFiles(settings.DATA_DIR, files).map((name) => `another ${name} in DATA_DIR`);
  return [...((await heldBy(db)) === 'data' ? ['a database with workspaces or people'] : []), ...differing];
}

export interface Restored {
  /** Requests made after the backup that were carried out again; null when there were none, or when their key is not here. */
  readonly replayed: Replayed | null;
  /** Secrets that were settings where the backup was made, and are not set here. */
  readonly missingSettings: readonly string[];
}

/**
 * Replaces what is here with the backup.
 * @param db of the same settings. It may have any schema.
 * @param now epoch ms.
 */
export async function restoreBackup(
  db: Database,
  settings: Settings,
  path: string,
  { header, files }: CheckedBackup,
  now: number,
): Promise<Restored> {
  placeDataFiles(settings.DATA_DIR, files);
  await replaceContents(db, header, () => rowsOf(path));
  const here = new Set(secretSettings(settings));
  const missingSettings = header.keptElsewhere.filter((name) => !here.has(name));
  return { replayed: await catchUp(db, now), missingSettings };
}

async function* rowsOf(path: string): AsyncGenerator<StoredRows, void, undefined> {
  for await (const line of readBackup(path)) if (line.kind === 'rows') yield line;
}

/** Carries out the requests in the ledger since the backup, so that no erased person returns with an older backup. */
async function catchUp(db: Database, now: number): Promise<Replayed | null> {
  const key = await keyState(db);
  if (key === 'missing' || key === 'different') return null;
  const { behind, undeleted, unnoted } = await ledgerState(db);
  if (unnoted > 0) await completeLedger(db);
  if (behind === 0 && undeleted.length === 0) return null;
  const replayed = await replayLedger(db, now);
  await purgeFiles(db);
  return replayed;
}
