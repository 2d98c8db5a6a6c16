/** The files in DATA_DIR that are worth as much as the database: secrets, and the ledger of people's requests. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingDefinitions, type SettingDefinition, type Settings } from '../../config/settings';
import { ledgerFile, suppressionKeyFile } from '../auth/privacy-keeper';
import { sessionSecretFile } from '../auth/session-secret';
import { makeFolder } from '../shared/make-folder';

/**
 * Every file of DATA_DIR that a backup holds, and what would be lost without it. Scratch databases are left out, since they end
 * with their undo.
 */
export const dataFiles = {
  [suppressionKeyFile]: 'recognises people who were erased or suppressed',
  [ledgerFile]: 'what people asked for',
  [sessionSecretFile]: 'signs sessions of people',
  'demo.json': 'keys and passwords of the demo',
} as const;

export interface DataFile {
  readonly name: string;
  readonly text: string;
}

/** The files that exist. */
export function readDataFiles(dataDir: string): DataFile[] {
  return Object.keys(dataFiles)
    .filter((name) => existsSync(join(dataDir, name)))
    .map((name) => ({ name, text: readFileSync(join(dataDir, name), 'utf8') }));
}

/** Names of existing files with other content, which a restore would lose. The ledger is merged, never lost. */
export function differingFiles(dataDir: string, files: readonly DataFile[]): string[] {
  const there = new Map(readDataFiles(dataDir).map(({ name, text }) => [name, text]));
  return files
    .filter(({ name, text }) => name !== ledgerFile && (there.get(name) ?? text) !== text)
    .map(({ name }) => name);
}

/** Writes files to their place, each completely or not at all, readable by their owner alone. */
export function placeDataFiles(dataDir: string, files: readonly DataFile[]): void {
  makeFolder(dataDir);
  for (const { name, text } of files) {
    const path = join(dataDir, name);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    placeWhole(path, name === ledgerFile ? joinedLedgers(text, before) : text);
  }
}

/** The lines of the backup, followed by those written since. */
function joinedLedgers(backup: string, here: string): string {
  const known = new Set(backup.split('\n'));
  const since = here.split('\n').filter((line) => line !== '' && !known.has(line));
  return [...backup.split('\n').filter((line) => line !== ''), ...since].map((line) => `${line}\n`).join('');
}

function placeWhole(path: string, text: string): void {
  const draft = `${path}.unfinished`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(draft, path);
}

/** Names of the settings that hold secrets here. The address of the database is left out, because a backup does not need it. */
export function secretSettings(settings: Settings): string[] {
  const held = new Map<string, unknown>(Object.entries(settings));
  return Object.entries<SettingDefinition>(settingDefinitions)
    .filter(([name, { secret }]) => secret && name !== 'DATABASE_URL' && held.get(name) !== undefined)
    .map(([name]) => name);
}
