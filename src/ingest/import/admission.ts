/**
 * Decides which people of a batch may be stored. Everything that stores people stores batches, so this is the only gate. It
 * leaves out rows about people who were erased or suppressed, and about anyone whom such a row links to them as the same
 * person.
 */
import type { Database } from '../../database/database';
import { eraseJoined } from '../../privacy/joined';
import type { AnyIdentity, Marks } from '../../store/marks/marks';
import { identitiesOf } from '../../store/writes/known-people';
import { batchOf, type Batch, type StorableRecord } from './observations';
import type { PersonRef } from './records';

export interface Admitted {
  readonly batch: Batch;
  /** Records left out. */
  readonly suppressed: number;
  /** People who were stored and turned out to be suppressed. Their rows have been removed. */
  readonly erased: readonly string[];
}

const identityKey = ({ kind, value }: AnyIdentity) => `${kind} ${value}`;

/**
 * Must run inside a write transaction of the workspace, before the batch is read.
 * @param marks of the batch's writer.
 * @throws SuppressionKeyProblem when people are suppressed and the key to recognise them is missing.
 */
export async function admit(
  db: Database,
  organizationId: string,
  batch: Batch,
  marks: Marks,
  now: number,
): Promise<Admitted> {
  await marks.look(namedIn(batch));
  if (marks.isEmpty) return { batch, suppressed: 0, erased: [] };
  await marks.renew(now);
  const erased = await followJoins(db, organizationId, batch, marks, now);
  return { ...withoutSuppressed(batch, marks), erased };
}

/** The batch without suppressed people and posts, as far as they were looked up. Changes nothing. */
export function withoutSuppressed(batch: Batch, marks: Marks): Omit<Admitted, 'erased'> {
  const isSuppressed = (ref: PersonRef) => identitiesOf(ref).some((one) => marks.of(one)?.effect === 'suppressed');
  const isHidden = (urns: readonly string[]) => urns.some((value) => marks.of({ kind: 'post', value }) !== undefined);
  const storable: StorableRecord[] = [];
  let suppressed = 0;
  for (const record of batch.records) {
    const person = personOf(record);
    const gone = person !== null && isSuppressed(person);
    if (record.kind === 'post') storable.push(gone || isHidden(record.urns) ? withoutAuthor(record) : record);
    else if (!gone) storable.push(record);
    if (gone) suppressed += 1;
  }
  const same = suppressed === 0 && storable.every((record, at) => record === batch.records[at]);
  return { batch: same ? batch : batchOf(storable), suppressed };
}

/**
 * Removes stored people whom rows of the batch link with a suppressed person. Such a person may have further identities here,
 * which link more rows, so this repeats until no row is linked.
 * @returns ids of the people who were removed.
 */
async function followJoins(
  db: Database,
  organizationId: string,
  batch: Batch,
  marks: Marks,
  now: number,
): Promise<string[]> {
  const erased: string[] = [];
  for (;;) {
    const joined = joinedIdentities(batch, marks);
    if (joined.size === 0) return erased;
    const { ids, identities } = await eraseJoined(db, organizationId, joined, now);
    erased.push(...ids);
    for (const [subject, theirs] of identities) marks.learn(theirs, { effect: 'suppressed', subject });
  }
}

/** Every person and every post that the batch names. */
export function* namedIn(batch: Batch): Generator<AnyIdentity> {
  for (const mention of batch.mentions) if (mention) yield* mention.identities;
  for (const record of batch.records) {
    if (record.kind === 'post') for (const value of record.urns) yield { kind: 'post', value };
  }
}

function personOf(record: StorableRecord): PersonRef | null {
  switch (record.kind) {
    case 'engagement':
      return record.actor;
    case 'post':
      return record.author;
    case 'person':
    case 'lead':
      return record.person;
    case 'company':
    case 'trace':
      return null;
  }
}

/** A post whose author must not be stored keeps only its existence and its figures. */
function withoutAuthor<Post extends Extract<StorableRecord, { kind: 'post' }>>(record: Post): Post {
  return { ...record, author: null, authorName: null, text: null };
}

/**
 * Identities that rows of the batch link with a suppressed person, by subject. Links may go over any number of rows, in any
 * order.
 */
function joinedIdentities(batch: Batch, marks: Marks): Map<string, AnyIdentity[]> {
  const rowsOf = new Map<string, (readonly AnyIdentity[])[]>();
  const subjectOf = new Map<string, string>();
  const reached: AnyIdentity[] = [];
  for (const mention of batch.mentions) {
    if (!mention || mention.identities.length < 2) continue;
    for (const identity of mention.identities) {
      const key = identityKey(identity);
      const rows = rowsOf.get(key);
      if (rows) rows.push(mention.identities);
      else rowsOf.set(key, [mention.identities]);
      const mark = marks.of(identity);
      if (mark?.effect !== 'suppressed' || subjectOf.has(key)) continue;
      subjectOf.set(key, mark.subject);
      reached.push(identity);
    }
  }
  const joined = new Map<string, AnyIdentity[]>();
  // Each row is read once for each of its identities, so the cost of a long chain of rows grows only with its length.
  for (let from = reached.pop(); from; from = reached.pop()) {
    const subject = subjectOf.get(identityKey(from)) ?? '';
    const others = joined.get(subject) ?? [];
    for (const identity of (rowsOf.get(identityKey(from)) ?? []).flat()) {
      const key = identityKey(identity);
      if (identity.kind === 'company' || subjectOf.has(key)) continue;
      subjectOf.set(key, subject);
      others.push(identity);
      reached.push(identity);
    }
    if (others.length > 0) joined.set(subject, others);
  }
  return joined;
}
