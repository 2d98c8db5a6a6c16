import { commentClasses, dispositions, engagementTypes, leadTiers, profileTypes } from '../../src/shared/values';
import { z } from 'zod';
import {
  companyNames,
  dateRange,
  enumList,
  icpRange,
  idList,
  intentRange,
  origin,
  originOf,
  searchText,
  share,
} from '../fields';
import { defineList } from '../list';
import { compactSignal, showCompactSignal, showSignal, signalSchema } from '../schemas/engagement';
import { ownerIds, ownersOf } from './owner-filter';
import * as examples from '../examples';

export const listSignals = defineList({
  name: 'list_signals',
  title: 'List signals',
  description:
    'Who commented, liked or reposted lately, newest first, and what they said: asked a price, asked for a demo, refused, left or complained about a vendor (`said`), words of comment or post (`text`), posts of a competitor or another watched profile, date, tier, owner. `view: compact` for long lists. One row per engagement.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/leads/signals',
    tag: 'Leads',
    resource: 'Signal',
    example: examples.signal,
  },
  filters: {
    monitoredProfileIds: idList(50, 'Watched profiles whose posts were engaged with.').optional(),
    engagementTypes: enumList(engagementTypes, 'Kinds of engagement.').optional(),
    said: enumList(commentClasses, 'Class of the comment. request, price, leaving: may buy.').optional(),
    saidBelow: share('saidConfidence below this.'),
    ...dateRange('time of the engagement (occurredAt)'),
    dated: z.boolean().describe('Only with a date (true), or without (false).').optional(),
    ...icpRange,
    ...intentRange,
    disposition: z.enum(dispositions).describe('Of the lead. Every one when omitted.').optional(),
    search: searchText(160, "Text in the lead's name, headline or company, ignoring case and accents.").optional(),
    text: searchText(
      160,
      'Words of the comment or the post: all of them, as whole words (beginnings from four letters on), ignoring case and accents. A page may have few items or none and still have a nextCursor: continue with it.',
    ).optional(),
    leadTier: enumList(leadTiers, 'Tiers of the lead.').optional(),
    ownerIds,
    companyNames,
    profileType: z.enum(profileTypes).describe('Type of the watched profile.').optional(),
    profileLabel: searchText(80, 'Label of the watched profile, ignoring case and accents.').optional(),
    origin,
  },
  item: signalSchema,
  load: (workspace, filters, page) =>
    workspace.store.engagements.signals(
      { ...filters, origin: originOf(filters.origin), ownerIds: ownersOf(workspace.caller, filters.ownerIds) },
      page,
    ),
  show: showSignal,
  compact: { item: compactSignal, show: showCompactSignal },
});
