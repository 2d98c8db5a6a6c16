/** Walking through what is kept of a workspace's batches, and taking records out that must be forgotten. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../store/database';
import { chunkAfter, chunkOf, pack, replaceChunk, type Chunk } from '../store/batches/chunks';
import { writeWorkspace } from '../store/writes/workspace-lock';
import { identitiesOf, type Identity } from '../store/writes/known-people';
import { decodeRecords, encodeRecords } from './kept-records';
import type { StorableRecord } from './observations';
import type { PersonRef } from './records';

/** The records of one transaction, in the order they were stored. */
export interface KeptChunk {
  readonly batchId: string;
  /** Of the transaction; the next chunk has a higher one. */
  readonly revision: number;
  readonly records: readonly StorableRecord[];
}

/**
 * Everything kept of a workspace, in the order it was stored, a chunk at a time: at most 8,000 records, and other work of the
 * process in between.
 * @param after a revision to go on behind; 0 from the beginning.
 */
export async function* keptRecords(db: Database, organizationId: string, after = 0): AsyncGenerator<KeptChunk> {
  for (let at = after; ;) {
    const chunk = await chunkAfter(db, organizationId, at);
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

/**
 * Takes out of the log every record for which `isForgotten` is true, a chunk in a transaction. Safe to interrupt and to run again.
 * @param isForgotten must say the same whenever it is asked for a record.
 * @param checkpoint called between transactions.
 * @returns how many records went.
 */
export async function forgetRecords(
  db: Database,
  organizationId: string,
  isForgotten: (record: StorableRecord, chunk: KeptChunk) => boolean,
  checkpoint: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let gone = 0;
  for await (const chunk of keptRecords(db, organizationId)) {
    if (!chunk.records.some((record) => isForgotten(record, chunk))) continue;
    gone += await writeWorkspace(db, organizationId, async () => {
      // Read again under the lock: somebody else may have taken records out of it meanwhile.
      const stored = await chunkOf(db, organizationId, chunk.revision);
      if (!stored) return 0;
      const now = keptChunk(stored);
      const left = now.records.filter((record) => !isForgotten(record, now));
      await replaceChunk(db, organizationId, chunk.revision, await pack(encodeRecords(left)));
      return now.records.length - left.length;
    });
    await checkpoint();
  }
  return gone;
}

/** People whom a record names: who acted, whose post it is, whom it describes. */
export function peopleIn(record: StorableRecord): readonly PersonRef[] {
  switch (record.kind) {
    case 'engagement':
      return [record.actor];
    case 'post':
      return record.author ? [record.author] : [];
    case 'person':
    case 'lead':
      return [record.person];
    case 'company':
      return [];
  }
}

/** Their identities, as `person_identities` holds them. */
export const identitiesIn = (record: StorableRecord): Identity[] => peopleIn(record).flatMap(identitiesOf);
