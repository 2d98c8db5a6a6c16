/** Reads the log of a workspace's batches. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/database';
import { chunkAfter, type Chunk } from '../../store/batches/chunks';
import { identitiesOf, type Identity } from '../../store/writes/known-people';
import { decodeRecords, type KeptRecord } from './kept-records';
import type { PersonRef } from './records';

/** The records of one transaction, in the order they were stored. */
export interface KeptChunk {
  readonly batchId: string;
  /** The revision of the transaction. The next chunk has a higher one. */
  readonly revision: number;
  readonly records: readonly KeptRecord[];
}

/**
 * The whole log of a workspace in the order it was stored, a chunk at a time (at most 8,000 records), with turns of the event
 * loop in between.
 * @param after a revision to continue after; 0 from the beginning.
 * @param batchId of one batch; all batches when left out.
 */
export async function* keptRecords(
  db: Database,
  organizationId: string,
  after = 0,
  batchId?: string,
): AsyncGenerator<KeptChunk> {
  for (let at = after; ;) {
    const chunk = await chunkAfter(db, organizationId, at, batchId);
    if (!chunk) return;
    at = chunk.revision;
    yield keptChunk(chunk);
    await setImmediate();
  }
}

const keptChunk = ({ batchId, revision, text }: Chunk): KeptChunk => ({
  batchId,
  revision,
  records: decodeRecords(text),
});

/** People whom a record describes or mentions. */
function peopleIn(record: KeptRecord): readonly PersonRef[] {
  if (record.kind === 'engagement') return [record.actor];
  if (record.kind === 'post') return record.author ? [record.author] : [];
  return record.kind === 'person' || record.kind === 'lead' ? [record.person] : [];
}

/** Identities of everyone whom a record names, as in `person_identities`. */
export function identitiesIn(record: KeptRecord): readonly Identity[] {
  if (record.kind === 'lead-decision' || record.kind === 'outreach') return record.person;
  if (record.kind === 'watch' || record.kind === 'accepted-candidate') return record.person;
  return record.kind === 'stored-person' ? record.identities : peopleIn(record).flatMap(identitiesOf);
}
