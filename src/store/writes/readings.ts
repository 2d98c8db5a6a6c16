/** Which version of the rules read the stored headlines and comments, and how far a new reading has come. */
import { z } from 'zod';
import { placeholders, type Database } from '../../database/database';
import { isAsking, saidOf, type CommentClass, type StoredClass } from '../../shared/values';
import type { EngagementRow, PersonRow } from '../tables/engagement';
import { inParts, selectIn } from '../statements/in-parts';
import { keepCorrection } from './corrections';
import { queueScoring } from './engagement-writer';

const name = 'readings';

/** Everybody up to and including this person has been read by the rules of `version`. */
export interface Position {
  readonly organizationId: string;
  readonly personId: string;
}

export interface ReadingsMark {
  readonly version: string;
  /** Null: everybody has been read. */
  readonly at: Position | null;
}

const stored = z.object({
  version: z.string(),
  at: z.object({ organizationId: z.string(), personId: z.string() }).nullable(),
});

/** Undefined in a database from before readings were renewed. */
export async function readingsMark(db: Database): Promise<ReadingsMark | undefined> {
  const [row] = await db.select<{ value: string }>('SELECT value FROM service_state WHERE name = ?', [name]);
  return row && stored.parse(JSON.parse(row.value));
}

/** Stores the position, in the transaction of the new readings. */
export async function noteReadings(db: Database, mark: ReadingsMark): Promise<void> {
  await db.insertRows('service_state', ['name', 'value', 'updated_at'], [[name, JSON.stringify(mark), Date.now()]], {
    key: ['name'],
    update: ['value', 'updated_at'],
  });
}

/** How many people's headline and comments are still as read by rules older than `version`. */
export async function countOldReadings(db: Database, version: string): Promise<number> {
  const mark = await readingsMark(db);
  if (mark?.version === version && mark.at === null) return 0;
  const { organizationId, personId } = (mark?.version === version ? mark.at : null) ?? nobody;
  const [row] = await db.select<{ people: number }>(
    'SELECT COUNT(*) AS people FROM people WHERE organization_id > ? OR (organization_id = ? AND id > ?)',
    [organizationId, organizationId, personId],
  );
  return row?.people ?? 0;
}

const nobody: Position = { organizationId: '', personId: '' };

/** The next workspace with people, at or after this one. Undefined after the last. */
export async function workspaceFrom(db: Database, organizationId: string, after: boolean): Promise<string | undefined> {
  const [row] = await db.select<{ id: string }>(
    `SELECT id FROM organizations WHERE id ${after ? '>' : '>='} ? ORDER BY id LIMIT 1`,
    [organizationId],
  );
  return row?.id;
}

/** The people with these ids. */
export const peopleRows = (db: Database, organizationId: string, ids: readonly string[]): Promise<PersonRow[]> =>
  selectIn<PersonRow>(db, 'SELECT * FROM people', organizationId, 'id', ids);

export interface StoredComment {
  readonly id: string;
  readonly person_id: string;
  readonly comment_excerpt: string;
  /** Null: stored before the class was recorded. */
  readonly comment_class: StoredClass | null;
  /** In thousandths. Null: stored before it was recorded. */
  readonly said_confidence: number | null;
  /** 1: it stands under a post of a watched competitor. */
  readonly under_rival: 0 | 1;
}

/** Comments of these people whose text is stored and whose class neither a person nor a second reader set. */
export async function commentsOf(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<StoredComment[]> {
  return selectIn<StoredComment>(
    db,
    `SELECT id, person_id, comment_excerpt, comment_class, said_confidence,
       CASE WHEN EXISTS (SELECT 1 FROM monitored_profiles m WHERE m.organization_id = engagements.organization_id
         AND m.id = engagements.monitored_profile_id AND (m.relationship = 'COMPETITOR' OR m.profile_type = 'COMPETITOR'))
       THEN 1 ELSE 0 END AS under_rival
     FROM engagements${db.useIndex('engagements_person')}`,
    organizationId,
    "type = 'COMMENT' AND comment_excerpt IS NOT NULL AND said_set_at IS NULL AND said_by IS NULL AND person_id",
    people,
  );
}

/** Stores the class of comments, and how likely it is for each, in thousandths. */
export async function classifyComments(
  db: Database,
  organizationId: string,
  said: StoredClass,
  comments: readonly { readonly id: string; readonly confidence: number }[],
): Promise<void> {
  for (const part of inParts(comments)) {
    await db.run(
      `UPDATE engagements SET comment_class = ?, intent_hint = ?, said_confidence = CASE id${' WHEN ? THEN ?'.repeat(part.length)} END
       WHERE organization_id = ? AND id IN (${placeholders(part)})`,
      [
        said,
        hintOf(said),
        ...part.flatMap(({ id, confidence }) => [id, confidence]),
        organizationId,
        ...part.map(({ id }) => id),
      ],
    );
  }
}

const hintOf = (said: StoredClass) => (isAsking(said) || said === 'question' ? 1 : 0);

/** A comment whose class a person set. */
export interface CorrectedComment {
  readonly id: string;
  readonly comment_excerpt: string;
  readonly comment_class: StoredClass;
}

/** Corrected comments with a text after this id, by id. @param limit the most. */
export const correctedComments = (
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<CorrectedComment[]> =>
  db.select<CorrectedComment>(
    `SELECT id, comment_excerpt, comment_class FROM engagements${db.usePrimaryKey('engagements')}
     WHERE organization_id = ? AND id > ? AND said_set_at IS NOT NULL AND comment_excerpt IS NOT NULL
     ORDER BY id LIMIT ${limit}`,
    [organizationId, after],
  );

/** What became of a correction. `before`: the class until then, equal to the new one where it was only confirmed. */
export type Correction =
  | { readonly kind: 'missing' }
  | { readonly kind: 'no comment' }
  | { readonly kind: 'same' | 'set'; readonly before: StoredClass | null };

/**
 * Sets the class of a lead's comment as a person read it. Nothing reads it again, also where an import brings it again, and the person is
 * scored again.
 * @param now epoch ms.
 */
export async function correctReading(
  db: Database,
  organizationId: string,
  {
    leadId,
    engagementId,
    said,
  }: { readonly leadId: string; readonly engagementId: string; readonly said: CommentClass },
  now: number,
): Promise<Correction> {
  const [row] = await db.select<
    Pick<EngagementRow, 'type' | 'comment_class' | 'said_set_at' | 'post_id' | 'discriminator'>
  >(
    `SELECT type, comment_class, said_set_at, post_id, discriminator FROM engagements
     WHERE organization_id = ? AND id = ? AND person_id = ? AND by_author = 0`,
    [organizationId, engagementId, leadId],
  );
  if (row === undefined) return { kind: 'missing' };
  if (row.type !== 'COMMENT') return { kind: 'no comment' };
  const before = row.comment_class;
  if (row.said_set_at !== null && saidOf(before) === said) return { kind: 'same', before };
  // `dated` is null in rows older than classes, whose class the scoring reads from the text.
  await db.run(
    `UPDATE engagements SET comment_class = ?, intent_hint = ?, said_confidence = 1000, said_set_at = ?, said_by = NULL, said_built_in = NULL,
       dated = COALESCE(dated, CASE WHEN occurred_at = observed_at THEN 0 ELSE 1 END)
     WHERE organization_id = ? AND id = ?`,
    [said, hintOf(said), now, organizationId, engagementId],
  );
  const { post_id, discriminator } = row;
  await keepCorrection(db, organizationId, { person_id: leadId, post_id, discriminator }, { said, at: now });
  await queueScoring(db, organizationId, [leadId]);
  return { kind: 'set', before };
}
