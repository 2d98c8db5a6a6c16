/** What records of a file would change. They are looked up as in an import, but not written. */
import type { Database } from '../../database/database';
import { Breathing } from '../../shared/breathing';
import { knownEngagements, type EngagementKey } from '../../store/writes/engagement-writer';
import { PersonWriter } from '../../store/writes/person-writer';
import { PostWriter } from '../../store/writes/post-writer';
import { namedIn, withoutSuppressed } from './admission';
import { readyToRead, wordsOf } from './comment-words';
import { readyForRivals, siteOf } from './site';
import { batchOf, Observations, type StorableRecord } from './observations';

export interface Expected {
  readonly people: { readonly new: number; readonly changed: number; readonly unchanged: number };
  readonly engagements: { readonly new: number; readonly known: number };
  readonly posts: { readonly new: number };
  /** Records left out because they are about people who were erased or suppressed. */
  readonly suppressed: number;
}

/**
 * Reads records as an import does, and says what it would store. Takes no lock, so what others store meanwhile may be missing
 * from the counts.
 * @param records few enough to be held in memory.
 * @param source where they come from: the export's format.
 * @throws SuppressionKeyProblem
 */
export async function expectedOf(
  db: Database,
  organizationId: string,
  records: readonly StorableRecord[],
  { now, source }: { readonly now: number; readonly source: string },
): Promise<Expected> {
  await readyToRead(records);
  await readyForRivals(db, organizationId);
  const people = new PersonWriter(db, organizationId);
  const posts = new PostWriter(db, organizationId);
  const read = batchOf(records);
  await people.marks.look(namedIn(read));
  const { batch, suppressed } = withoutSuppressed(read, people.marks);
  await people.prepare(batch.mentions.filter((mention) => mention !== null));
  await posts.prepare(batch.posts);
  const site = await siteOf(db, organizationId);
  const said = new Observations(people, posts, site, now, source);
  const breathing = new Breathing();
  for (const [at, record] of batch.records.entries()) {
    const turn = breathing.next();
    if (turn) await turn;
    said.take(record, batch.mentions[at] ?? null);
  }
  const engagements = new Map<string, EngagementKey>();
  for (const { record, personId, postId } of said.pending) {
    const turn = breathing.next();
    if (turn) await turn;
    const { type } = record;
    const { discriminator } = wordsOf(record);
    const key = { postId: posts.staying(postId), personId: people.staying(personId), type, discriminator };
    engagements.set(JSON.stringify(key), key);
  }
  const known = await knownEngagements(db, organizationId, [...engagements.values()]);
  const { created, changed, unchanged } = people.expected();
  return {
    people: { new: created, changed, unchanged },
    engagements: { new: engagements.size - known, known },
    posts: { new: posts.expected() },
    suppressed,
  };
}
