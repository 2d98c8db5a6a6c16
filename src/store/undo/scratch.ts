/**
 * A scratch database in which a workspace is rebuilt from its log. Readers of the live database never see a half-done state.
 * The file exists as long as the undo. A later undo removes one left by a killed process.
 */
import { rmSync } from 'node:fs';
import { Database } from '../../database/database';
import { migrateUp } from '../migrate';
import { memberships, organizations, serviceState, users } from '../tables/access';
import { forgetFileAt, noteRejectsFile } from '../privacy/rejects-files';
import { keeperOf, withKeeper } from '../privacy/keeper';
import type { PrivacyKeeper } from '../../rules/privacy/keeper';
import { insertInto, type RowOf } from '../../database/define';
import { privacyMarks } from '../tables/privacy';
import { fileAt, makeScratch, removeLeftScratches } from './scratch-folders';

export interface Scratch {
  readonly db: Database;
  /** Whether its file is gone or replaced, because an erasure removed it. */
  isLost(): boolean;
  close(): Promise<void>;
}

/** @param folder used by this undo only. It is emptied first and removed at the end. */
export async function openScratch(live: Database, organizationId: string, folder: string): Promise<Scratch> {
  removeLeftScratches(keeperOf(live));
  // An erasure on another machine finds it, also after this process was killed.
  await noteRejectsFile(live, organizationId, folder, Date.now());
  const path = makeScratch(folder);
  const own = fileAt(path);
  const isLost = () => fileAt(path) !== own;
  const db = withKeeper(await Database.open(`sqlite:${path}`, { breathes: true }), silent(keeperOf(live)));
  const close = async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
    await forgetFileAt(live, organizationId, folder);
  };
  try {
    await migrateUp(db);
    await copyMembers(live, db, organizationId);
    await copyMarks(live, db, organizationId);
  } catch (error) {
    const wasRemoved = isLost();
    await close();
    // An erasure removed it while it was filled.
    if (wasRemoved) return openScratch(live, organizationId, folder);
    throw error;
  }
  return { db, isLost, close };
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
