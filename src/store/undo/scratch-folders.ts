/**
 * The folders of scratch databases. Folders left by a killed process hold people's data, so they must be removed. SQLite locks
 * a file while it is open, and the lock ends with the process, so the lock tells whether a folder is in use.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from '../../database/sqlite-driver';
import type { PrivacyKeeper } from '../../rules/privacy/keeper';
import { placeIn, type Place } from './place';
import { makeFolder } from '../../shared/make-folder';

const file = 'replay.db';
/** A copy of the file from a moment ago, which an interrupted replay goes on with. */
const saved = 'saved.db';
/** A copy that is being written. */
const unsaved = 'saving.db';
/** How long an interrupted undo can go on with its copy, ms. */
const longestPause = 24 * 3_600_000;

/** The folder for the undo of a workspace. It is the same for every attempt, so each attempt removes what a killed one left. */
export function scratchFolder(keeper: PrivacyKeeper | undefined, organizationId: string): string {
  const name = createHash('sha256').update(organizationId).digest('hex').slice(0, 16);
  return keeper?.scratch === undefined ? join(tmpdir(), `leadlight-undo-${name}`) : join(keeper.scratch, name);
}

/** Recreates the folder, with an empty file that only its owner can read. Returns the file's path. */
export function makeScratch(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder, 0o700);
  const path = join(folder, file);
  closeSync(openSync(path, 'wx', 0o600));
  return path;
}

/**
 * The copy that an interrupted undo left: complete, or as it was last saved.
 * @param keys for one of which it must have been made.
 */
export function leftScratch(folder: string, keys: readonly string[]): { path: string; place: Place } | undefined {
  const path = join(folder, file);
  if (!existsSync(folder) || isInUse(path)) return undefined;
  const usable = (at: string): Place | undefined => {
    const place = existsSync(at) && statSync(at).mtimeMs > Date.now() - longestPause ? placeIn(at) : undefined;
    return place && keys.includes(place.key) ? place : undefined;
  };
  const complete = usable(path);
  if (complete?.isComplete) return { path, place: complete };
  const place = usable(join(folder, saved));
  if (!place) return undefined;
  for (const end of ['-wal', '-shm', '']) rmSync(path + end, { force: true });
  renameSync(join(folder, saved), path);
  return { path, place };
}

/** Saves a copy of a file that is open. It is copied in another thread, and takes the place of the last copy when it is whole. */
export async function saveScratch(path: string): Promise<void> {
  const folder = dirname(path);
  const copy = join(folder, unsaved);
  rmSync(copy, { force: true });
  closeSync(openSync(copy, 'wx', 0o600));
  const db = new DatabaseSync(path);
  try {
    await backup(db, copy, { rate: 2_000 });
  } finally {
    db.close();
  }
  renameSync(copy, join(folder, saved));
}

/** Removes the saved copy: the file itself is complete. */
export function forgetSaved(path: string): void {
  rmSync(join(dirname(path), saved), { force: true });
}

/** Whether an interrupted undo can go on with the folder. */
export const isResumable = (path: string): boolean =>
  existsSync(join(dirname(path), saved)) || placeIn(path)?.isComplete === true;

/** Folders that no process uses any more. */
export function leftScratches(keeper: PrivacyKeeper | undefined): string[] {
  const parent = keeper?.scratch;
  if (parent === undefined || !existsSync(parent)) return [];
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => !isInUse(join(folder, file)));
}

/**
 * Removes these folders. Returns how many.
 * @param but folders of undos that go on; a folder is kept for a day at most.
 */
export function removeLeftScratches(keeper: PrivacyKeeper | undefined, but: ReadonlySet<string> = new Set()): number {
  const left = leftScratches(keeper).filter((folder) => !but.has(folder) || isOld(folder));
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

function isOld(folder: string): boolean {
  const at = statSync(join(folder, file), { throwIfNoEntry: false });
  return (at?.mtimeMs ?? 0) < Date.now() - longestPause;
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
