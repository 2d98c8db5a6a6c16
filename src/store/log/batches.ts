/** The states of a batch: opened before the first record, counted with each transaction, closed when everything is stored. */
import { z } from 'zod';
import type { Database } from '../../database/database';
import type { CompleteLog } from './before';
import { newId } from '../../database/new-id';
import { insertInto } from '../../database/define';
import { batches, type BatchKind, type BatchRow } from '../tables/batches';
import type { Origin } from '../tables/engagement';
import { cut } from '../../shared/text/cut';

/** Settings with which a batch's records are stored. Replaying them needs the same. */
export interface BatchSettings {
  readonly origin: Origin;
  /** Epoch ms: the time the import uses as now. */
  readonly now: number;
  /** Milliseconds added to times taken from post and comment ids. */
  readonly shift: number;
  /** What to know about how its file was read, in sentences. Replaying does not need it. */
  readonly notes?: readonly string[];
  /** What its file lacks. Replaying does not need it. */
  readonly lacks?: FileLacks;
}

const some = z.int().min(1).optional();

/** What the file of an import lacks, counted when it was imported. A member that is left out was not counted, or there is none. */
const fileLacks = z.object({
  /** Rows that could not be used. */
  refused: some,
  /** Engagements without a date, or with one in no known form. */
  undated: some,
  /** Leads among its people, where some have no known job title, and how many those are. */
  leads: some,
  untitled: some,
});
type FileLacks = z.output<typeof fileLacks>;

export interface NewBatch extends Omit<BatchSettings, 'now'> {
  readonly kind: Exclude<BatchKind, 'before' | 'by_hand'>;
  /** The export's format, or the source's name. */
  readonly source: string;
  /** The file's name, the post, the profile. */
  readonly name: string;
  /** Id of the discovery, run or upload. A second call with the same id continues the same batch, unless that was undone. */
  readonly reference: string | null;
  readonly startedBy?: string | null;
}

/** Thrown when a batch was closed, or is being undone, while more was being stored. */
export class BatchEndedError extends Error {
  constructor(readonly batchId: string) {
    super(`Batch ${batchId} has ended: it was undone, or another process closed it. Nothing more can be stored in it.`);
    this.name = 'BatchEndedError';
  }
}

/**
 * Opens a batch, or continues the one with this reference. Joins the transaction it is called in.
 * @param log obtained before that transaction: older data must be in the log before new data is stored.
 * @param now epoch ms.
 * @returns its id.
 */
export async function openBatch(log: CompleteLog, batch: NewBatch, now: number): Promise<string> {
  const { db, organizationId } = log;
  return db.transaction(async () => {
    const known = batch.reference === null ? undefined : await ofReference(db, organizationId, batch);
    if (known) {
      await db.run(
        `UPDATE batches SET status = 'OPEN', finished_at = NULL, touched_at = ? WHERE organization_id = ? AND id = ?`,
        [Date.now(), organizationId, known.id],
      );
      return known.id;
    }
    const id = newId();
    const settings: BatchSettings = { origin: batch.origin, now, shift: batch.shift };
    await insertInto(db, batches, [
      {
        organization_id: organizationId,
        id,
        kind: batch.kind,
        source: cut(batch.source, 60),
        name: cut(batch.name, 300),
        reference: batch.reference,
        status: 'OPEN',
        started_by: batch.startedBy ? cut(batch.startedBy, 200) : null,
        started_at: now,
        finished_at: null,
        touched_at: Date.now(),
        settings: JSON.stringify(settings),
        records: 0,
        engagements_new: 0,
        people_new: 0,
        posts_new: 0,
        decisions_removed: null,
        people_affected: null,
      },
    ]);
    return id;
  });
}

async function ofReference(
  db: Database,
  organizationId: string,
  { reference, kind }: NewBatch,
): Promise<Pick<BatchRow, 'id'> | undefined> {
  const [row] = await db.select<Pick<BatchRow, 'id'>>(
    `SELECT id FROM batches WHERE organization_id = ? AND reference = ? AND kind = ?
       AND status IN ('OPEN', 'DONE', 'FAILED') ORDER BY id DESC LIMIT 1`,
    [organizationId, reference, kind],
  );
  return row;
}

/** Keeps what is to be known about how the file of a batch was read, and what it lacks. What was kept before stays beside it. */
export async function noteReading(
  db: Database,
  organizationId: string,
  batchId: string,
  {
    notes = [],
    lacks = {},
  }: { readonly notes?: readonly string[]; readonly lacks?: Readonly<Partial<Record<keyof FileLacks, number>>> },
): Promise<void> {
  const counted = Object.entries(lacks).filter(([, count]) => count > 0);
  if (notes.length + counted.length === 0) return;
  await db.transaction(async () => {
    const [row] = await db.select<Pick<BatchRow, 'settings'>>(
      'SELECT settings FROM batches WHERE organization_id = ? AND id = ?',
      [organizationId, batchId],
    );
    if (!row) return;
    const settings = {
      ...settingsOf(row),
      ...(notes.length > 0 ? { notes } : {}),
      ...(counted.length > 0 ? { lacks: { ...lacksOfBatch(row), ...Object.fromEntries(counted) } } : {}),
    };
    // What an erasure took out of the notes meanwhile stays out: then the count is lost.
    await db.run('UPDATE batches SET settings = ? WHERE organization_id = ? AND id = ? AND settings = ?', [
      JSON.stringify(settings),
      organizationId,
      batchId,
      row.settings,
    ]);
  });
}

/** The settings of a batch as they are stored. */
function settingsOf({ settings }: Pick<BatchRow, 'settings'>): Record<string, unknown> {
  const parsed: unknown = JSON.parse(settings);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

/** The sentences that `noteReading` kept. */
export function notesOfBatch(row: Pick<BatchRow, 'settings'>): string[] {
  const { notes } = settingsOf(row);
  return Array.isArray(notes) ? notes.filter((note): note is string => typeof note === 'string') : [];
}

/** What the file of a batch lacks, as `noteReading` kept it. */
export const lacksOfBatch = (row: Pick<BatchRow, 'settings'>): FileLacks =>
  fileLacks.safeParse(settingsOf(row)['lacks']).data ?? {};

/** Closes an open batch. A batch that has ended is unchanged. */
export async function closeBatch(
  db: Database,
  organizationId: string,
  batchId: string,
  status: 'DONE' | 'FAILED',
  now: number,
): Promise<void> {
  await db.run(
    `UPDATE batches SET status = ?, finished_at = ? WHERE organization_id = ? AND id = ? AND status = 'OPEN'`,
    [status, now, organizationId, batchId],
  );
}

/** Closes the open batch of a discovery or run, if there is one. */
export async function closeBatchOf(
  db: Database,
  organizationId: string,
  kind: NewBatch['kind'],
  reference: string,
  status: 'DONE' | 'FAILED',
  now: number,
): Promise<void> {
  await db.run(
    `UPDATE batches SET status = ?, finished_at = ?
     WHERE organization_id = ? AND reference = ? AND kind = ? AND status = 'OPEN'`,
    [status, now, organizationId, reference, kind],
  );
}

/** What one transaction added to a batch. */
export type BatchCount = Pick<BatchRow, 'records' | 'engagements_new' | 'people_new' | 'posts_new'>;

/**
 * Adds to the counts of an open batch, in the transaction that stores the records.
 * @throws BatchEndedError, which fails that transaction.
 */
export async function countStored(
  db: Database,
  organizationId: string,
  batchId: string,
  count: BatchCount,
): Promise<void> {
  const changed = await db.run(
    `UPDATE batches SET records = records + ?, engagements_new = engagements_new + ?, people_new = people_new + ?,
       posts_new = posts_new + ?, touched_at = ? WHERE organization_id = ? AND id = ? AND status = 'OPEN'`,
    [count.records, count.engagements_new, count.people_new, count.posts_new, Date.now(), organizationId, batchId],
  );
  if (changed > 0) return;
  // MySQL does not count a row that the update left unchanged, which happens when two calls fall in one millisecond.
  const [row] = await db.select<Pick<BatchRow, 'status'>>(
    'SELECT status FROM batches WHERE organization_id = ? AND id = ?',
    [organizationId, batchId],
  );
  if (row?.status !== 'OPEN') throw new BatchEndedError(batchId);
}
