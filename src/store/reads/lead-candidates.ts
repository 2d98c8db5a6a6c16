/**
 * Small sets of leads that contain every match of a filter. If one is found, its leads are read by id. If none is small,
 * matches are so frequent that scanning the list in its order fills a page sooner.
 */
import type { Database } from '../../database/database';
import { Conditions } from '../statements/conditions';
import { peopleWithText } from './engagement-text';
import { askedIndustries, type LeadFilter } from './lead-filter';
import { leadsMatchingSearch } from './lead-search';
import { isSelective, peopleWithOutreach } from './outreach-conditions';

interface Limits {
  /** The most rows a set may have. */
  readonly candidates: number;
  readonly looked: number;
}

type Finder = (
  db: Database,
  organizationId: string,
  filter: LeadFilter,
  limits: Limits,
) => Promise<readonly string[] | undefined>;

/** In the order they are tried. Each costs one index range. */
const finders: readonly Finder[] = [
  (db, organizationId, { search }, limits) =>
    search === undefined ? none : leadsMatchingSearch(db, organizationId, search, limits.candidates),
  (db, organizationId, filter, limits) =>
    isSelective(filter) ? peopleWithOutreach(db, organizationId, filter, limits.candidates) : none,
  peopleWatched,
  (db, organizationId, { country }, limits) =>
    country ? few(db, peopleWith(db, organizationId, 'people_country', 'country', country), limits) : none,
  peopleOfIndustry,
];

const none = Promise.resolve(undefined);

/** Ids that include every match. Undefined when no set is small. */
export async function leadCandidates(
  db: Database,
  organizationId: string,
  filter: LeadFilter,
  limits: Limits,
): Promise<readonly string[] | undefined> {
  if (filter.topic !== undefined) return peopleWithText(db, organizationId, filter.topic, limits);
  for (const find of finders) {
    const found = await find(db, organizationId, filter, limits);
    if (found) return found;
  }
  return undefined;
}

/** People who engaged with posts of watched profiles. */
async function peopleWatched(
  db: Database,
  organizationId: string,
  { monitoredProfileIds, engagementTypes }: LeadFilter,
  { candidates }: Limits,
): Promise<readonly string[] | undefined> {
  if (!monitoredProfileIds) return undefined;
  const where = new Conditions('organization_id = ?', organizationId);
  where.in('monitored_profile_id', monitoredProfileIds);
  if (engagementTypes) where.in('type', engagementTypes);
  const sql = `SELECT person_id AS id FROM engagements${db.useIndex('engagements_profile')}
     WHERE ${where.sql} LIMIT ${candidates + 1}`;
  // If a type is rare, all engagements with the profiles' posts are searched for it.
  const rows = engagementTypes
    ? await db.scan<{ id: string }>(organizationId, sql, where.params)
    : await db.select<{ id: string }>(sql, where.params);
  return setOf(rows, candidates);
}

/** By the person's own industry, and by that of their account. */
async function peopleOfIndustry(
  db: Database,
  organizationId: string,
  { industry }: LeadFilter,
  limits: Limits,
): Promise<readonly string[] | undefined> {
  if (!industry) return undefined;
  const asked = askedIndustries(industry);
  const own = await few(db, peopleWith(db, organizationId, 'people_industry', 'industry', asked), limits);
  const ofAccounts = own && (await few(db, leadsOfAccountsIn(db, organizationId, asked), limits));
  return ofAccounts && [...new Set([...own, ...ofAccounts])];
}

/** The parts of a read of ids: the SQL up to WHERE, and the condition besides the workspace. */
interface Source {
  readonly from: string;
  readonly where: Conditions;
}

/** People with one of these values in a column, found by an index on that column. */
const peopleWith = (
  db: Database,
  organizationId: string,
  index: string,
  column: 'country' | 'industry',
  values: readonly string[],
): Source => ({
  from: `SELECT p.id FROM people p${db.useIndex(index)}`,
  where: new Conditions('p.organization_id = ?', organizationId).in(`p.${column}`, values),
});

const leadsOfAccountsIn = (db: Database, organizationId: string, industries: readonly string[]): Source => ({
  from: `SELECT l.id FROM accounts a${db.useIndex('accounts_industry')}
    ${db.orderedJoin} leads l${db.useIndex('leads_account')}
      ON l.organization_id = a.organization_id AND l.account_id = a.id`,
  where: new Conditions('a.organization_id = ?', organizationId).in('a.industry', industries),
});

async function few(db: Database, { from, where }: Source, { candidates }: Limits) {
  const sql = `${from} WHERE ${where.sql} LIMIT ${candidates + 1}`;
  return setOf(await db.select<{ id: string }>(sql, where.params), candidates);
}

const setOf = (rows: readonly { readonly id: string }[], most: number) =>
  rows.length > most ? undefined : [...new Set(rows.map(({ id }) => id))];
