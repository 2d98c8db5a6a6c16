/**
 * Search over leads: which leads' name, headline or company contains a text (docs/internals/decisions/0005-search.md).
 *
 * `lead_terms` tells which leads have a word. `term_suffixes` holds every ending of every word, so the words that contain a
 * fragment are one index range. The rarest word of the search text chooses the candidates, or two words together if each alone
 * is common. Then each candidate's `search_text` is checked for the whole text. If words select too little, the texts
 * themselves are searched in storage order.
 */
import { placeholders, type Database, type SqlValue } from '../../database/database';
import { fold } from '../../../packages/reader/src';
import { Conditions } from '../statements/conditions';
import { cluesOf, unindexed, type Clue } from '../statements/search-terms';

/** How many leads with one word are read to find those that also have another. */
const probeLimit = 20_000;

/**
 * Ids of leads that may match, including every match.
 * @returns undefined when there are many more than `limit`, or when matches are dense: then scanning the list in its order
 * fills a page sooner.
 */
export async function leadsMatchingSearch(
  db: Database,
  organizationId: string,
  search: string,
  limit: number,
): Promise<string[] | undefined> {
  const folded = fold(search);
  const postings = new Postings(db, organizationId);
  const clues = cluesOf(folded);
  const always = await postings.leads({ kind: 'word', letters: unindexed }, limit);
  // Too many leads are not in the index for it to be useful.
  if (!always) return leadsHolding(db, organizationId, folded, limit);
  const found = await leadsFitting(postings, clues, limit);
  if (found) return always.length === 0 ? found : [...new Set([...found, ...always])];
  // A fragment that occurs in words of many leads occurs in many leads.
  if (clues.length === 1 && clues[0]?.letters === folded) return undefined;
  const some = await leadsWithCommonWords(postings, clues, limit);
  return some ? [...new Set([...some, ...always])] : leadsHolding(db, organizationId, folded, limit);
}

/** The leads of the first clue with few leads. */
async function leadsFitting(postings: Postings, clues: readonly Clue[], limit: number): Promise<string[] | undefined> {
  for (const clue of clues) {
    const found = await postings.leads(clue, limit);
    if (found) return found;
  }
  return undefined;
}

/** Every word is common: reads the leads of the rarest word and looks up the other words for each. */
async function leadsWithCommonWords(
  postings: Postings,
  clues: readonly Clue[],
  limit: number,
): Promise<string[] | undefined> {
  if (clues.length < 2) return undefined;
  const counted = await Promise.all(clues.map(async (clue) => ({ clue, count: await postings.count(clue) })));
  counted.sort((a, b) => a.count - b.count);
  const [rarest, ...others] = counted;
  if (!rarest || rarest.count > probeLimit) return undefined;
  return postings.leadsWithAll(
    rarest.clue,
    others.map((other) => other.clue),
    limit,
  );
}

/** If the first leads by id contain this many matches, matches are dense. */
const sample = { leads: 4_000, matches: 10 };

/**
 * Leads that contain the text, found by searching all texts in id order, which is about their storage order. That is several
 * times faster than the list's order, where each step reads another page of the database.
 * @returns undefined when matches are dense in a sample, or more than `limit`.
 */
async function leadsHolding(
  db: Database,
  organizationId: string,
  folded: string,
  limit: number,
): Promise<string[] | undefined> {
  const byId = db.usePrimaryKey('leads');
  const holding = async (most: number, upTo?: string) => {
    const where = new Conditions('l.organization_id = ?', organizationId);
    if (upTo !== undefined) where.and('l.id <= ?', upTo);
    where.contains(db, 'l.search_text', folded);
    return db.scan<{ id: string }>(
      organizationId,
      `SELECT l.id FROM leads l${byId} WHERE ${where.sql} LIMIT ${most}`,
      where.params,
    );
  };
  // A separate statement, because as a subquery it would make MariaDB read all leads.
  const [last] = await db.scan<{ id: string | null }>(
    organizationId,
    `SELECT MAX(s.id) AS id FROM
       (SELECT l.id FROM leads l${byId} WHERE l.organization_id = ? ORDER BY l.id LIMIT ${sample.leads}) s`,
    [organizationId],
  );
  if (!last || last.id === null) return [];
  if ((await holding(sample.matches, last.id)).length === sample.matches) return undefined;
  const found = await holding(limit + 1);
  return found.length > limit ? undefined : found.map((row) => row.id);
}

interface LeadOfTerm {
  readonly lead_id: string;
}

const fewOf = (rows: readonly LeadOfTerm[], limit: number) =>
  rows.length > limit ? undefined : [...new Set(rows.map((row) => row.lead_id))];

/** Looks up the leads that have words. */
class Postings {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Leads that match a clue. Undefined when it has more than `limit` rows. */
  async leads(clue: Clue, limit: number): Promise<string[] | undefined> {
    const { sql, params } = this.of(clue);
    const few = `SELECT t.lead_id ${sql} LIMIT ${limit + 1}`;
    // For words and beginnings, every entry read is a match, so this takes a millisecond. Endings may belong to words that no
    // lead has any more, so a read of them may be long.
    const rows =
      clue.kind === 'word' || clue.kind === 'beginning'
        ? await this.db.select<LeadOfTerm>(few, params)
        : await this.db.scan<LeadOfTerm>(this.organizationId, few, params);
    return fewOf(rows, limit);
  }

  /** How many rows match a clue. Counting stops above the limit for probing. */
  async count(clue: Clue): Promise<number> {
    const { sql, params } = this.of(clue);
    const [row] = await this.db.scan<{ total: number }>(
      this.organizationId,
      `SELECT COUNT(*) AS total FROM (SELECT 1 AS one ${sql} LIMIT ${probeLimit + 1}) some`,
      params,
    );
    return row?.total ?? 0;
  }

  /** Leads that match all clues. Undefined when there are more than `limit` rows of them. */
  async leadsWithAll(first: Clue, others: readonly Clue[], limit: number): Promise<string[] | undefined> {
    const { sql, params } = this.of(first);
    const all: SqlValue[] = [...params];
    let allTerms = '';
    for (const other of others) {
      const terms = await this.terms(other);
      // A clue that matches many words selects little and would be looked up under each of them.
      if (terms === undefined) continue;
      allTerms += ` AND EXISTS (SELECT 1 FROM lead_terms u WHERE u.organization_id = ? AND u.term IN (${placeholders(terms)})
        AND u.lead_id = t.lead_id)`;
      all.push(this.organizationId, ...terms);
    }
    if (allTerms === '') return undefined;
    const held = `SELECT t.lead_id ${sql}${allTerms} LIMIT ${limit + 1}`;
    return fewOf(await this.db.scan<LeadOfTerm>(this.organizationId, held, all), limit);
  }

  /** The words that match a clue. Undefined when there are many. */
  private async terms({ kind, letters }: Clue): Promise<string[] | undefined> {
    if (kind === 'word') return [letters];
    const many = 12;
    const [condition, ...params] = {
      ending: ['suffix = ?', letters],
      beginning: ['suffix >= ? AND suffix < ? AND term = suffix', letters, after(letters)],
      fragment: ['suffix >= ? AND suffix < ?', letters, after(letters)],
    }[kind];
    const rows = await this.db.scan<{ term: string }>(
      this.organizationId,
      `SELECT term FROM term_suffixes WHERE organization_id = ? AND ${condition} LIMIT ${many + 1}`,
      [this.organizationId, ...params],
    );
    return rows.length > many ? undefined : rows.map((row) => row.term);
  }

  /** `FROM … WHERE …` for the rows `t` of `lead_terms` that match a clue. */
  private of({ kind, letters }: Clue): { sql: string; params: SqlValue[] } {
    const bySuffix = `FROM term_suffixes s ${this.db.orderedJoin} lead_terms t
      ON t.organization_id = s.organization_id AND t.term = s.term WHERE s.organization_id = ?`;
    const byTerm = 'FROM lead_terms t WHERE t.organization_id = ?';
    switch (kind) {
      case 'word':
        return { sql: `${byTerm} AND t.term = ?`, params: [this.organizationId, letters] };
      case 'beginning':
        return {
          sql: `${byTerm} AND t.term >= ? AND t.term < ?`,
          params: [this.organizationId, letters, after(letters)],
        };
      case 'ending':
        return { sql: `${bySuffix} AND s.suffix = ?`, params: [this.organizationId, letters] };
      case 'fragment':
        return {
          sql: `${bySuffix} AND s.suffix >= ? AND s.suffix < ?`,
          params: [this.organizationId, letters, after(letters)],
        };
    }
  }
}

/** The end of the range of texts that begin with these letters. */
const after = (letters: string) => `${letters}\u{10ffff}`;
