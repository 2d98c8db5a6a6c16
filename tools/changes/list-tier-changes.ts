import { z } from 'zod';
import { leadTiers } from '../../src/shared/values';
import { tierChangeReasons } from '../../src/store/tables/changes';
import { printDate } from '../dates';
import * as examples from '../examples';
import { dateRange, enumList } from '../fields';
import { defineList } from '../list';
import { leadTier } from '../schemas/lead';
import { profileSchema, showProfile } from '../schemas/profile';
import { timestamp, uuid } from '../schemas/values';

const tierChange = z.strictObject({
  leadId: uuid('The lead.'),
  profile: profileSchema,
  fromTier: leadTier.nullable().describe('The tier before. Null at the first scoring.'),
  toTier: leadTier.describe('The new tier.'),
  changedAt: timestamp('When it was scored.'),
  reason: z
    .enum(tierChangeReasons)
    .describe(
      'engagement: they engaged. decay: their intent faded. profile, enrichment: what is known about them changed. icp: the customer profile changed. undo: an import or run was taken back.',
    ),
});

export const listTierChanges = defineList({
  name: 'list_tier_changes',
  title: 'List tier changes',
  description:
    'Lists leads that moved up or down from one tier to another, newest first, with the reason. The first tier of a new lead is listed too: `fromTier` leaves those out. Kept for 400 days. For leads as they are now use {list_leads}.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/tier-changes',
    tag: 'Changes',
    resource: 'TierChange',
    example: examples.tierChange,
  },
  filters: {
    ...dateRange('change (changedAt)'),
    fromTier: enumList(leadTiers, 'Tiers before the change.').optional(),
    toTier: enumList(leadTiers, 'Tiers after the change.').optional(),
  },
  item: tierChange,
  load: (workspace, filters, page) => workspace.store.tierChanges.list(filters, page),
  show: (row) => ({
    leadId: row.lead_id,
    profile: showProfile(row),
    fromTier: row.from_tier,
    toTier: row.to_tier,
    changedAt: printDate(row.changed_at),
    reason: row.reason,
  }),
});
