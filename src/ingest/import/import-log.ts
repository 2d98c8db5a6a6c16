/** Reads the log of a workspace's batches. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/database';
import { chunkAfter, type Chunk } from '../../store/log/chunks';
import { identitiesOf, type Identity } from '../../store/writes/known-people';
import { decodeLinks, decodeRecords, type ChunkLinks, type LoggedRecord, type WantsEngagement } from './logged-records';
import type { PersonRef } from './records';

/** The records of one transaction, in the order they were stored. */
export interface LoggedChunk {
  readonly batchId: string;
  /** The revision of the transaction. The next chunk has a higher one. */
  readonly revision: number;
  readonly records: readonly LoggedRecord[];
  /** How many records it holds, also those left out. */
  readonly held: number;
}

/**
 * The whole log of a workspace in the order it was stored, a chunk at a time (at most 8,000 records), with turns of the event
 * loop in between.
 * @param after a revision to continue after; 0 from the beginning.
 * @param batchId of one batch; all batches when left out.
 * @param wants which engagements are read; all when left out.
 */
export async function* loggedRecords(
  db: Database,
  organizationId: string,
  after = 0,
  batchId?: string,
  wants?: WantsEngagement,
): AsyncGenerator<LoggedChunk> {
  for (let at = after; ;) {
    const chunk = await chunkAfter(db, organizationId, at, batchId);
    if (!chunk) return;
    at = chunk.revision;
    yield loggedChunk(chunk, wants);
    await setImmediate();
  }
}

/** What the chunks of a workspace link, in order: of one batch, or of all when it is left out. */
export async function* loggedLinks(
  db: Database,
  organizationId: string,
  batchId?: string,
): AsyncGenerator<{ readonly batchId: string; readonly revision: number; readonly links: ChunkLinks }> {
  for (let at = 0; ;) {
    const chunk = await chunkAfter(db, organizationId, at, batchId);
    if (!chunk) return;
    at = chunk.revision;
    yield { batchId: chunk.batchId, revision: at, links: decodeLinks(chunk.text) };
    await setImmediate();
  }
}

const loggedChunk = ({ batchId, revision, text, records }: Chunk, wants?: WantsEngagement): LoggedChunk => ({
  batchId,
  revision,
  records: decodeRecords(text, wants),
  held: records,
});

/** People whom a record describes or mentions. */
export function peopleIn(record: LoggedRecord): readonly PersonRef[] {
  if (record.kind === 'engagement') return [record.actor];
  if (record.kind === 'post') return record.author ? [record.author] : [];
  return record.kind === 'person' || record.kind === 'lead' ? [record.person] : [];
}

/** Identities of everyone whom a record names, as in `person_identities`. */
export function identitiesIn(record: LoggedRecord): readonly Identity[] {
  if (record.kind === 'lead-decision' || record.kind === 'outreach') return record.person;
  if (record.kind === 'watch' || record.kind === 'accepted-candidate') return record.person;
  return record.kind === 'stored-person' ? record.identities : peopleIn(record).flatMap(identitiesOf);
}
