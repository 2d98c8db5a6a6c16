/** Members of one workspace by the external ids that their application gives them, and look-ups by e-mail address. */
import { noteMemberChanged } from '../log/note-changes';
import { newId } from '../../database/new-id';
import type { Database } from '../../database/database';
import { membershipRows, userRows } from '../tables/models';
import { users, type Role } from '../tables/access';
import { insertInto } from '../../database/define';
import { withdrawLinksOf } from './links';
import { doubtAddress, expectRoomForMember, normalizeEmail } from './members';

export interface ProvisionedMember {
  readonly userId: string;
  /** Null: no application manages this member. */
  readonly externalId: string | null;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly active: boolean;
  /** Whether the member signs in here with a password. */
  readonly hasPassword: boolean;
  /** Whether the member belongs to other workspaces too. */
  readonly elsewhere: boolean;
}

type Key = { readonly column: 'm.external_id' | 'u.email' | 'u.id'; readonly value: string };

async function memberBy(db: Database, organizationId: string, key: Key): Promise<ProvisionedMember | undefined> {
  const [row] = await db.select<{
    user_id: string;
    external_id: string | null;
    email: string;
    display_name: string;
    role: Role;
    active: 0 | 1;
    has_password: 0 | 1;
    elsewhere: 0 | 1;
  }>(
    `SELECT m.user_id, m.external_id, u.email, u.display_name, m.role, m.active,
       CASE WHEN u.password_hash IS NULL THEN 0 ELSE 1 END AS has_password,
       EXISTS (SELECT 1 FROM memberships o WHERE o.user_id = m.user_id AND o.organization_id <> m.organization_id) AS elsewhere
       FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = ? AND ${key.column} = ?`,
    [organizationId, key.value],
  );
  return (
    row && {
      userId: row.user_id,
      externalId: row.external_id,
      email: row.email,
      displayName: row.display_name,
      role: row.role,
      active: row.active === 1,
      hasPassword: row.has_password === 1,
      elsewhere: row.elsewhere === 1,
    }
  );
}

/** Finds the member with this external id. */
export const memberCalled = (db: Database, organizationId: string, externalId: string) =>
  memberBy(db, organizationId, { column: 'm.external_id', value: externalId });

/** Finds the member with this e-mail address. */
export const memberAt = (db: Database, organizationId: string, email: string) =>
  memberBy(db, organizationId, { column: 'u.email', value: normalizeEmail(email) });

/** Id of the user account with this e-mail address, in any workspace. */
export async function accountAt(db: Database, email: string): Promise<string | undefined> {
  return (await userRows(db).find({ email: normalizeEmail(email) }))?.id;
}

/** Whether the holder of a user account was shown to read its address. */
export async function isProved(db: Database, userId: string): Promise<boolean> {
  return ((await userRows(db).find({ id: userId }))?.proved_at ?? null) !== null;
}

/**
 * Id of the user account with this external id in workspaces of a shared directory. Undefined when there is none, or several.
 */
export async function accountCalled(db: Database, externalId: string): Promise<string | undefined> {
  const rows = await db.select<{ user_id: string }>('SELECT DISTINCT user_id FROM memberships WHERE external_id = ?', [
    externalId,
  ]);
  return rows.length === 1 ? rows[0]?.user_id : undefined;
}

/** Creates a user account without a password. @returns its id; undefined when the address is taken. */
export async function insertAccount(
  db: Database,
  email: string,
  displayName: string,
  now: number,
): Promise<string | undefined> {
  const id = newId();
  const row = {
    id,
    email: normalizeEmail(email),
    display_name: displayName,
    password_hash: null,
    created_at: now,
    sessions_not_before: null,
    proved_at: null,
  };
  return (await insertInto(db, users, [row], 'ignore')) === 1 ? id : undefined;
}

export interface NewPlace {
  readonly externalId: string;
  readonly role: Role;
  readonly active: boolean;
}

/**
 * Makes a user account a member. Must run in the workspace's turn.
 * @throws OperationError `conflict` when the workspace has too many; the driver's error when it is a member already, or the
 * external id is taken.
 */
export async function insertPlace(
  db: Database,
  organizationId: string,
  userId: string,
  { externalId, role, active }: NewPlace,
  now: number,
): Promise<void> {
  await expectRoomForMember(db, organizationId);
  await membershipRows(db).insert({
    organization_id: organizationId,
    user_id: userId,
    role,
    active: active ? 1 : 0,
    created_at: now,
    updated_at: now,
    external_id: externalId,
    sessions_not_before: null,
  });
}

/** Stores a member's external id. */
export async function setExternalId(
  db: Database,
  organizationId: string,
  userId: string,
  externalId: string,
): Promise<void> {
  await membershipRows(db).update({ external_id: externalId }, { organization_id: organizationId, user_id: userId });
}

/**
 * Changes e-mail address and name of a user account that is a member of the workspace. With another address, links that were sent
 * to the former one end, and nothing shows any more that the holder of the account reads its address.
 */
export async function setAccountFacts(
  db: Database,
  organizationId: string,
  userId: string,
  facts: { readonly email: string; readonly displayName: string },
  now = Date.now(),
): Promise<void> {
  await db.transaction(async () => {
    const email = normalizeEmail(facts.email);
    const holder = await userRows(db).find({ id: userId });
    const changed = await db.run(
      `UPDATE users SET email = ?, display_name = ? WHERE id = ?
         AND EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.organization_id = ?)`,
      [email, facts.displayName, userId, organizationId],
    );
    if (changed > 0 && holder?.email !== email) {
      await doubtAddress(db, userId);
      for (const kind of ['RESET', 'SIGN_IN'] as const) await withdrawLinksOf(db, userId, kind, now);
    }
    await noteMemberChanged(db, userId);
  });
}

/** Finds a member by user id. */
export const memberWithId = (db: Database, organizationId: string, userId: string) =>
  memberBy(db, organizationId, { column: 'u.id', value: userId });
