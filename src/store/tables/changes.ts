/** Deletions and tier changes. Together with `change_revision` of leads and account summaries, this is the change log. */
import { big, descending, id, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { LeadTier } from '../../shared/values';

/** The kinds of objects in the change feed. */
export const changeKinds = ['lead', 'account'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Why an object is no longer in any list. */
export const deletionReasons = ['merged', 'removed', 'undone', 'erased', 'retention', 'objection'] as const;
export type DeletionReason = (typeof deletionReasons)[number];

/** Why a lead's tier changed. */
export const tierChangeReasons = ['engagement', 'decay', 'profile', 'icp', 'enrichment', 'undo'] as const;
export type TierChangeReason = (typeof tierChangeReasons)[number];

/**
 * Deleted objects, by id only, each with its latest deletion. A tombstone is ignored if the object exists again. An account's
 * id is made of its name. If that is the name of an erased person, the id is stored encrypted and the row has a random id.
 */
export const changeTombstones = table({
  name: 'change_tombstones',
  columns: {
    organization_id: id(),
    kind: word<ChangeKind>(),
    object_id: text(120),
    /** The revision of the write transaction that deleted it. */
    revision: big(),
    reason: word<DeletionReason>(),
    /** With `merged`: the object it is now part of. */
    merged_into: optional(text(120)),
    changed_at: time(),
    /** The id of the deleted object, encrypted (sealing.ts). Null when it is `object_id`. */
    sealed_id: optional(text(400)),
  },
  primaryKey: ['organization_id', 'kind', 'object_id'],
  indexes: [
    { name: 'change_tombstones_order', fields: ['organization_id', 'kind', 'revision', 'object_id'] },
    { name: 'change_tombstones_time', fields: ['organization_id', 'changed_at'] },
  ],
});

/** Every change of a lead's tier. */
export const tierChanges = table({
  name: 'tier_changes',
  columns: {
    organization_id: id(),
    /** The revision of the write transaction that scored the lead. */
    revision: big(),
    lead_id: id(),
    /** Null at the first scoring. */
    from_tier: optional(word<LeadTier>()),
    to_tier: word<LeadTier>(),
    reason: word<TierChangeReason>(),
    changed_at: time(),
  },
  primaryKey: ['organization_id', 'revision', 'lead_id'],
  indexes: [
    {
      name: 'tier_changes_time',
      fields: ['organization_id', descending('changed_at'), descending('revision'), 'lead_id'],
    },
    { name: 'tier_changes_lead', fields: ['organization_id', 'lead_id'] },
  ],
});

export type TierChangeRow = RowOf<typeof tierChanges>;
export const changeTables = [changeTombstones, tierChanges];
