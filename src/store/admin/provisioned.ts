/** Members of one workspace by what the application that keeps them calls them, and what may be known of an e-mail address. */
import { noteMemberChanged } from '../changes/note-changes';
import { newId } from '../../database/new-id';
import type { Database } from '../../database/database';
import { membershipRows, userRows } from '../models';
import { users, type Role } from '../tables/access';
import { insertInto } from '../../database/define';
import { normalizeEmail } from './members';

export interface ProvisionedMember {
  readonly userId: string;
  /** Null: no application keeps this member. */
  readonly externalId: string | null;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly active: boolean;
  /** Whether they sign in here with a password. */
  readonly hasPassword: boolean;
  /** Whether they belong to other workspaces too. */
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

/** The member whom the application calls so. */
export const memberCalled = (db: Database, organizationId: string, externalId: string) =>
  memberBy(db, organizationId, { column: 'm.external_id', value: externalId });

/** The member with this e-mail address. */
export const memberAt = (db: Database, organizationId: string, email: string) =>
  memberBy(db, organizationId, { column: 'u.email', value: normalizeEmail(email) });

/** Id of the account with this e-mail address, in whichever workspace. */
export async function accountAt(db: Database, email: string): Promise<string | undefined> {
  return (await userRows(db).find({ email: normalizeEmail(email) }))?.id;
}

/** Id of the one account that workspaces of a shared directory call so; undefined where they call none so, or several. */
export async function accountCalled(db: Database, externalId: string): Promise<string | undefined> {
  const rows = await db.select<{ user_id: string }>('SELECT DISTINCT user_id FROM memberships WHERE external_id = ?', [
    externalId,
  ]);
  return rows.length === 1 ? rows[0]?.user_id : undefined;
}

/** Makes an account without a password. @returns its id; undefined when the address is taken. */
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
  };
  return (await insertInto(db, users, [row], 'ignore')) === 1 ? id : undefined;
}

export interface NewPlace {
  readonly externalId: string;
  readonly role: Role;
  readonly active: boolean;
}

/** Makes an account a member. @throws the driver's error when it is one, or the external id is taken. */
export async function insertPlace(
  db: Database,
  organizationId: string,
  userId: string,
  { externalId, role, active }: NewPlace,
  now: number,
): Promise<void> {
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

/** Writes down what the application calls a member. */
export async function setExternalId(
  db: Database,
  organizationId: string,
  userId: string,
  externalId: string,
): Promise<void> {
  await membershipRows(db).update({ external_id: externalId }, { organization_id: organizationId, user_id: userId });
}

/** Changes address and name of an account that is a member of the workspace. */
export async function setAccountFacts(
  db: Database,
  organizationId: string,
  userId: string,
  facts: { readonly email: string; readonly displayName: string },
): Promise<void> {
  await db.transaction(async () => {
    await db.run(
      `UPDATE users SET email = ?, display_name = ? WHERE id = ?
         AND EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.organization_id = ?)`,
      [normalizeEmail(facts.email), facts.displayName, userId, organizationId],
    );
    await noteMemberChanged(db, userId);
  });
}

/** A member by the id of the account. */
export const memberWithId = (db: Database, organizationId: string, userId: string) =>
  memberBy(db, organizationId, { column: 'u.id', value: userId });
