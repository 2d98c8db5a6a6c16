/** Requests of members that an app be permitted. */
import type { Database } from '../database';
import { accessRequestRows } from '../models';
import type { RowOf } from '../tables/define';
import type { accessRequests } from './tables';
import { within, type Within } from './within';

export type AccessRequestRow = RowOf<typeof accessRequests>;

/** Stores a request; a person's earlier one for the same client gives way to it. */
export async function saveAccessRequest(db: Database, row: AccessRequestRow): Promise<void> {
  await db.transaction(async () => {
    const { organization_id, user_id, client_id } = row;
    await accessRequestRows(db).delete({ organization_id, user_id, client_id });
    await accessRequestRows(db).insert(row);
  });
}

/** A request with the person who made it. */
export interface ListedAccessRequest extends AccessRequestRow {
  readonly email: string;
  readonly display_name: string;
}

/** Requests of a workspace that wait for an answer, newest first; of one person, the answered ones too. */
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

/** Answers a request. Of any number of callers one gets true. */
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
