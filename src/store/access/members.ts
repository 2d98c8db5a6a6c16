/** Members of a workspace: users (one per e-mail address) and their memberships (one per workspace). */
import { newId } from '../../database/new-id';
import type { Database } from '../../database/database';
import { stopWhatLeft } from '../digests/digests';
import { withdrawInvitations } from './links';
import { endSessionsOf } from './session-rows';
import { membershipRows, userRows } from '../tables/models';
import { memberships, type users, type Role } from '../tables/access';
import { insertInto, type RowOf } from '../../database/define';
import { OperationError } from '../../shared/errors';
import { writeWorkspace } from '../log/workspace-lock';

export type UserRow = RowOf<typeof users>;

/** Members of one workspace. Inactive ones count: what they did keeps their names, so they stay. */
export const mostMembers = 10_000;

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly active: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Brings an e-mail address to the form that is compared: lower case, without surrounding blanks. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return userRows(db).find({ email: normalizeEmail(email) });
}

export async function findUserById(db: Database, userId: string): Promise<UserRow | undefined> {
  return userRows(db).find({ id: userId });
}

export interface NewMember {
  readonly organizationId: string;
  readonly email: string;
  /** Used when the person is new to this service. */
  readonly displayName: string;
  readonly role: Role;
  readonly active: boolean;
  /** From `hashPassword`. Null: the person cannot sign in by password. Used when the person is new to this service. */
  readonly passwordHash: string | null;
  /**
   * Whether a new account is known to belong to the reader of its address: the operator says so. Default true; false for who joins by a link
   * that the inviter saw.
   */
  readonly proved?: boolean;
}

/**
 * Expects that the workspace can take one more member. Counts only in the workspace's turn; otherwise concurrent requests could
 * all pass the same count.
 * @throws OperationError `conflict`
 */
export async function expectRoomForMember(db: Database, organizationId: string): Promise<void> {
  const sql = 'SELECT COUNT(*) AS members FROM memberships WHERE organization_id = ?';
  const [row] = await db.select<{ members: number }>(sql, [organizationId]);
  if ((row?.members ?? 0) < mostMembers) return;
  throw new OperationError(
    'conflict',
    `A workspace has at most ${mostMembers.toLocaleString('en')} members, inactive ones among them: activate one of those, or use another workspace.`,
  );
}

/**
 * Adds a person to a workspace, and creates the user when the address is new.
 * @returns the member, and whether the user was created; undefined when already a member.
 * @throws OperationError `conflict` when the workspace has too many.
 */
export async function addMember(
  db: Database,
  member: NewMember,
  now = Date.now(),
): Promise<{ userId: string; userCreated: boolean } | undefined> {
  const { organizationId } = member;
  return writeWorkspace(db, organizationId, async () => {
    const email = normalizeEmail(member.email);
    let user = await findUserByEmail(db, email);
    const known = user && (await membershipRows(db).find({ organization_id: organizationId, user_id: user.id }));
    if (known) return undefined;
    await expectRoomForMember(db, organizationId);
    const userCreated = user === undefined;
    if (user === undefined) {
      user = {
        id: newId(),
        email,
        display_name: member.displayName,
        password_hash: member.passwordHash,
        created_at: now,
        sessions_not_before: null,
        proved_at: member.proved === false ? null : now,
      };
      await userRows(db).insert(user);
    }
    const added = await insertInto(
      db,
      memberships,
      [
        {
          organization_id: organizationId,
          user_id: user.id,
          role: member.role,
          active: member.active ? 1 : 0,
          created_at: now,
          updated_at: now,
          external_id: null,
          // Sessions from before do not gain the workspace: the person signs in again.
          sessions_not_before: userCreated ? null : now,
        },
      ],
      'ignore',
    );
    await withdrawInvitations(db, organizationId, email, now);
    return added === 1 ? { userId: user.id, userCreated } : undefined;
  });
}

/** Members of a workspace, oldest first. */
export async function listMembers(db: Database, organizationId: string): Promise<Member[]> {
  const rows = await db.select<{
    user_id: string;
    email: string;
    display_name: string;
    role: Role;
    active: 0 | 1;
    created_at: number;
  }>(
    `SELECT m.user_id, u.email, u.display_name, m.role, m.active, m.created_at
       FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = ? ORDER BY m.created_at, u.email`,
    [organizationId],
  );
  return rows.map((row) => ({
    userId: row.user_id,
    email: row.email,
    displayName: row.display_name,
    role: row.role,
    active: row.active === 1,
    createdAt: row.created_at,
  }));
}

export type MemberChange = 'changed' | 'not_a_member' | 'last_owner';

/**
 * Changes a member's role, or whether they are active. Open invitations of them end. Deactivation ends the person's sessions in this workspace, and all their
 * sessions if they belong to no other. A change that would take away the last active owner is refused.
 */
export async function changeMember(
  db: Database,
  organizationId: string,
  userId: string,
  change: { readonly role?: Role; readonly active?: boolean },
  now = Date.now(),
): Promise<MemberChange> {
  // Writers take turns, so two concurrent changes cannot each count on the other owner.
  return writeWorkspace(db, organizationId, async () => {
    const members = await listMembers(db, organizationId);
    const current = members.find((member) => member.userId === userId);
    if (!current) return 'not_a_member';
    const next = { ...current, ...change };
    const isOwner = (member: Member) => member.role === 'OWNER' && member.active;
    if (isOwner(current) && !isOwner(next) && members.filter(isOwner).length === 1) return 'last_owner';
    const ends = current.active && !next.active;
    await membershipRows(db).update(
      {
        role: next.role,
        active: next.active ? 1 : 0,
        updated_at: now,
        ...(ends ? { sessions_not_before: now } : {}),
      },
      { organization_id: organizationId, user_id: userId },
    );
    await withdrawInvitations(db, organizationId, current.email, now);
    if (ends) await stopWhatLeft(db, organizationId, userId, now);
    if (ends && !(await membershipRows(db).find({ user_id: userId, active: 1 }))) await endSessionsOf(db, userId, now);
    return 'changed';
  });
}

/** Sets a person's password hash. Null removes the password. Either way all their sessions end. */
export async function setPasswordHash(
  db: Database,
  userId: string,
  passwordHash: string | null,
  now = Date.now(),
): Promise<void> {
  await db.transaction(async () => {
    await userRows(db).update({ password_hash: passwordHash }, { id: userId });
    await endSessionsOf(db, userId, now);
  });
}

/** Changes the name under which a person is shown in all their workspaces. */
export async function setDisplayName(db: Database, userId: string, displayName: string): Promise<void> {
  await userRows(db).update({ display_name: displayName }, { id: userId });
}

/** Notes that the holder of an account reads its address. */
export async function proveAddress(db: Database, userId: string, now: number): Promise<void> {
  await userRows(db).update({ proved_at: now }, { id: userId, proved_at: null });
}

/** Notes that nothing shows any more who holds an account: whether it is the person who reads its address. */
export async function doubtAddress(db: Database, userId: string): Promise<void> {
  await userRows(db).update({ proved_at: null }, { id: userId });
}

/** Replaces a hash by a new hash of the same password, unless the password has changed meanwhile. Sessions stay valid. */
export async function replacePasswordHash(db: Database, userId: string, old: string, renewed: string): Promise<void> {
  await userRows(db).update({ password_hash: renewed }, { id: userId, password_hash: old });
}
