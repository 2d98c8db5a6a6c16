/** Members' requests that an app be permitted. */
import type { Database } from '../../database/database';
import { accessRequestRows } from '../tables/models';
import type { RowOf } from '../../database/define';
import { writeWorkspace } from '../log/workspace-lock';
import type { accessRequests } from '../tables/oauth';
import { within, type Within } from './within';

export type AccessRequestRow = RowOf<typeof accessRequests>;

export type Stored =
  { readonly outcome: 'asked' | 'asked_before'; readonly id: string } | { readonly outcome: 'too_many' };

/**
 * Stores a request. A waiting request for the same client is kept and gets the latest scopes. An answered one is replaced.
 * @param most how many requests of one person may wait in one workspace.
 */
export async function saveAccessRequest(db: Database, row: AccessRequestRow, most: number): Promise<Stored> {
  const { organization_id, user_id, client_id, scopes } = row;
  // One after the other, so that concurrent requests cannot all pass the same count.
  return writeWorkspace(db, organization_id, async (): Promise<Stored> => {
    const rows = accessRequestRows(db);
    const before = await rows.find({ organization_id, user_id, client_id });
    if (before?.answer === null) {
      if (before.scopes !== scopes) await rows.update({ scopes }, { organization_id, id: before.id, answer: null });
      return { outcome: 'asked_before', id: before.id };
    }
    const waiting = await rows.all({ organization_id, user_id, answer: null }, { limit: most });
    if (waiting.length >= most) return { outcome: 'too_many' };
    if (before) await rows.delete({ organization_id, id: before.id });
    await rows.insert(row);
    return { outcome: 'asked', id: row.id };
  });
}

/** Removes requests that were made before `before`, at most `limit`. Returns how many. */
export async function deleteOldAccessRequests(db: Database, before: number, limit: number): Promise<number> {
  const rows = await db.select<{ organization_id: string; id: string }>(
    `SELECT organization_id, id FROM access_requests WHERE created_at < ? LIMIT ${limit}`,
    [before],
  );
  for (const { organization_id, id } of rows) await accessRequestRows(db).delete({ organization_id, id });
  return rows.length;
}

/** A request together with the person who made it. */
export interface ListedAccessRequest extends AccessRequestRow {
  readonly email: string;
  readonly display_name: string;
}

/** Requests of a workspace that wait for an answer, newest first. For one person, answered ones too. */
export async function listAccessRequests(
  db: Database,
  who: { readonly organizationId: string } | { readonly within: readonly Within[] },
  limit = 100,
): Promise<ListedAccessRequest[]> {
  const { sql, params } =
    'organizationId' in who
      ? { sql: 'r.organization_id = ? AND r.answer IS NULL', params: [who.organizationId] }
      : within(who.within, 'r.');
  return db.select<ListedAccessRequest>(
    `SELECT r.*, u.email, u.display_name FROM access_requests r JOIN users u ON u.id = r.user_id
      WHERE ${sql} ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}`,
    [...params],
  );
}

export async function findAccessRequest(db: Database, id: string): Promise<AccessRequestRow | undefined> {
  return accessRequestRows(db).find({ id });
}

/** Answers a request. Exactly one of several callers gets true. */
export async function answerAccessRequest(
  db: Database,
  id: string,
  answer: 'permitted' | 'refused',
  by: string | null,
  now: number,
): Promise<boolean> {
  const answered = { answer, answered_by: by, answered_at: now };
  return (await accessRequestRows(db).update(answered, { id, answer: null })) === 1;
}
