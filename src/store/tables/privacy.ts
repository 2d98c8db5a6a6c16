/** People a workspace must not store or contact, how long it keeps people, and files with people's data. */
import { flag, id, integer, longText, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { MarkedKind } from '../../rules/privacy/key';

/**
 * `suppressed`: not stored. `no_contact`: stored and counted, but shown nowhere. `author`: a post whose author and text are not
 * stored.
 */
export type MarkEffect = 'suppressed' | 'no_contact' | 'author';

/** People, only as HMACs of their identifiers (src/rules/privacy/key.ts). Nobody can be identified from this table. */
export const privacyMarks = table({
  name: 'privacy_marks',
  columns: {
    organization_id: id(),
    digest: text(64),
    effect: word<MarkEffect>(),
    kind: word<MarkedKind>(),
    /** Joins the identifiers of one person. Made for this table and used nowhere else. */
    subject: id(),
    created_at: time(),
  },
  primaryKey: ['organization_id', 'digest'],
  indexes: [{ name: 'privacy_marks_subject', fields: ['organization_id', 'subject'] }],
});

export const workspacePrivacy = table({
  name: 'workspace_privacy',
  columns: {
    organization_id: id(),
    /** How many months people are kept after their last engagement. Null: no limit. */
    retention_months: optional(integer()),
    /** When the limit was last applied, and how many people it removed then. */
    applied_at: optional(time()),
    removed: integer(),
    updated_at: time(),
  },
  primaryKey: ['organization_id'],
  indexes: [],
});

/**
 * Files with people's data: lists of refused rows, uploads that are not imported yet, and copies of an undo. Erasing a person
 * reaches them too.
 */
export const rejectsFiles = table({
  name: 'rejects_files',
  columns: {
    organization_id: id(),
    id: id(),
    /** Below the folder of its place, or absolute. */
    path: text(4096),
    written_at: time(),
    /** Null when a release that knew no places noted it. */
    place_id: optional(id()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [],
});

/** Folders with files about people: one of each machine, or one that all machines share. */
export const filePlaces = table({
  name: 'file_places',
  columns: {
    id: id(),
    /** The machine that last used it. */
    name: text(255),
    folder: text(4096),
    shared: flag(),
    seen_at: time(),
    /** The process that works off erasures here. One at a time, because each rewrites files. */
    worker: optional(id()),
    worker_until: time(),
  },
  primaryKey: ['id'],
  indexes: [],
});

/** Erasures that files of a place wait for. */
export const fileErasures = table({
  name: 'file_erasures',
  columns: {
    place_id: id(),
    id: id(),
    /** Not `organization_id`: the entry stays when the workspace is deleted. */
    workspace: id(),
    /** As in `privacy_marks`. */
    subject: optional(id()),
    /** A file to remove. Null: all files of the workspace in this place are cleaned. */
    path: optional(text(4096)),
    /** Whom to remove, encrypted with the suppression key. */
    sealed: optional(longText()),
    created_at: time(),
    /** Why the last try failed. */
    error: optional(text(1000)),
  },
  primaryKey: ['place_id', 'id'],
  indexes: [{ name: 'file_erasures_workspace', fields: ['workspace', 'subject'] }],
});

export type PrivacyMarkRow = RowOf<typeof privacyMarks>;
export type WorkspacePrivacyRow = RowOf<typeof workspacePrivacy>;
export type FileErasureRow = RowOf<typeof fileErasures>;
export const privacyTables = [privacyMarks, workspacePrivacy, rejectsFiles, filePlaces, fileErasures];
