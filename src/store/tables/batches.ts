/** What was brought in together, and the log of what each batch brought. */
import { id, integer, big, longText, optional, table, text, time, word, type RowOf } from '../../database/define';

/** What brings data in. */
export const batchKinds = ['import', 'discovery', 'sync', 'agent_run', 'preview'] as const;
/** `before`: what was stored before there was a log. `by_hand`: what people set; kept whatever is taken back. */
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
    /** When something was stored last, by the clock of the process that did. */
    touched_at: time(),
    /** JSON: with what the records were stored (`BatchSettings`). */
    settings: longText(),
    /** What it brought, whether it was known or not; and what of it was new then. */
    records: integer(),
    engagements_new: integer(),
    people_new: integer(),
    posts_new: integer(),
    /** Of one that was taken back: decisions of runs that went with it, and people about whom later ones stand. Null: not known. */
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

/** Append-only, but for what must be forgotten: normalized records, in the order they were stored. */
export const batchRecords = table({
  name: 'batch_records',
  columns: {
    organization_id: id(),
    /** Of the transaction that stored the records: their order across all batches of the workspace. */
    revision: big(),
    batch_id: id(),
    records: integer(),
    /** Epoch ms of the latest engagement among them; null when there is none. */
    latest_at: optional(time()),
    /** Deflated (RFC 1951), in base64. */
    content: longText(),
  },
  primaryKey: ['organization_id', 'revision'],
  indexes: [{ name: 'batch_records_batch', fields: ['organization_id', 'batch_id', 'revision'] }],
});

/** Decisions of later runs about people of whom taking a batch back changed something. */
export const undoAffected = table({
  name: 'undo_affected',
  columns: { organization_id: id(), batch_id: id(), candidate_id: id() },
  primaryKey: ['organization_id', 'batch_id', 'candidate_id'],
  indexes: [{ name: 'undo_affected_candidate', fields: ['organization_id', 'candidate_id'] }],
});

export type BatchRow = RowOf<typeof batches>;
export type BatchRecordsRow = RowOf<typeof batchRecords>;
export const batchTables = [batches, batchRecords, undoAffected];
