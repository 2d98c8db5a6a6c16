/**
 * What people set right of the reading of comments, kept beside the comments: when an import is taken back and the file comes in again,
 * its comments are new rows. Kept among the answers of second readers (`opinions`), by a digest of the person, the post and the words.
 */
import { createHash } from 'node:crypto';
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { commentClasses, type CommentClass } from '../../shared/values';
import { inParts, selectIn } from '../statements/in-parts';
import { opinions } from '../tables/opinions';
import type { Identity } from './known-people';

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
 * By which a correction is found again: the same words of the same person under the same post.
 * @param urn of the post. @param discriminator of the engagement: a digest of its words.
 */
export const correctionKey = ({ kind, value }: Identity, urn: string, discriminator: string): string =>
  `${marked}${createHash('sha256')
    .update(JSON.stringify([kind, value, urn, discriminator]))
    .digest('base64url')}`.slice(0, length);

/** A comment as it is stored. */
export interface StoredComment {
  readonly person_id: string;
  readonly post_id: string;
  readonly discriminator: string;
}

/** Keeps a correction, by each identity of the person and each number of the post: another export may use others. Within a write transaction. */
export async function keepCorrection(
  db: Database,
  organizationId: string,
  comment: StoredComment,
  { said, at }: StoredCorrection,
): Promise<void> {
  const keys = await keysOf(db, organizationId, [comment]);
  const rows = keys.map((digest) => ({ organization_id: organizationId, digest, said, asked_at: at }));
  await insertInto(db, opinions, rows, { update: ['said', 'asked_at'] });
}

/** The keys of comments: of each as many as its person has identities and its post has numbers. */
async function keysOf(db: Database, organizationId: string, comments: readonly StoredComment[]): Promise<string[]> {
  const people = [...new Set(comments.map((one) => one.person_id))];
  const posts = [...new Set(comments.map((one) => one.post_id))];
  const identities = await selectIn<Identity & { person_id: string }>(
    db,
    `SELECT person_id, kind, value FROM person_identities${db.useIndex('person_identities_person')}`,
    organizationId,
    'person_id',
    people,
  );
  const urns = await selectIn<{ post_id: string; urn: string }>(
    db,
    'SELECT post_id, urn FROM post_urns',
    organizationId,
    'post_id',
    posts,
  );
  return comments.flatMap((comment) =>
    identities
      .filter((one) => one.person_id === comment.person_id)
      .flatMap((identity) =>
        urns
          .filter((one) => one.post_id === comment.post_id)
          .map(({ urn }) => correctionKey(identity, urn, comment.discriminator)),
      ),
  );
}

/** Forgets what was set right of the comments of people who are removed. Must run before their engagements are. */
export async function forgetCorrections(
  db: Database,
  organizationId: string,
  personIds: readonly string[],
): Promise<void> {
  const comments = await selectIn<StoredComment>(
    db,
    `SELECT person_id, post_id, discriminator FROM engagements${db.useIndex('engagements_person')}`,
    organizationId,
    'person_id',
    personIds,
    'AND said_set_at IS NOT NULL',
  );
  if (comments.length === 0) return;
  const keys = await keysOf(db, organizationId, comments);
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
