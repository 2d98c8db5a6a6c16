/** Provisioning: keys of applications that keep the list of a workspace's people, and people by what those call them. */
import type { Database } from './database';
import { newId } from './new-id';
import { membershipRows, provisioningKeyRows, userRows } from './models';
import type { Role } from './tables/access';
import type { RowOf } from './tables/define';
import { actorColumns, recordAudit } from './oauth/audit';
import type { provisioningKeys } from './oauth/tables';
import { changeMember, normalizeEmail, type MemberChange } from './admin/members';

export type ProvisioningKeyRow = RowOf<typeof provisioningKeys>;

export async function insertProvisioningKey(db: Database, row: ProvisioningKeyRow): Promise<void> {
  await provisioningKeyRows(db).insert(row);
}

/** A key that is not revoked, and its workspace. */
export interface ProvisioningCaller {
  readonly organizationId: string;
  readonly keyId: string;
}

/** Whose key it is; undefined when it is none, or revoked. */
export async function findProvisioningKey(
  db: Database,
  secretHash: string,
  now: number,
): Promise<ProvisioningCaller | undefined> {
  const keys = provisioningKeyRows(db);
  const row = await keys.find({ secret_hash: secretHash, revoked_at: null });
  if (!row) return undefined;
  const { organization_id, id } = row;
  if (now - (row.last_used_at ?? 0) > 60_000) await keys.update({ last_used_at: now }, { organization_id, id });
  return { organizationId: organization_id, keyId: id };
}

export async function provisioningKeysOf(db: Database, organizationId: string): Promise<ProvisioningKeyRow[]> {
  return provisioningKeyRows(db).all({ organization_id: organizationId }, { order: ['created_at', 'id'] });
}

export async function revokeProvisioningKey(
  db: Database,
  organizationId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const active = { organization_id: organizationId, id, revoked_at: null };
  return (await provisioningKeyRows(db).update({ revoked_at: now }, active)) === 1;
}

export interface ProvisionedMember {
  readonly userId: string;
  readonly externalId: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly active: boolean;
}

/** What the application says of a person; what it leaves out stays as it is. */
export interface MemberWish {
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly role?: Role | undefined;
  readonly active?: boolean | undefined;
}

export type PutOutcome =
  | { readonly outcome: 'created' | 'changed'; readonly member: ProvisionedMember }
  | { readonly outcome: 'email_taken' | 'email_required' | 'last_owner' | 'shared' };

/**
 * Makes or changes a member by external id, with an entry in the audit log. Done again, it changes nothing and records nothing.
 */
export async function putMember(
  db: Database,
  caller: ProvisioningCaller,
  externalId: string,
  wish: MemberWish,
  now: number,
): Promise<PutOutcome> {
  const { organizationId } = caller;
  const put = async (): Promise<PutOutcome> => {
    let changes = false;
    const email = wish.email === undefined ? undefined : normalizeEmail(wish.email);
    const byEmail = email === undefined ? undefined : await userRows(db).find({ email });
    let user = await userRows(db).find({ external_id: externalId });
    // A person who is known by e-mail alone, and only here, is the same person: from now on they have an external id.
    if (!user && byEmail && byEmail.external_id === null && (await belongsOnlyTo(db, byEmail.id, organizationId))) {
      await userRows(db).update({ external_id: externalId }, { id: byEmail.id, external_id: null });
      user = { ...byEmail, external_id: externalId };
      changes = true;
    }
    if (byEmail && byEmail.id !== user?.id) return { outcome: 'email_taken' };
    if (!user && email === undefined) return { outcome: 'email_required' };
    const displayName = wish.displayName ?? user?.display_name ?? email?.split('@')[0] ?? externalId;
    const row = { id: user?.id ?? newId(), email: email ?? user?.email ?? '', display_name: displayName };
    if (user) {
      if (user.email !== row.email || user.display_name !== displayName) {
        // What another workspace knows of a person is not this one's to change.
        if (!(await belongsOnlyTo(db, user.id, organizationId))) return { outcome: 'shared' };
        await userRows(db).update({ email: row.email, display_name: displayName }, { id: row.id });
        changes = true;
      }
    } else {
      const fresh = { password_hash: null, created_at: now, sessions_not_before: null, external_id: externalId };
      await userRows(db).insert({ ...row, ...fresh });
    }
    const place = await membershipRows(db).find({ organization_id: organizationId, user_id: row.id });
    const role = wish.role ?? place?.role ?? 'MEMBER';
    const active = wish.active ?? (place ? place.active === 1 : true);
    if (!place) {
      const times = { created_at: now, updated_at: now };
      const membership = {
        organization_id: organizationId,
        user_id: row.id,
        role,
        active: active ? 1 : 0,
        ...times,
      } as const;
      await membershipRows(db).insert(membership);
      changes = true;
    } else if (place.role !== role || (place.active === 1) !== active) {
      const change = await changeMember(db, organizationId, row.id, { role, active }, now);
      if (change === 'last_owner') throw new LastOwner();
      changes = true;
    }
    if (changes) {
      await recordChange(
        db,
        caller,
        'put_member',
        row.id,
        `${row.email}: ${role}, ${active ? 'active' : 'inactive'}`,
        now,
      );
    }
    const member = { userId: row.id, externalId, email: row.email, displayName, role, active };
    return { outcome: place ? 'changed' : 'created', member };
  };
  return db.transaction(put).catch((error: unknown): PutOutcome => {
    if (error instanceof LastOwner) return { outcome: 'last_owner' };
    throw error;
  });
}

class LastOwner extends Error {}

/**
 * Takes a member's access away by external id, ends their sessions and records it; the person and what they did stay. Of somebody
 * who is inactive already nothing changes.
 */
export async function deactivateMember(
  db: Database,
  caller: ProvisioningCaller,
  externalId: string,
  now: number,
): Promise<MemberChange> {
  const { organizationId } = caller;
  return db.transaction(async () => {
    const user = await userRows(db).find({ external_id: externalId });
    if (!user) return 'not_a_member';
    const place = await membershipRows(db).find({ organization_id: organizationId, user_id: user.id });
    if (place?.active === 0) return 'changed';
    const change = await changeMember(db, organizationId, user.id, { active: false }, now);
    if (change === 'changed') await recordChange(db, caller, 'deactivate_member', user.id, user.email, now);
    return change;
  });
}

async function recordChange(
  db: Database,
  { organizationId, keyId }: ProvisioningCaller,
  action: 'put_member' | 'deactivate_member',
  userId: string,
  detail: string,
  at: number,
): Promise<void> {
  const actor = actorColumns({ kind: 'provisioning_key', keyId });
  const object = { object_kind: 'member', object_id: userId, detail: detail.slice(0, 255) };
  await recordAudit(db, { at, action, organization_id: organizationId, ...actor, ...object });
}

async function belongsOnlyTo(db: Database, userId: string, organizationId: string): Promise<boolean> {
  const places = await membershipRows(db).all({ user_id: userId });
  return places.every((row) => row.organization_id === organizationId);
}
