/**
 * Where scratch databases lie, and those that a killed process left: they hold people, so they must not stay. Whether one is in use is
 * told by the lock that SQLite holds as long as a file is open, which ends with its process.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import type { PrivacyKeeper } from '../../rules/privacy/keeper';

const file = 'replay.db';

/** The folder for the undo of a workspace: the same for every attempt, so that each removes what a killed one left. */
export function scratchFolder(keeper: PrivacyKeeper | undefined, organizationId: string): string {
  const name = createHash('sha256').update(organizationId).digest('hex').slice(0, 16);
  return keeper?.scratch === undefined ? join(tmpdir(), `leadlight-undo-${name}`) : join(keeper.scratch, name);
}

/** Makes the folder again, with an empty file that its owner alone may read. Returns the file's path. */
export function makeScratch(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, file);
  closeSync(openSync(path, 'wx', 0o600));
  return path;
}

/** Folders that nobody uses any more. */
export function leftScratches(keeper: PrivacyKeeper | undefined): string[] {
  const parent = keeper?.scratch;
  if (parent === undefined || !existsSync(parent)) return [];
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => !isInUse(join(folder, file)));
}

/** Removes them; returns how many. */
export function removeLeftScratches(keeper: PrivacyKeeper | undefined): number {
  const left = leftScratches(keeper);
  for (const folder of left) rmSync(folder, { recursive: true, force: true });
  return left.length;
}

/**
 * Removes the copy of one workspace although an undo may be using it, because somebody of it was erased: that undo finds its copy gone
 * and makes another one from the log, which must be without them by now. Others in use stay.
 */
export function removeScratchOf(keeper: PrivacyKeeper | undefined, organizationId: string): void {
  removeLeftScratches(keeper);
  if (keeper?.scratch !== undefined) rmSync(scratchFolder(keeper, organizationId), { recursive: true, force: true });
}

/** Tells one file from another that has its path later. */
export function fileAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

/** An empty file is about to be opened. */
function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  if (statSync(path).size === 0) return true;
  const db = new Libsql(path, { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('ROLLBACK');
    return false;
  } catch (error) {
    // Anything but a lock, such as a file that was cut off, means that nobody can work with it.
    return error instanceof Error && /lock|busy/i.test(error.message);
  } finally {
    db.close();
  }
}
