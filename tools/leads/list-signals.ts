import { dispositions, engagementTypes, leadTiers, profileTypes } from '../../src/shared/values';
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
} from '../fields';
import { defineList } from '../list';
import { showSignal, signalSchema } from '../schemas/engagement';
import { ownerIds, ownersOf } from './owner-filter';
import * as examples from '../examples';

export const listSignals = defineList({
  name: 'list_signals',
  title: 'List signals',
  description:
    'Lists the likes, comments and reposts of leads, newest first, each with its lead, post and watched profile. Use it to see what happened lately, or who reacted to a competitor or a topic: filter by time, kind, watched profile, tier, owner or words (`text`). It lists one row for each engagement; for one row a person use {list_leads}.',
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
    ...dateRange('time of the engagement (occurredAt)'),
    ...icpRange,
    ...intentRange,
    disposition: z.enum(dispositions).describe('Disposition of the lead; every one when omitted.').optional(),
    search: searchText(
      160,
      "Text in the lead's name, headline or company, without regard to case and accents.",
    ).optional(),
    text: searchText(
      160,
      'Text in the comment or the post, without regard to case and accents. A page may hold few items, or none, and still have a nextCursor: go on with it.',
    ).optional(),
    leadTier: enumList(leadTiers, 'Tiers of the lead.').optional(),
    ownerIds,
    companyNames,
    profileType: z.enum(profileTypes).describe('Type of the watched profile.').optional(),
    profileLabel: searchText(80, 'Label of the watched profile, without regard to case and accents.').optional(),
    origin,
  },
  item: signalSchema,
  load: (workspace, filters, page) =>
    workspace.store.engagements.signals(
      { ...filters, origin: originOf(filters.origin), ownerIds: ownersOf(workspace.caller, filters.ownerIds) },
      page,
    ),
  show: showSignal,
});
