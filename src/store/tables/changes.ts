/** What was deleted and how tiers moved: with `change_revision` of leads and account summaries, the change log. */
import { big, descending, id, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { LeadTier } from '../../shared/values';

/** What the change feed tells of. */
export const changeKinds = ['lead', 'account'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Why something is in no list any more. */
export const deletionReasons = ['merged', 'removed', 'undone', 'erased', 'retention', 'objection'] as const;
export type DeletionReason = (typeof deletionReasons)[number];

/** Why a lead has another tier. */
export const tierChangeReasons = ['engagement', 'decay', 'profile', 'icp', 'enrichment', 'undo'] as const;
export type TierChangeReason = (typeof tierChangeReasons)[number];

/**
 * What was deleted, by ids alone: the latest deletion of each. One whose object is there again counts no more. The id of an account is
 * made of its name: where that is the name of an erased person, it lies encrypted, and the row goes by a random id.
 */
export const changeTombstones = table({
  name: 'change_tombstones',
  columns: {
    organization_id: id(),
    kind: word<ChangeKind>(),
    object_id: text(120),
    /** Of the write transaction that deleted it. */
    revision: big(),
    reason: word<DeletionReason>(),
    /** With `merged`: what it is part of now. */
    merged_into: optional(text(120)),
    changed_at: time(),
    /** The id of what was deleted, encrypted (sealing.ts); null where `object_id` is it. */
    sealed_id: optional(text(400)),
  },
  primaryKey: ['organization_id', 'kind', 'object_id'],
  indexes: [
    { name: 'change_tombstones_order', fields: ['organization_id', 'kind', 'revision', 'object_id'] },
    { name: 'change_tombstones_time', fields: ['organization_id', 'changed_at'] },
  ],
});

/** Every move of a lead from one tier to another. */
export const tierChanges = table({
  name: 'tier_changes',
  columns: {
    organization_id: id(),
    /** Of the write transaction that scored the lead. */
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
