/**
 * What people set right of the reading of comments, kept beside the comments: when an import is taken back and the file comes in again,
 * its comments are new rows. Kept among the answers of second readers (`opinions`), by a digest of the post and the words, without names.
 */
import { createHash } from 'node:crypto';
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { commentClasses, type CommentClass } from '../../shared/values';
import { inParts, selectIn } from '../statements/in-parts';
import { opinions } from '../tables/opinions';

/** A class that a person gave a comment, and when (epoch ms). */
export interface StoredCorrection {
  readonly said: CommentClass;
  readonly at: number;
}

/** No digest of an answer begins so: base64url has no colon. */
const marked = 'corrected:';
/** The first text after all that begin so. */
const afterMarked = 'corrected;';
const length = 43;

/**
 * By which a correction is found again: the same words under the same post.
 * @param urn of the post. @param discriminator of the engagement: a digest of its words.
 */
export const correctionKey = (urn: string, discriminator: string): string =>
  `${marked}${createHash('sha256')
    .update(JSON.stringify([urn, discriminator]))
    .digest('base64url')}`.slice(0, length);

/** Keeps a correction, by each number of the post: another export may use another. Within a write transaction. */
export async function keepCorrection(
  db: Database,
  organizationId: string,
  comment: { readonly postId: string; readonly discriminator: string },
  { said, at }: StoredCorrection,
): Promise<void> {
  const urns = await db.select<{ urn: string }>('SELECT urn FROM post_urns WHERE organization_id = ? AND post_id = ?', [
    organizationId,
    comment.postId,
  ]);
  const rows = urns.map(({ urn }) => ({
    organization_id: organizationId,
    digest: correctionKey(urn, comment.discriminator),
    said,
    asked_at: at,
  }));
  await insertInto(db, opinions, rows, { update: ['said', 'asked_at'] });
}

/** Forgets what was set right of the comments of people who are removed. Must run before their engagements are. */
export async function forgetCorrections(
  db: Database,
  organizationId: string,
  personIds: readonly string[],
): Promise<void> {
  const comments = await selectIn<{ post_id: string; discriminator: string }>(
    db,
    `SELECT post_id, discriminator FROM engagements${db.useIndex('engagements_person')}`,
    organizationId,
    'person_id',
    personIds,
    'AND said_set_at IS NOT NULL',
  );
  if (comments.length === 0) return;
  const posts = [...new Set(comments.map((comment) => comment.post_id))];
  const urns = await selectIn<{ post_id: string; urn: string }>(
    db,
    'SELECT post_id, urn FROM post_urns',
    organizationId,
    'post_id',
    posts,
  );
  const keys = comments.flatMap(({ post_id, discriminator }) =>
    urns.filter((one) => one.post_id === post_id).map(({ urn }) => correctionKey(urn, discriminator)),
  );
  for (const part of inParts(keys))
    await db.run(`DELETE FROM opinions WHERE organization_id = ? AND digest IN (${placeholders(part)})`, [
      organizationId,
      ...part,
    ]);
}

/** All corrections of a workspace by their keys. */
export async function correctionsOf(
  db: Database,
  organizationId: string,
): Promise<ReadonlyMap<string, StoredCorrection>> {
  const rows = await db.select<{ digest: string; said: string | null; asked_at: number }>(
    'SELECT digest, said, asked_at FROM opinions WHERE organization_id = ? AND digest >= ? AND digest < ?',
    [organizationId, marked, afterMarked],
  );
  return new Map(
    rows.flatMap(({ digest, said: stored, asked_at: at }) => {
      const said = commentClasses.find((name) => name === stored);
      return said === undefined ? [] : [[digest, { said, at }] as const];
    }),
  );
}
