/** Reads what identifies people and posts, to compare it with the marks. */
import type { MarkedKind, SuppressionKey } from '../../rules/privacy/key';
import { placeholders, type Database } from '../../database/database';
import type { MarkEffect, PrivacyMarkRow } from '../tables/privacy';
import { marksOf } from './marks';

/** How many identities are compared at once. */
const together = 1_000;

export interface MarkedRow {
  /** Id of the person or the post. */
  readonly id: string;
  readonly kind: MarkedKind;
  readonly value: string;
  readonly effect: MarkEffect;
  readonly subject: string;
}

/**
 * All stored people and posts that a mark of the workspace names, in slices.
 * @param key the key that made the marks.
 */
export async function* markedRows(
  db: Database,
  organizationId: string,
  key: SuppressionKey,
): AsyncGenerator<readonly MarkedRow[]> {
  for (const kind of ['member', 'slug'] as const) {
    for (let after = ''; ;) {
      const rows = await db.select<{ value: string; id: string }>(
        `SELECT value, person_id AS id FROM person_identities
         WHERE organization_id = ? AND kind = '${kind}' AND value > ? ORDER BY value LIMIT ${together}`,
        [organizationId, after],
      );
      const last = rows[rows.length - 1];
      if (last === undefined) break;
      after = last.value;
      yield await among(db, organizationId, key, kind, rows);
    }
  }
  for (let after = ''; ;) {
    const rows = await db.select<{ value: string; id: string }>(
      `SELECT urn AS value, post_id AS id FROM post_urns WHERE organization_id = ? AND urn > ? ORDER BY urn LIMIT ${together}`,
      [organizationId, after],
    );
    const last = rows[rows.length - 1];
    if (last === undefined) return;
    after = last.value;
    yield await among(db, organizationId, key, 'post', rows);
  }
}

async function among(
  db: Database,
  organizationId: string,
  key: SuppressionKey,
  kind: MarkedKind,
  rows: readonly { value: string; id: string }[],
): Promise<MarkedRow[]> {
  const byDigest = new Map<string, { value: string; id: string }[]>();
  for (const row of rows) {
    for (const digest of key.digestsToLookFor(organizationId, { kind, value: row.value })) {
      byDigest.set(digest, [...(byDigest.get(digest) ?? []), row]);
    }
  }
  const marks = await marksOf(db, organizationId, [...byDigest.keys()]);
  return marks.flatMap(({ digest, effect, subject }) =>
    (byDigest.get(digest) ?? []).map((row) => ({ ...row, kind, effect, subject })),
  );
}

/** All marks of the installation, in key order, in slices. */
export async function* everyMark(db: Database): AsyncGenerator<readonly PrivacyMarkRow[]> {
  let last: PrivacyMarkRow | undefined;
  do {
    const rows: PrivacyMarkRow[] = await db.select<PrivacyMarkRow>(
      `SELECT * FROM privacy_marks WHERE organization_id > ? OR (organization_id = ? AND digest > ?)
       ORDER BY organization_id, digest LIMIT ${together}`,
      [last?.organization_id ?? '', last?.organization_id ?? '', last?.digest ?? ''],
    );
    last = rows[rows.length - 1];
    if (rows.length > 0) yield rows;
  } while (last !== undefined);
}

/** Ids of workspaces that have marked people. */
export async function workspacesWithMarkedPeople(db: Database): Promise<string[]> {
  const rows = await db.select<{ organization_id: string }>('SELECT DISTINCT organization_id FROM privacy_marks');
  return rows.map((row) => row.organization_id);
}

/** Empties posts whose author was erased: see `emptyPosts` in erase-rows.ts. @returns how many were not empty. */
export async function emptyMarkedPosts(db: Database, organizationId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return db.run(
    `UPDATE posts SET author_name = NULL, author_profile_url = NULL, content_text = NULL, excerpt = NULL, author_erased = 1
     WHERE organization_id = ? AND author_erased = 0 AND id IN (${placeholders(ids)})`,
    [organizationId, ...ids],
  );
}
