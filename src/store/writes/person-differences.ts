/** Differences between two rows of a person: whether they make a new snapshot, a change in lists, or a change at all. */
import { newId } from '../../database/new-id';
import type { RowOf } from '../../database/define';
import { people, type PersonRow, type profileSnapshots } from '../tables/engagement';

/** Whether the profile changed, so that a snapshot is needed. */
export function readsAnew(row: PersonRow, before: PersonRow | undefined): boolean {
  return before === undefined || snapshotColumns.some((name) => row[name] !== before[name]);
}

/** Whether lists show the person differently. */
export function showsAnew(row: PersonRow, before: PersonRow | undefined): boolean {
  return before === undefined || shownColumns.some((name) => row[name] !== before[name]);
}

/** The profile as of now, for its history. */
export const snapshotOf = (row: PersonRow): RowOf<typeof profileSnapshots> => ({
  organization_id: row.organization_id,
  person_id: row.id,
  observed_at: row.observed_at,
  id: newId(),
  headline: row.headline,
  title: row.title,
  company_name: row.company_name,
  country: row.country,
  region: row.region,
});

const shownColumns = [
  'display_name',
  'headline',
  'title',
  'seniority',
  'job_function',
  'company_name',
  'read_confidence',
  'company_size',
  'industry',
  'country',
  'region',
  'profile_url',
  'email',
  'email_status',
  'email_source',
] as const satisfies readonly (keyof PersonRow)[];

const snapshotColumns = ['headline', 'title', 'company_name', 'country', 'region'] as const;

/** Whether two rows hold the same facts about a person, apart from the times of observation and writing. */
export function samePerson(a: PersonRow, b: PersonRow | undefined): boolean {
  return a === b || (b !== undefined && factColumns.every((name) => a[name] === b[name]));
}

const whenColumns: readonly string[] = ['observed_at', 'enriched_at', 'updated_at', 'created_at'];
const factColumns = Object.keys(people.columns).filter((name): name is keyof PersonRow => !whenColumns.includes(name));
