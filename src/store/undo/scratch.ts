/**
 * A scratch database in which a workspace is rebuilt from its log. Readers of the live database never see a half-done state.
 * The file exists as long as the undo. A later undo removes one left by a killed process.
 */
import { rmSync } from 'node:fs';
import { Database } from '../../database/database';
import { migrateUp } from '../facade/migrate';
import { memberships, organizations, serviceState, users } from '../tables/access';
import { forgetFileAt, noteRejectsFile } from '../privacy/rejects-files';
import { keeperOf, withKeeper } from '../statements/keeper';
import type { PrivacyKeeper } from '../../rules/privacy/keeper';
import { insertInto, type RowOf } from '../../database/define';
import { privacyMarks } from '../tables/privacy';
import { writePlace, type Place } from './place';
import { foldersUndoing } from './folders-undoing';
import {
  fileAt,
  forgetSaved,
  isResumable,
  leftScratch,
  makeScratch,
  removeLeftScratches,
  saveScratch,
} from './scratch-folders';

export interface Scratch {
  readonly db: Database;
  /** How far an interrupted undo had come. Undefined: it is empty. */
  readonly place: Place | undefined;
  /** Keeps a copy as it is now, with its place, in another thread. Nothing may write meanwhile. */
  save(place: Place): Promise<void>;
  /** Notes the place in the database itself. A complete one needs no copy. */
  note(place: Place): Promise<void>;
  /** Whether its file is gone or replaced, because an erasure removed it. */
  isLost(): boolean;
  /** @param keeps whether the undo goes on later: what it can go on with stays. */
  close(keeps?: boolean): Promise<void>;
}

/**
 * @param folder used by this undo only, and removed at the end.
 * @param keys what the copy may be made for. One that an interrupted undo left is used again when it has one of them.
 */
export async function openScratch(
  live: Database,
  organizationId: string,
  folder: string,
  keys: readonly string[],
): Promise<Scratch> {
  removeLeftScratches(keeperOf(live), await goingOn(live, folder));
  // An erasure on another machine finds it, also after this process was killed.
  await noteRejectsFile(live, organizationId, folder, Date.now());
  const left = leftScratch(folder, keys);
  const path = left?.path ?? makeScratch(folder);
  const own = fileAt(path);
  const isLost = () => fileAt(path) !== own;
  const db = withKeeper(await Database.open(`sqlite:${path}`, { breathes: true }), silent(keeperOf(live)));
  const close = async (keeps = false) => {
    await db.close();
    if (keeps && !isLost() && isResumable(path)) return;
    rmSync(folder, { recursive: true, force: true });
    await forgetFileAt(live, organizationId, folder);
  };
  const note = async (place: Place) => {
    await writePlace(db, place);
    if (place.isComplete) forgetSaved(path);
  };
  const save = async (place: Place) => {
    await writePlace(db, place);
    await saveScratch(path);
  };
  if (left) return { db, place: left.place, save, note, isLost, close };
  try {
    await migrateUp(db);
    await copyMembers(live, db, organizationId);
    await copyMarks(live, db, organizationId);
  } catch (error) {
    const wasRemoved = isLost();
    await close();
    // An erasure removed it while it was filled.
    if (wasRemoved) return openScratch(live, organizationId, folder, keys);
    throw error;
  }
  return { db, place: undefined, save, note, isLost, close };
}

/** Folders of undos that wait or are under way, and this one. */
async function goingOn(live: Database, folder: string): Promise<Set<string>> {
  return new Set([folder, ...(await foldersUndoing(live))]);
}

/** Copies the workspace without data, and its members, because CRM rows name owners by e-mail. */
async function copyMembers(live: Database, scratch: Database, organizationId: string): Promise<void> {
  const members = await live.select<RowOf<typeof memberships>>('SELECT * FROM memberships WHERE organization_id = ?', [
    organizationId,
  ]);
  const people = await live.select<RowOf<typeof users>>(
    'SELECT u.* FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = ?',
    [organizationId],
  );
  const [workspace] = await live.select<{ name: string }>('SELECT name FROM organizations WHERE id = ?', [
    organizationId,
  ]);
  // The workspace's name also identifies people of its own company.
  const name = workspace?.name ?? '';
  await insertInto(scratch, organizations, [{ id: organizationId, name, revision: 0, created_at: 0 }]);
  await insertInto(
    scratch,
    users,
    people.map((row) => ({ ...row, password_hash: null })),
  );
  // A member who has left since was a member when the rows were imported.
  await insertInto(
    scratch,
    memberships,
    members.map((row) => ({ ...row, active: 1 })),
  );
}

/** Copies the marks of people whom the workspace must not store or contact, so that replayed data is filtered like imports. */
async function copyMarks(live: Database, scratch: Database, organizationId: string): Promise<void> {
  const marks = await live.select<RowOf<typeof privacyMarks>>('SELECT * FROM privacy_marks WHERE organization_id = ?', [
    organizationId,
  ]);
  await insertInto(scratch, privacyMarks, marks);
  const key = await live.select<RowOf<typeof serviceState>>(
    `SELECT * FROM service_state WHERE name = 'suppression_key'`,
  );
  await insertInto(scratch, serviceState, key);
}

/** A keeper that recognises the same people but adds nothing to the ledger: replayed events were noted when they happened. */
const silent = (keeper: PrivacyKeeper | undefined): PrivacyKeeper | undefined =>
  keeper && { key: () => keeper.key(), makeKey: () => keeper.makeKey(), note: () => undefined, noted: () => [] };
