/** The safe profile of a person: what their public page shows, never private contact or birth data. */
import { z } from 'zod';
import type { ProfileColumns } from '../../src/store/reads/lead-reads';
import { othersWordsOrNull } from '../words-of-others';

export const profileSchema = z
  .strictObject({
    displayName: othersWordsOrNull('Name as the network shows it. Null if only an id is known.'),
    headline: othersWordsOrNull('Headline of the profile.'),
    title: othersWordsOrNull('Job title, from enrichment or read from the headline.'),
    seniority: z
      .string()
      .nullable()
      .describe('owner, cxo, partner, vp, director, manager, senior, entry, training or unpaid.'),
    function: z.string().nullable().describe('Job function, such as sales, marketing or engineering.'),
    companyName: othersWordsOrNull('Current company.'),
    companySize: z.string().nullable().describe("Employees, in the network's nine ranges, such as 51-200."),
    industry: othersWordsOrNull("Industry, by the network's label."),
    location: z
      .strictObject({
        country: z.string().nullable().describe('ISO 3166-1 alpha-2 code.'),
        region: othersWordsOrNull('State, region or metropolitan area.'),
      })
      .describe('Where the person works.'),
    profileUrl: z.string().nullable().describe('Address of the profile on the network.'),
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
    companySize: row.company_size,
    industry: row.industry,
    location: { country: row.country, region: row.region },
    profileUrl: row.profile_url,
  };
}
