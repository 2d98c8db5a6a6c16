/**
 * Who of a batch may be stored. Everything that takes people in stores batches, so this is the one gate: rows about somebody who was
 * erased or suppressed are left out, and so is anyone whom such a row calls the same person.
 */
import type { Database } from '../../database/database';
import { eraseJoined } from '../../privacy/joined';
import type { AnyIdentity, Marks } from '../../store/privacy/marks';
import { identitiesOf } from '../../store/writes/known-people';
import { batchOf, type Batch, type StorableRecord } from './observations';
import type { PersonRef } from './records';

export interface Admitted {
  readonly batch: Batch;
  /** Records left out. */
  readonly suppressed: number;
  /** People who were stored and turned out to be suppressed: their rows are gone. */
  readonly erased: readonly string[];
}

const keyOf = ({ kind, value }: AnyIdentity) => `${kind} ${value}`;

/**
 * Must run inside a write transaction of the workspace, before the batch is looked at.
 * @param marks of the writer of the batch.
 * @throws SuppressionKeyProblem when people are marked and cannot be recognised.
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

/** What of a batch is left without people and posts that are suppressed, as far as they were looked up. Changes nothing. */
export function withoutSuppressed(batch: Batch, marks: Marks): Omit<Admitted, 'erased'> {
  const isSuppressed = (ref: PersonRef) => identitiesOf(ref).some((one) => marks.of(one)?.effect === 'suppressed');
  const isHidden = (urns: readonly string[]) => urns.some((value) => marks.of({ kind: 'post', value }) !== undefined);
  const kept: StorableRecord[] = [];
  let suppressed = 0;
  for (const record of batch.records) {
    const person = personOf(record);
    const gone = person !== null && isSuppressed(person);
    if (record.kind === 'post') kept.push(gone || isHidden(record.urns) ? withoutAuthor(record) : record);
    else if (!gone) kept.push(record);
    if (gone) suppressed += 1;
  }
  const same = suppressed === 0 && kept.every((record, at) => record === batch.records[at]);
  return { batch: same ? batch : batchOf(kept), suppressed };
}

/**
 * Removes whom rows of the batch join with somebody suppressed. Those people may have been called something else here too, by which
 * further rows lead on, so it goes on until no row does.
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

/** Everybody and every post that the batch names. */
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

/** What stays of a post whose author must not be stored: that it is there, and its figures. */
function withoutAuthor<Post extends Extract<StorableRecord, { kind: 'post' }>>(record: Post): Post {
  return { ...record, author: null, authorName: null, text: null };
}

/** Identities that rows of the batch join with somebody suppressed, over any number of rows and in any order, by subject. */
function joinedIdentities(batch: Batch, marks: Marks): Map<string, AnyIdentity[]> {
  const rowsOf = new Map<string, (readonly AnyIdentity[])[]>();
  const subjectOf = new Map<string, string>();
  const reached: AnyIdentity[] = [];
  for (const mention of batch.mentions) {
    if (!mention || mention.identities.length < 2) continue;
    for (const identity of mention.identities) {
      const key = keyOf(identity);
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
  // Each row is looked at once for each of its identities, so a long chain of rows costs no more than its length.
  for (let from = reached.pop(); from; from = reached.pop()) {
    const subject = subjectOf.get(keyOf(from)) ?? '';
    const others = joined.get(subject) ?? [];
    for (const identity of (rowsOf.get(keyOf(from)) ?? []).flat()) {
      const key = keyOf(identity);
      if (identity.kind === 'company' || subjectOf.has(key)) continue;
      subjectOf.set(key, subject);
      others.push(identity);
      reached.push(identity);
    }
    if (others.length > 0) joined.set(subject, others);
  }
  return joined;
}
