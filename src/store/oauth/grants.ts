/** Connections (OAuth grants) and the rotation of their refresh tokens. */
import type { Role } from '../tables/access';
import { placeholders, type Database } from '../../database/database';
import { grantRows } from '../tables/models';
import { lessThan } from '../../database/rows';
import { actorColumns, recordAudit, type AuditActor } from '../log/audit';
import type { EndReason, GrantRow } from '../tables/oauth';

/** A connection together with the current state of its client and its person's membership. */
export interface StoredGrant {
  readonly id: string;
  readonly organization_id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly scopes: string;
  readonly activated_at: number | null;
  readonly expires_at: number;
  readonly idle_expires_at: number;
  readonly refresh_hash: string | null;
  readonly previous_hash: string | null;
  readonly successor: string | null;
  readonly rotated_at: number | null;
  readonly generation: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  /** The address of the endpoint that its tokens name; `null`: the first one. */
  readonly resource: string | null;
  /** `null` when the client is gone. */
  readonly client_grant_types: string | null;
  /** `null` when the person is not a member. */
  readonly role: Role | null;
  readonly active: 0 | 1 | null;
  /** Scopes permitted for members, for this client and for its assistant. `null`: none. */
  readonly client_permit: string | null;
  readonly assistant_permit: string | null;
}

/** One statement by primary keys, because every refresh and every cache miss runs it. */
const storedGrantSql = `SELECT g.id, g.organization_id, g.user_id, g.client_id, g.client_name, g.scopes, g.activated_at,
  g.expires_at, g.idle_expires_at, g.refresh_hash, g.previous_hash, g.successor, g.rotated_at, g.generation, g.last_used_at, g.revoked_at, g.resource,
  c.grant_types AS client_grant_types, m.role, m.active, pc.scopes AS client_permit, pa.scopes AS assistant_permit
  FROM oauth_grants g
  LEFT JOIN oauth_clients c ON c.id = g.client_id
  LEFT JOIN memberships m ON m.organization_id = g.organization_id AND m.user_id = g.user_id
  LEFT JOIN app_permits pc ON pc.organization_id = g.organization_id AND pc.app = g.client_id
  LEFT JOIN app_permits pa ON pa.organization_id = g.organization_id AND pa.app = g.assistant
  WHERE g.id = ?`;

/** The parts of a connection that never change. */
export type GrantFacts = Pick<
  StoredGrant,
  'id' | 'organization_id' | 'user_id' | 'client_id' | 'client_name' | 'scopes' | 'client_grant_types' | 'resource'
>;

export async function findStoredGrant(db: Database, id: string): Promise<StoredGrant | null> {
  const [row] = await db.select<StoredGrant>(storedGrantSql, [id]);
  return row ?? null;
}

/** What is known of a connection when a person approves it. */
export type NewGrant = Pick<
  GrantRow,
  | 'id'
  | 'organization_id'
  | 'user_id'
  | 'client_id'
  | 'client_name'
  | 'scopes'
  | 'created_at'
  | 'expires_at'
  | 'idle_expires_at'
  | 'assistant'
  | 'resource'
>;

/** Stores a connection without a token. `activateGrant` gives it its first token. */
export async function saveGrant(db: Database, grant: NewGrant): Promise<void> {
  await grantRows(db).insert({
    ...grant,
    activated_at: null,
    refresh_hash: null,
    previous_hash: null,
    successor: null,
    rotated_at: null,
    generation: 0,
    last_used_at: null,
    call_count: 0,
    revoked_at: null,
    revoked_reason: null,
  });
}

/** Activates a connection whose code was redeemed, with its first refresh token (or none). */
export async function activateGrant(db: Database, id: string, refreshHash: string | null, now: number): Promise<void> {
  const first = { activated_at: now, refresh_hash: refreshHash, generation: 1 };
  await grantRows(db).update(first, { id, activated_at: null });
}

export interface Rotation {
  readonly grantId: string;
  /** Generation of the new token. */
  readonly generation: number;
  readonly fromHash: string;
  readonly toHash: string;
  /** The new token, encrypted under a key that the old one yields. */
  readonly successor: string;
  /** Roles that may hold this connection without a permit. */
  readonly roles: readonly Role[];
  /** Scopes that must be permitted for other roles. */
  readonly permitted: readonly string[];
  readonly now: number;
  readonly idleExpiresAt: number;
}

/**
 * Replaces the current refresh token, if the connection may still be refreshed at this moment: not ended, not expired, its
 * client exists, its person is an active member in one of the roles.
 *
 * One statement, so it happens completely or not at all. Exactly one of several callers that present the same token gets true.
 */
export async function rotateRefreshToken(db: Database, rotation: Rotation): Promise<boolean> {
  const { grantId, generation, fromHash, toHash, successor, roles, permitted, now, idleExpiresAt } = rotation;
  const permit = `EXISTS (SELECT 1 FROM app_permits p WHERE p.organization_id = oauth_grants.organization_id
    AND p.app IN (oauth_grants.client_id, oauth_grants.assistant) AND INSTR(p.scopes, ?) > 0)`;
  const all = permitted.map(() => permit).join(' AND ') || '1 = 1';
  // MySQL assigns from left to right, SQLite from the old row. With `previous_hash` first, both read the old value.
  const sql = `UPDATE oauth_grants SET previous_hash = refresh_hash, refresh_hash = ?, successor = ?, rotated_at = ?,
    generation = ?, idle_expires_at = ?
    WHERE id = ? AND refresh_hash = ? AND revoked_at IS NULL AND expires_at > ? AND idle_expires_at > ?
    AND EXISTS (SELECT 1 FROM oauth_clients c WHERE c.id = oauth_grants.client_id)
    AND EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = oauth_grants.organization_id
      AND m.user_id = oauth_grants.user_id AND m.active = 1 AND (m.role IN (${placeholders(roles)}) OR (${all})))`;
  const params = [
    toHash,
    successor,
    now,
    generation,
    idleExpiresAt,
    grantId,
    fromHash,
    now,
    now,
    ...roles,
    ...permitted,
  ];
  return (await db.run(sql, params)) === 1;
}

/**
 * Ends a connection and records it in the audit log, both or neither.
 * @returns false when it had already ended, or never existed.
 */
export async function endGrant(
  db: Database,
  id: string,
  reason: EndReason,
  now: number,
  actor?: AuditActor,
): Promise<boolean> {
  return db.transaction(async () => {
    const grants = grantRows(db);
    const end = { revoked_at: now, revoked_reason: reason, successor: null };
    if ((await grants.update(end, { id, revoked_at: null })) !== 1) return false;
    const grant = await grants.find({ id });
    if (!grant) return true;
    await recordAudit(db, {
      at: now,
      action: auditActions[reason],
      organization_id: grant.organization_id,
      user_id: grant.user_id,
      client_id: grant.client_id,
      client_name: grant.client_name,
      grant_id: id,
      detail: reason,
      ...(actor ? actorColumns(actor) : {}),
      object_kind: 'connection',
      object_id: id,
    });
    return true;
  });
}

const auditActions = {
  revoked_by_client: 'revoked',
  revoked_by_operator: 'revoked',
  code_replayed: 'code_replayed',
  refresh_reused: 'refresh_reused',
  membership_lost: 'ended',
  role_lost: 'ended',
  revoked_by_person: 'revoked',
  replaced: 'ended',
  forbidden: 'ended',
  too_many: 'ended',
} as const;

/**
 * Removes a person's approvals in a workspace that were made before `before` and never redeemed. Their codes have expired, and
 * every abandoned approval leaves one.
 */
export async function deleteDeadApprovals(
  db: Database,
  { userId, organizationId, before }: { userId: string; organizationId: string; before: number },
): Promise<void> {
  await grantRows(db).delete({
    user_id: userId,
    organization_id: organizationId,
    activated_at: null,
    created_at: lessThan(before),
  });
}

/** Adds calls that were counted in memory, in one short transaction. */
export async function addCalls(
  db: Database,
  calls: ReadonlyMap<string, { count: number; lastAt: number }>,
): Promise<void> {
  if (calls.size === 0) return;
  // A fixed order, so that two processes with the same connections do not deadlock.
  const entries = [...calls].sort(([a], [b]) => (a < b ? -1 : 1));
  await db.transaction(async () => {
    for (const [id, { count, lastAt }] of entries) {
      await db.run('UPDATE oauth_grants SET call_count = call_count + ?, last_used_at = ? WHERE id = ?', [
        count,
        lastAt,
        id,
      ]);
    }
  });
}

/** Removes connections that ended before `endedBefore`, and approvals not redeemed by `approvedBefore`. */
export async function deleteEndedGrants(
  db: Database,
  before: { readonly ended: number; readonly approved: number },
  limit: number,
): Promise<number> {
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM oauth_grants WHERE idle_expires_at < ? OR revoked_at < ? OR (activated_at IS NULL AND created_at < ?) LIMIT ${limit}`,
    [before.ended, before.ended, before.approved],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  return db.run(`DELETE FROM oauth_grants WHERE id IN (${placeholders(ids)})`, ids);
}
