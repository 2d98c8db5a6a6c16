/** One-time links as rows. Only the token's hash is stored. Using a link is a compare-and-set. */
import { atLeast, moreThan } from '../../database/rows';
import type { Database } from '../../database/database';
import { linkRows } from '../tables/models';
import type { LinkKind, LinkRow } from '../tables/links';

export async function insertLink(db: Database, row: LinkRow): Promise<void> {
  await linkRows(db).insert(row);
}

export async function findLink(db: Database, tokenHash: string): Promise<LinkRow | undefined> {
  return linkRows(db).find({ token_hash: tokenHash });
}

/** Uses a link. Exactly one of several callers gets true. */
export async function useLink(
  db: Database,
  { organization_id, id }: Pick<LinkRow, 'organization_id' | 'id'>,
  now: number,
): Promise<boolean> {
  const open = { organization_id, id, used_at: null, expires_at: moreThan(now) };
  return (await linkRows(db).update({ used_at: now }, open)) === 1;
}

/** Links of one kind in a workspace that can still be used, newest first. */
export async function openLinks(
  db: Database,
  organizationId: string,
  kind: LinkKind,
  now: number,
  limit: number,
): Promise<LinkRow[]> {
  const where = { organization_id: organizationId, kind, used_at: null, expires_at: moreThan(now) };
  return linkRows(db).all(where, { order: ['expires_at', 'id'], newestFirst: true, limit });
}

/** Withdraws an open link of a workspace. Returns false when there is none. */
export async function withdrawLink(db: Database, organizationId: string, id: string, now: number): Promise<boolean> {
  const open = { organization_id: organizationId, id, used_at: null, expires_at: atLeast(now) };
  return (await linkRows(db).update({ used_at: now, expires_at: now }, open)) === 1;
}

/** Withdraws every open invitation of an address to a workspace, because only the latest one is valid. */
export async function withdrawInvitations(
  db: Database,
  organizationId: string,
  email: string,
  now: number,
): Promise<void> {
  const open = {
    organization_id: organizationId,
    kind: 'INVITE' as const,
    email,
    used_at: null,
    expires_at: moreThan(now),
  };
  await linkRows(db).update({ used_at: now, expires_at: now }, open);
}

/** Withdraws every open link of one kind for a person. */
export async function withdrawLinksOf(db: Database, userId: string, kind: LinkKind, now: number): Promise<void> {
  const open = { organization_id: '', kind, user_id: userId, used_at: null, expires_at: moreThan(now) };
  await linkRows(db).update({ used_at: now, expires_at: now }, open);
}

/** Removes links that ended before `before`, at most `limit`. Returns how many. */
export async function deleteOldLinks(db: Database, before: number, limit: number): Promise<number> {
  const rows = await db.select<Pick<LinkRow, 'organization_id' | 'id'>>(
    `SELECT organization_id, id FROM one_time_links WHERE expires_at < ? LIMIT ${limit}`,
    [before],
  );
  for (const { organization_id, id } of rows) await linkRows(db).delete({ organization_id, id });
  return rows.length;
}
