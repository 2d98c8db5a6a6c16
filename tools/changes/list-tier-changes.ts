import { z } from 'zod';
import { tierReason } from '../../src/rules/tier/tier-reason';
import { leadTiers } from '../../src/shared/values';
import type { TierChangeRecord } from '../../src/store/reads/tier-change-reads';
import { tierChangeReasons } from '../../src/store/tables/changes';
import { printDate } from '../dates';
import * as examples from '../examples';
import { dateRange, enumList } from '../fields';
import { defineList } from '../list';
import { leadTier, shortTitleOf } from '../schemas/lead';
import { nameOrNull, profileSchema, showProfile } from '../schemas/profile';
import { timestamp, uuid } from '../schemas/values';
import { othersWordsOrNull } from '../words-of-others';

const change = {
  fromTier: leadTier.nullable().describe('The tier before. Null at the first scoring.'),
  toTier: leadTier.describe('The new tier.'),
  isFirst: z
    .boolean()
    .describe(
      'Whether this is the first tier of the person, who was just imported or found: no move, and what they did may be older.',
    ),
  changedAt: timestamp('When it was scored.'),
  reason: z
    .enum(tierChangeReasons)
    .describe(
      'engagement: they engaged. decay: their intent faded. profile, enrichment: what is known about them changed. icp: the customer profile changed. undo: an import or run was taken back.',
    ),
  tierReason: z
    .string()
    .nullable()
    .describe('Why they have the new tier, as of now. Null if they have another by now, or without dataAccess.icp.'),
};

const showChange = (row: TierChangeRecord) => ({
  fromTier: row.from_tier,
  toTier: row.to_tier,
  isFirst: row.from_tier === null,
  changedAt: printDate(row.changed_at),
  reason: row.reason,
  tierReason: row.lead_tier === row.to_tier ? tierReason(row.lead_tier, row.tier_row, row.excluded_because) : null,
});

const tierChange = z.strictObject({ leadId: uuid('The lead.'), profile: profileSchema, ...change });

const compactTierChange = z.strictObject({
  leadId: uuid('The lead.'),
  name: othersWordsOrNull('Name.'),
  title: othersWordsOrNull('Job title, or the beginning of the headline.'),
  company: othersWordsOrNull('Current company.'),
  ...change,
});

export const listTierChanges = defineList({
  name: 'list_tier_changes',
  title: 'List tier changes',
  description:
    'Lists leads that moved up or down from one tier to another, newest first, with the reason. The first tier of a new lead is listed too (`isFirst`), all at the time of an import: `fromTier` leaves those out. Kept for 400 days. For leads as they are now use {list_leads}.',
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
    ...showChange(row),
  }),
  compact: {
    item: compactTierChange,
    show: (row) => ({
      leadId: row.lead_id,
      name: nameOrNull(row.display_name),
      title: shortTitleOf(row),
      company: row.company_name,
      ...showChange(row),
    }),
  },
});
