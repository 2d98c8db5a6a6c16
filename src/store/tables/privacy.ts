/** People a workspace must not store or contact, how long it keeps people, and files with people's data. */
import { id, integer, optional, table, text, time, word, type RowOf } from '../../database/define';
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

/** Lists of refused rows written by imports. Erasing a person removes them from these lists too. */
export const rejectsFiles = table({
  name: 'rejects_files',
  columns: { organization_id: id(), id: id(), path: text(4096), written_at: time() },
  primaryKey: ['organization_id', 'id'],
  indexes: [],
});

export type PrivacyMarkRow = RowOf<typeof privacyMarks>;
export type WorkspacePrivacyRow = RowOf<typeof workspacePrivacy>;
export const privacyTables = [privacyMarks, workspacePrivacy, rejectsFiles];
