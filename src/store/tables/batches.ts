/** Batches of stored data, and the log of their records. */
import { id, integer, big, longText, optional, table, text, time, word, type RowOf } from '../../database/define';

/** What brings data in. */
export const batchKinds = ['import', 'discovery', 'sync', 'agent_run', 'preview'] as const;
/** `before`: data stored before the log existed. `by_hand`: what people set by hand, which is kept by every undo. */
export type BatchKind = (typeof batchKinds)[number] | 'before' | 'by_hand';

export const batchStatuses = ['OPEN', 'DONE', 'FAILED', 'UNDOING', 'UNDONE'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const batches = table({
  name: 'batches',
  columns: {
    organization_id: id(),
    id: id(),
    kind: word<BatchKind>(),
    /** A format of export files, or the name of a source. */
    source: text(60),
    /** The file's name, the post, the profile. */
    name: text(300),
    /** Id of the discovery or run; null for a file. */
    reference: optional(text(120)),
    status: word<BatchStatus>(),
    started_by: optional(text(200)),
    started_at: time(),
    finished_at: optional(time()),
    /** When something was last stored, by the clock of the process that stored it. */
    touched_at: time(),
    /** JSON: the settings with which the records were stored (`BatchSettings`). */
    settings: longText(),
    /** How many records it brought, known or not, and how many of each kind were new at that time. */
    records: integer(),
    engagements_new: integer(),
    people_new: integer(),
    posts_new: integer(),
    /**
     * For an undone batch: how many decisions of runs were removed with it, and about how many people later decisions remain.
     * Null: unknown.
     */
    decisions_removed: optional(integer()),
    people_affected: optional(integer()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'batches_started', fields: ['organization_id', 'started_at', 'id'] },
    { name: 'batches_reference', fields: ['organization_id', 'reference', 'kind'] },
    { name: 'batches_status', fields: ['organization_id', 'status'] },
  ],
});

/** Normalized records in the order they were stored. Append-only, except for data that must be forgotten. */
export const batchRecords = table({
  name: 'batch_records',
  columns: {
    organization_id: id(),
    /** The revision of the transaction that stored the records. It orders them across all batches of the workspace. */
    revision: big(),
    batch_id: id(),
    records: integer(),
    /** Epoch ms of the latest engagement among them. Null when there is none. */
    latest_at: optional(time()),
    /** Deflated (RFC 1951), in base64. */
    content: longText(),
  },
  primaryKey: ['organization_id', 'revision'],
  indexes: [{ name: 'batch_records_batch', fields: ['organization_id', 'batch_id', 'revision'] }],
});

/** Later runs' decisions about people whose data an undo changed. */
export const undoAffected = table({
  name: 'undo_affected',
  columns: { organization_id: id(), batch_id: id(), candidate_id: id() },
  primaryKey: ['organization_id', 'batch_id', 'candidate_id'],
  indexes: [{ name: 'undo_affected_candidate', fields: ['organization_id', 'candidate_id'] }],
});

export type BatchRow = RowOf<typeof batches>;
export type BatchRecordsRow = RowOf<typeof batchRecords>;
export const batchTables = [batches, batchRecords, undoAffected];
