/**
 * What people set right of the reading of comments, kept beside the comments: when an import is taken back and the file comes in again,
 * its comments are new rows. Kept among the answers of second readers (`opinions`), by a digest of the person, the post and the words.
 */
import { createHash } from 'node:crypto';
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { commentClasses, type CommentClass } from '../../shared/values';
import { inParts } from '../statements/in-parts';
import { opinions } from '../tables/opinions';
import type { Identity } from './known-people';

/** A class that a person gave a comment, and when (epoch ms). */
export interface StoredCorrection {
  readonly said: CommentClass;
  readonly at: number;
}

/** An identity as it is stored, or as a request names it. */
interface AnyIdentity {
  readonly kind: string;
  readonly value: string;
}

/** No digest of an answer begins so: base64url has no colon. */
const marked = 'corrected:';
/** The first text after all that begin so. */
const afterMarked = 'corrected;';
const length = 43;
/** Characters of a key that tell whose it is: too few to find the person by, enough to forget the key when they are erased. */
const ofPerson = 3;

const digestOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
/** How all keys of an identity begin. Those of another one in 260,000 begin so too. */
const beginningOf = ({ kind, value }: AnyIdentity) => `${marked}${digestOf(kind, value).slice(0, ofPerson)}`;

/**
 * By which a correction is found again: the same words of the same person under the same post.
 * @param urn of the post. @param discriminator of the engagement: a digest of its words.
 */
export const correctionKey = (identity: Identity, urn: string, discriminator: string): string =>
  `${beginningOf(identity)}${digestOf(identity.kind, identity.value, urn, discriminator)}`.slice(0, length);

/** Keeps a correction, by each identity of the person and each number of the post: another export may use others. Within a write transaction. */
export async function keepCorrection(
  db: Database,
  organizationId: string,
  comment: { readonly person_id: string; readonly post_id: string; readonly discriminator: string },
  { said, at }: StoredCorrection,
): Promise<void> {
  const identities = await db.select<Identity>(
    `SELECT kind, value FROM person_identities${db.useIndex('person_identities_person')} WHERE organization_id = ? AND person_id = ?`,
    [organizationId, comment.person_id],
  );
  const urns = await db.select<{ urn: string }>('SELECT urn FROM post_urns WHERE organization_id = ? AND post_id = ?', [
    organizationId,
    comment.post_id,
  ]);
  const rows = identities.flatMap((identity) =>
    urns.map(({ urn }) => ({
      organization_id: organizationId,
      digest: correctionKey(identity, urn, comment.discriminator),
      said,
      asked_at: at,
    })),
  );
  await insertInto(db, opinions, rows, { update: ['said', 'asked_at'] });
}

/** Forgets what was set right of the comments of a person who is removed, also of comments that an undo took back. */
export async function forgetCorrections(
  db: Database,
  organizationId: string,
  identities: readonly AnyIdentity[],
): Promise<void> {
  if (identities.length === 0) return;
  const beginnings = new Set(identities.map(beginningOf));
  const keys = await db.select<{ digest: string }>(
    'SELECT digest FROM opinions WHERE organization_id = ? AND digest >= ? AND digest < ?',
    [organizationId, marked, afterMarked],
  );
  const gone = keys.map(({ digest }) => digest).filter((key) => beginnings.has(key.slice(0, marked.length + ofPerson)));
  for (const part of inParts(gone))
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
