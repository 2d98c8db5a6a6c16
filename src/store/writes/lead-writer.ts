/** Writes the results of scoring: leads, evidence, search terms, counts. */
import { fold } from '../../../packages/reader/src';
import { placeholders, type Database } from '../../database/database';
import { suffixesOf, termsOf } from '../statements/search-terms';
import type { PersonRow } from '../tables/engagement';
import { insertInto } from '../../database/define';
import { leadEvidence, leads, leadTerms, termSuffixes, type LeadRow } from '../tables/leads';
import { noteDeleted, type Departure } from '../log/note-changes';
import { cut } from '../../shared/text/cut';
import { inParts } from '../statements/in-parts';
import { markStale } from './engagement-writer';

export interface ScoredLead {
  readonly row: LeadRow;
  /** JSON texts. */
  readonly icpEvidence: string;
  readonly intentEvidence: string;
  /** True: only the evidence is written here. `FadedLeads` writes the row. */
  readonly hasFaded?: boolean;
}

/** The text that search looks in: name, headline and company, folded, one per line. */
export function searchTextOf(person: Pick<PersonRow, 'display_name' | 'headline' | 'company_name'>): string {
  return cut([person.display_name, person.headline ?? '', person.company_name ?? ''].map(fold).join('\n'), 920);
}

/** Writes leads with their evidence. Afterwards `saveTerms` updates the search index. */
export async function saveLeads(db: Database, organizationId: string, scored: readonly ScoredLead[]): Promise<void> {
  const rows = scored.filter(({ hasFaded }) => hasFaded !== true).map(({ row }) => row);
  const evidence = scored.map((lead) => ({
    organization_id: organizationId,
    lead_id: lead.row.id,
    icp: lead.icpEvidence,
    intent: lead.intentEvidence,
  }));
  await Promise.all([
    insertInto(db, leads, rows, { update: updatable }),
    insertInto(db, leadEvidence, evidence, { update: ['icp', 'intent'] }),
  ]);
}

/**
 * Removes leads whose person is gone or may no longer be a lead. Must run inside a write transaction of the workspace.
 * @param departure why, for the change log. @param now epoch ms.
 */
export async function removeLeads(
  db: Database,
  organizationId: string,
  gone: readonly LeadRow[],
  departure: Departure,
  now = Date.now(),
): Promise<void> {
  await noteDeleted(
    db,
    organizationId,
    'lead',
    gone.map((row) => row.id),
    departure,
    now,
  );
  for (const row of gone) await removeTerms(db, organizationId, row.id, termsOf(row.search_text));
  for (const part of inParts(gone.map((row) => row.id))) {
    const list = placeholders(part);
    await db.run(`DELETE FROM lead_evidence WHERE organization_id = ? AND lead_id IN (${list})`, [
      organizationId,
      ...part,
    ]);
    await db.run(`DELETE FROM leads WHERE organization_id = ? AND id IN (${list})`, [organizationId, ...part]);
  }
}

/** How many words known to be indexed are kept in memory. */
const rememberedWords = 50_000;

const noTerms: ReadonlySet<string> = new Set();

/** A lead whose search text changed. `before` is undefined for a new lead. */
export interface SearchChange {
  readonly id: string;
  readonly before: string | undefined;
  readonly now: string;
}

/**
 * Writes the search terms of leads. Fastest for many leads at once, because their words then go to neighbouring pages.
 * @param indexed words whose endings are stored; gains the words of these leads when they are committed.
 */
export async function saveTerms(
  db: Database,
  organizationId: string,
  changes: readonly SearchChange[],
  indexed = new Set<string>(),
): Promise<void> {
  /** Leads by their new words. */
  const postings = new Map<string, string[]>();
  for (const { id, before, now } of changes) {
    const terms = termsOf(now);
    const oldTerms = before === undefined ? noTerms : termsOf(before);
    if (oldTerms.size > 0) {
      const gone = [...oldTerms].filter((term) => !terms.has(term));
      await removeTerms(db, organizationId, id, gone);
    }
    for (const term of terms) {
      if (oldTerms.has(term)) continue;
      const holders = postings.get(term);
      if (holders) holders.push(id);
      else postings.set(term, [id]);
    }
  }
  // In key order, so that the inserts touch neighbouring pages.
  const terms = [...postings.keys()].sort();
  const added = terms.filter((term) => !indexed.has(term));
  db.afterCommit(() => {
    if (indexed.size > rememberedWords) indexed.clear();
    for (const term of added) indexed.add(term);
  });
  const holders = terms.flatMap((term) => (postings.get(term) ?? []).map((id) => [organizationId, term, id]));
  const suffixes = added.flatMap((term) => suffixesOf(term).map((suffix) => ({ suffix, term })));
  suffixes.sort((a, b) => (a.suffix < b.suffix ? -1 : 1));
  const endings = suffixes.map(({ suffix, term }) => [organizationId, suffix, term]);
  await Promise.all([
    db.insertRows(leadTerms.name, ['organization_id', 'term', 'lead_id'], holders, 'ignore'),
    db.insertRows(termSuffixes.name, ['organization_id', 'suffix', 'term'], endings, 'ignore'),
  ]);
}

/** Words that no lead has any more stay in `term_suffixes`. They lead to an empty posting list, which does no harm. */
async function removeTerms(
  db: Database,
  organizationId: string,
  leadId: string,
  terms: Iterable<string>,
): Promise<void> {
  const list = [...terms];
  if (list.length === 0) return;
  await db.run(`DELETE FROM lead_terms WHERE organization_id = ? AND lead_id = ? AND term IN (${placeholders(list)})`, [
    organizationId,
    leadId,
    ...list,
  ]);
}

const updatable = Object.keys(leads.columns).filter(
  (name): name is Exclude<keyof typeof leads.columns, 'organization_id' | 'id' | 'created_at'> =>
    !['organization_id', 'id', 'created_at'].includes(name),
);

/** Recounts the active leads of these watched profiles. */
export async function refreshProfileCounts(
  db: Database,
  organizationId: string,
  profileIds: readonly string[],
): Promise<void> {
  for (const id of profileIds) {
    await db.run('UPDATE monitored_profiles SET lead_count = ? WHERE organization_id = ? AND id = ?', [
      await countProfileLeads(db, organizationId, id),
      organizationId,
      id,
    ]);
  }
}

/** The number of active leads who engaged with posts of a watched profile. */
export async function countProfileLeads(db: Database, organizationId: string, profileId: string): Promise<number> {
  const [row] = await db.select<{ total: number }>(
    `SELECT COUNT(*) AS total
     FROM (SELECT DISTINCT person_id FROM engagements${db.useIndex('engagements_profile')}
           WHERE organization_id = ? AND monitored_profile_id = ? AND by_author = 0) e
     ${db.orderedJoin} leads l ON l.organization_id = ? AND l.id = e.person_id
     WHERE l.disposition = 'ACTIVE'`,
    [organizationId, profileId, organizationId],
  );
  return row?.total ?? 0;
}

export { markStale };
