/**
 * The folders of scratch databases. Folders left by a killed process hold people's data, so they must be removed. SQLite locks
 * a file while it is open, and the lock ends with the process, so the lock tells whether a folder is in use.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '../../database/sqlite-driver';
import type { PrivacyKeeper } from '../../rules/privacy/keeper';

const file = 'replay.db';

/** The folder for the undo of a workspace. It is the same for every attempt, so each attempt removes what a killed one left. */
export function scratchFolder(keeper: PrivacyKeeper | undefined, organizationId: string): string {
  const name = createHash('sha256').update(organizationId).digest('hex').slice(0, 16);
  return keeper?.scratch === undefined ? join(tmpdir(), `leadlight-undo-${name}`) : join(keeper.scratch, name);
}

/** Recreates the folder, with an empty file that only its owner can read. Returns the file's path. */
export function makeScratch(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, file);
  closeSync(openSync(path, 'wx', 0o600));
  return path;
}

/** Folders that no process uses any more. */
export function leftScratches(keeper: PrivacyKeeper | undefined): string[] {
  const parent = keeper?.scratch;
  if (parent === undefined || !existsSync(parent)) return [];
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => !isInUse(join(folder, file)));
}

/** Removes these folders. Returns how many. */
export function removeLeftScratches(keeper: PrivacyKeeper | undefined): number {
  const left = leftScratches(keeper);
  for (const folder of left) rmSync(folder, { recursive: true, force: true });
  return left.length;
}

/**
 * Removes the scratch copy of one workspace after a person was erased, even if an undo is using it. That undo finds its copy
 * gone and makes another from the log, from which the person must already be removed. Other copies in use stay.
 */
export function removeScratchOf(keeper: PrivacyKeeper | undefined, organizationId: string): void {
  removeLeftScratches(keeper);
  if (keeper?.scratch !== undefined) rmSync(scratchFolder(keeper, organizationId), { recursive: true, force: true });
}

/** Identifies a file, so that a later file at the same path can be told from it. */
export function fileAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

/** An empty file is about to be opened. */
function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  if (statSync(path).size === 0) return true;
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('ROLLBACK');
    return false;
  } catch (error) {
    // Any error but a lock, such as a truncated file, means that no process can be using it.
    return error instanceof Error && /lock|busy/i.test(error.message);
  } finally {
    db.close();
  }
}
