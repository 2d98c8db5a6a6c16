/** The latest comments of people at accounts. */
import type { ProfileType, StoredClass } from '../../shared/values';
import type { Database } from '../../database/database';
import { undatedCondition } from '../statements/undated';

/** A comment of a person at an account. */
export interface AccountComment {
  /** The engagement's id. */
  id: string;
  account_id: string;
  lead_id: string;
  display_name: string;
  title: string | null;
  comment_excerpt: string;
  comment_class: StoredClass | null;
  occurred_at: number;
  observed_at: number;
  earliest_at: number | null;
  dated: 0 | 1 | null;
  post_urn: string;
  post_author_name: string | null;
  /** Of the watched profile that published the post. */
  profile_type: ProfileType | null;
}

/** How many of an account's most recently engaged people are read, so that an account with thousands costs no more. */
const lookedAt = 10;
/** How many accounts one statement reads. */
const together = 25;

/**
 * The latest comments of the active leads of these accounts, newest first, by account. Those without a date are read only where others
 * leave room: they are of the day of a file, so that one file would hide what has a date.
 * @param each the most comments per account.
 */
export async function accountComments(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
  each: number,
): Promise<Map<string, AccountComment[]>> {
  const comments = new Map<string, AccountComment[]>();
  const part = `SELECT r.organization_id, r.account_id, r.id AS lead_id, e.id, e.comment_excerpt, e.comment_class,
      e.occurred_at, e.observed_at, e.earliest_at, e.dated, e.post_id, e.monitored_profile_id
    FROM (SELECT l.organization_id, l.account_id, l.id FROM leads l${db.useIndex('leads_account')}
      WHERE l.organization_id = ? AND l.account_id = ? AND l.disposition = 'ACTIVE'
      ORDER BY l.last_signal_at DESC, l.id LIMIT ${lookedAt}) r
    ${db.orderedJoin} engagements e${db.useIndex('engagements_person')}
      ON e.organization_id = r.organization_id AND e.person_id = r.id
    WHERE e.by_author = 0 AND e.type = 'COMMENT' AND e.comment_excerpt IS NOT NULL
    ORDER BY CASE WHEN ${undatedCondition('e')} THEN 1 ELSE 0 END, e.occurred_at DESC, e.id LIMIT ${each}`;
  const shown = `w.account_id, w.lead_id, w.id, p.display_name, p.title, w.comment_excerpt, w.comment_class, w.occurred_at,
    w.observed_at, w.earliest_at, w.dated, po.urn AS post_urn, po.author_name AS post_author_name, m.profile_type`;
  const joins = `${db.orderedJoin} people p ON p.organization_id = w.organization_id AND p.id = w.lead_id
    ${db.orderedJoin} posts po ON po.organization_id = w.organization_id AND po.id = w.post_id
    LEFT JOIN monitored_profiles m ON m.organization_id = w.organization_id AND m.id = w.monitored_profile_id`;
  for (let at = 0; at < accountIds.length; at += together) {
    const ids = accountIds.slice(at, at + together);
    const rows = await db.select<AccountComment>(
      ids.map(() => `SELECT ${shown} FROM (${part}) w ${joins}`).join(' UNION ALL '),
      ids.flatMap((id) => [organizationId, id]),
    );
    for (const row of rows) comments.set(row.account_id, [...(comments.get(row.account_id) ?? []), row]);
  }
  for (const list of comments.values()) list.sort((a, b) => b.occurred_at - a.occurred_at || (a.id < b.id ? -1 : 1));
  return comments;
}
