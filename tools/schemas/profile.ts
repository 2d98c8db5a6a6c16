/** The safe profile of a person: what their public page shows, never private contact or birth data. */
import { z } from 'zod';
import { companySizes, jobFunctions, seniorities } from '../../packages/reader/src';
import type { ProfileColumns } from '../../src/store/reads/lead-reads';
import { othersWordsOrNull } from '../words-of-others';
import { address, oneOf } from './values';

export const profileSchema = z
  .strictObject({
    displayName: othersWordsOrNull('Name as the network shows it. Null if only an id is known.'),
    headline: othersWordsOrNull('Headline of the profile.'),
    title: othersWordsOrNull('Job title, from enrichment or read from the headline.'),
    seniority: oneOf(seniorities, 'Seniority.').nullable(),
    function: oneOf(jobFunctions, 'Job function.').nullable(),
    companyName: othersWordsOrNull('Current company.'),
    readConfidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'How likely title and company are, as read from the headline, 0 to 1. Null if neither was read there, or if it was read before this was recorded.',
      ),
    companySize: oneOf(companySizes, "Employees, in the network's nine ranges.").nullable(),
    industry: othersWordsOrNull("Industry, by the network's label."),
    location: z
      .strictObject({
        country: z.string().nullable().describe('ISO 3166-1 alpha-2 code.'),
        region: othersWordsOrNull('State, region or metropolitan area.'),
      })
      .describe('Where the person works.'),
    profileUrl: address('Address of the profile on the network.').nullable(),
  })
  .describe('Profile of the person, without contact data.');

/** A name as stored, where `''` means unknown. */
export const nameOrNull = (name: string | null) => (name === '' ? null : name);

export function showProfile(row: ProfileColumns): z.input<typeof profileSchema> {
  return {
    displayName: nameOrNull(row.display_name),
    headline: row.headline,
    title: row.title,
    seniority: row.seniority,
    function: row.job_function,
    companyName: row.company_name,
    readConfidence: row.read_confidence === null ? null : row.read_confidence / 1_000,
    companySize: row.company_size,
    industry: row.industry,
    location: { country: row.country, region: row.region },
    profileUrl: row.profile_url,
  };
}
