/** Which version of the rules read the stored headlines and comments, and how far a new reading has come. */
import { z } from 'zod';
import { placeholders, type Database } from '../../database/database';
import { isAsking, type StoredClass } from '../../shared/values';
import type { PersonRow } from '../tables/engagement';
import { inParts, selectIn } from './batches';

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
}

/** Comments of these people whose text is stored. */
export async function commentsOf(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<StoredComment[]> {
  return selectIn<StoredComment>(
    db,
    `SELECT id, person_id, comment_excerpt, comment_class FROM engagements${db.useIndex('engagements_person')}`,
    organizationId,
    "type = 'COMMENT' AND comment_excerpt IS NOT NULL AND person_id",
    people,
  );
}

/** Stores the classes of comments. */
export async function classifyComments(
  db: Database,
  organizationId: string,
  said: StoredClass,
  ids: readonly string[],
): Promise<void> {
  const hint = isAsking(said) || said === 'question' ? 1 : 0;
  for (const part of inParts(ids)) {
    await db.run(
      `UPDATE engagements SET comment_class = ?, intent_hint = ? WHERE organization_id = ? AND id IN (${placeholders(part)})`,
      [said, hint, organizationId, ...part],
    );
  }
}
