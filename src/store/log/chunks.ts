/**
 * The chunks of the log, one for each transaction that stored records. Their content is defined by the writer
 * (src/ingest/import/logged-records.ts).
 */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { placeholders, type Database } from '../../database/database';
import { batchRecords, type BatchRecordsRow } from '../tables/batches';
import { insertInto } from '../../database/define';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A chunk ready to be stored. */
export interface Packed {
  readonly records: number;
  /** Epoch ms of the latest engagement in it. */
  readonly latestAt: number | null;
  readonly content: string;
}

/** Records as text, not compressed yet. */
export interface ChunkText {
  readonly text: string;
  readonly records: number;
  readonly latestAt: number | null;
}

export interface Chunk extends ChunkText {
  readonly revision: number;
  readonly batchId: string;
}

/** Compresses text in a thread of the pool, at the cheapest level. */
export async function pack({ text, records, latestAt }: ChunkText): Promise<Packed> {
  return { records, latestAt, content: (await deflate(text, { level: 1 })).toString('base64') };
}

/** Adds a chunk. Must run in the transaction that stores its records, at the same revision. */
export async function appendChunk(
  db: Database,
  organizationId: string,
  batchId: string,
  revision: number,
  { records, latestAt, content }: Packed,
): Promise<void> {
  if (records === 0) return;
  await insertInto(db, batchRecords, [
    { organization_id: organizationId, revision, batch_id: batchId, records, latest_at: latestAt, content },
  ]);
}

/** The chunk after `after` in storage order, of one batch or of all. Undefined when there is none. */
export async function chunkAfter(
  db: Database,
  organizationId: string,
  after: number,
  batchId?: string,
): Promise<Chunk | undefined> {
  const [row] = await db.select<BatchRecordsRow>(
    `SELECT * FROM batch_records WHERE organization_id = ? ${batchId === undefined ? '' : 'AND batch_id = ?'}
       AND revision > ? ORDER BY revision LIMIT 1`,
    [organizationId, ...(batchId === undefined ? [] : [batchId]), after],
  );
  return row && unpacked(row);
}

/** The revision of the last chunk of each run of the agent. */
export function lastChunks(db: Database, organizationId: string): Promise<{ batchId: string; revision: number }[]> {
  return db.select<{ batchId: string; revision: number }>(
    `SELECT b.id AS batchId, (SELECT MAX(r.revision) FROM batch_records r
       WHERE r.organization_id = b.organization_id AND r.batch_id = b.id) AS revision
     FROM batches b WHERE b.organization_id = ? AND b.kind = 'agent_run'`,
    [organizationId],
  );
}

/** The chunk of a revision, if it exists. */
export async function chunkOf(db: Database, organizationId: string, revision: number): Promise<Chunk | undefined> {
  const [row] = await db.select<BatchRecordsRow>(
    'SELECT * FROM batch_records WHERE organization_id = ? AND revision = ?',
    [organizationId, revision],
  );
  return row && unpacked(row);
}

/**
 * Replaces a chunk by its remaining records, or removes it when none remain. Must run inside a write transaction of the
 * workspace.
 */
export async function replaceChunk(
  db: Database,
  organizationId: string,
  revision: number,
  { records, latestAt, content }: Packed,
): Promise<void> {
  if (records === 0) {
    await db.run('DELETE FROM batch_records WHERE organization_id = ? AND revision = ?', [organizationId, revision]);
    return;
  }
  await db.run(
    'UPDATE batch_records SET records = ?, latest_at = ?, content = ? WHERE organization_id = ? AND revision = ?',
    [records, latestAt, content, organizationId, revision],
  );
}

async function unpacked(row: BatchRecordsRow): Promise<Chunk> {
  const text = (await inflate(Buffer.from(row.content, 'base64'))).toString();
  return { revision: row.revision, batchId: row.batch_id, records: row.records, latestAt: row.latest_at, text };
}

const markOf = (organizationId: string) => `log:${organizationId}`;

/** Tells a process that replays the log that chunks it may have read have changed. */
export async function noteRewritten(db: Database, organizationId: string, revision: number): Promise<void> {
  const row = [markOf(organizationId), String(revision), Date.now()];
  await db.insertRows('service_state', ['name', 'value', 'updated_at'], [row], {
    key: ['name'],
    update: ['value', 'updated_at'],
  });
}

/** The last revision of the log, and a text that changes when records are, or must be, removed from it. */
export interface LogHead {
  readonly revision: number;
  readonly rewritten: string;
}

export async function logHead(db: Database, organizationId: string): Promise<LogHead> {
  const [last] = await db.select<{ revision: number | null }>(
    'SELECT MAX(revision) AS revision FROM batch_records WHERE organization_id = ?',
    [organizationId],
  );
  const [mark] = await db.select<{ value: string }>('SELECT value FROM service_state WHERE name = ?', [
    markOf(organizationId),
  ]);
  const [marks] = await db.select<{ total: number; latest: number | null }>(
    'SELECT COUNT(*) AS total, MAX(created_at) AS latest FROM privacy_marks WHERE organization_id = ?',
    [organizationId],
  );
  const forgotten = `${marks?.total ?? 0} ${marks?.latest ?? 0}`;
  return { revision: last?.revision ?? 0, rewritten: `${mark?.value ?? ''} ${forgotten}` };
}

/** The last revision in the log of batches other than these. 0: there is none. */
export async function lastOfOthers(db: Database, organizationId: string, batchIds: readonly string[]): Promise<number> {
  const [last] = await db.select<{ revision: number | null }>(
    `SELECT MAX(revision) AS revision FROM batch_records
     WHERE organization_id = ? AND batch_id NOT IN (${placeholders(batchIds)})`,
    [organizationId, ...batchIds],
  );
  return last?.revision ?? 0;
}
