/** The filters of leads that the list, its counts and other views of the same leads share. */
import { z } from 'zod';
import { companySizes, isCountryCode, jobFunctions, seniorities } from '../../packages/reader/src';
import { dispositions, engagementTypes, leadTiers, outreachStatuses } from '../../src/shared/values';
import type { LeadFilter } from '../../src/store/reads/lead-filter';
import type { Workspace } from '../../src/workspace/workspace';
import { instant } from '../dates';
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
  uniqueList,
} from '../fields';
import { ownerIds, ownersOf } from './owner-filter';

const countries = uniqueList(
  z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters, such as DE')
    .transform((code) => code.toUpperCase())
    .refine(isCountryCode, 'must be a code of ISO 3166-1 alpha-2, such as DE or GB'),
  50,
  'Country codes, ISO 3166-1 alpha-2, such as DE.',
);

/** Filters by facts about the person and the company. */
const personFilters = {
  country: countries.optional(),
  industry: uniqueList(
    searchText(160, 'An industry.'),
    25,
    'Industries, by the exact labels that counting by industry shows.',
  ).optional(),
  companySize: enumList(companySizes, 'Employees of the company.').optional(),
  seniority: enumList(seniorities, 'Seniorities.').optional(),
  function: enumList(jobFunctions, 'Job functions.').optional(),
  firstSignalFrom: instant('start', 'Only people who first engaged since then: YYYY-MM-DD or RFC 3339.').optional(),
  hasContactData: z.boolean().describe('Whether a work e-mail address is known.').optional(),
};

/** All filters, without order and paging. */
export const leadFilters = {
  leadTier: enumList(leadTiers, 'Lead tiers.').optional(),
  disposition: enumList(dispositions, 'Dispositions. ACTIVE when omitted.').default(['ACTIVE']),
  ...personFilters,
  ...icpRange,
  ...intentRange,
  monitoredProfileIds: idList(50, 'Watched profiles whose posts the lead engaged with.').optional(),
  engagementTypes: enumList(
    engagementTypes,
    'Kinds of engagement. Together with monitoredProfileIds: one engagement must meet both.',
  ).optional(),
  ownerIds,
  ...dateRange('latest engagement (lastSignalAt)'),
  search: searchText(
    160,
    'Text in the name, headline or company, ignoring case and accents. For roles use seniority and function.',
  ).optional(),
  companyNames,
  origin,
  outreachStatus: enumList(outreachStatuses, 'Outreach.').optional(),
  contactedFrom: instant('start', 'Contacted on or after.').optional(),
  contactedTo: instant('end', 'Contacted on or before.').optional(),
  updatedFrom: instant('start', 'Changed on or after.').optional(),
  createdFrom: instant('start', 'Found on or after.').optional(),
};

type Given = z.output<z.ZodObject<typeof leadFilters>>;

/**
 * The filters in the form that the store takes.
 * @throws OperationError `validation_failed` for the owner `me` when the caller is not a person.
 */
export function storedFilters<Filters extends Given>(
  { caller }: Workspace,
  filters: Filters,
): Omit<Filters, 'origin' | 'ownerIds'> & Pick<LeadFilter, 'origin' | 'ownerIds'> {
  return { ...filters, origin: originOf(filters.origin), ownerIds: ownersOf(caller, filters.ownerIds) };
}
