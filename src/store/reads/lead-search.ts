/**
 * Search over leads: which leads' name, headline or company contains a text (docs/internals/decisions/0005-search.md).
 *
 * `lead_terms` says which leads hold a word, `term_suffixes` every ending of every word, so the words that contain a
 * fragment are one index range. The rarest word of the searched text chooses the candidates, or two words together where
 * each alone is common; whether a candidate holds the whole text is checked on its `search_text` afterwards. Where words say
 * too little, the texts themselves are looked through in the order they are stored in.
 */
import { placeholders, type Database, type SqlValue } from '../../database/database';
import { fold } from '../../shared/text/fold';
import { Conditions } from './conditions';
import { cluesOf, unindexed, type Clue } from './search-terms';

/** How many leads that hold one word are looked at to find those that hold another as well. */
const probeLimit = 20_000;

/**
 * Ids of leads that may match, every match among them.
 * @returns undefined when there are many more than `limit`, or when matches are dense: walking the list in its order then finds
 * a page sooner.
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
  // So many leads are not in the index that it says nothing.
  if (!always) return leadsHolding(db, organizationId, folded, limit);
  const found = await leadsFitting(postings, clues, limit);
  if (found) return always.length === 0 ? found : [...new Set([...found, ...always])];
  // A fragment of words that many leads hold is held by many leads.
  if (clues.length === 1 && clues[0]?.letters === folded) return undefined;
  const some = await leadsWithCommonWords(postings, clues, limit);
  return some ? [...new Set([...some, ...always])] : leadsHolding(db, organizationId, folded, limit);
}

/** The leads of the first clue that fits few of them. */
async function leadsFitting(postings: Postings, clues: readonly Clue[], limit: number): Promise<string[] | undefined> {
  for (const clue of clues) {
    const found = await postings.leads(clue, limit);
    if (found) return found;
  }
  return undefined;
}

/** Every word is common: the leads of the rarest of them, with the others looked up for each. */
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

/** Of so many leads, the first by id, as many matches mean that matches are dense. */
const sample = { leads: 4_000, matches: 10 };

/**
 * Leads that hold the text, found by looking through the texts of all in the order of their ids, which is about the one they
 * are stored in: several times faster than the list's own order, whose every step goes to another page of the database.
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
  // Asked for by itself: as a subquery it would have MariaDB look through all leads.
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

/** The leads that hold words. */
class Postings {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Leads that a clue fits; undefined when there are more than `limit` rows of them. */
  async leads(clue: Clue, limit: number): Promise<string[] | undefined> {
    const { sql, params } = this.of(clue);
    const few = `SELECT t.lead_id ${sql} LIMIT ${limit + 1}`;
    // Every entry that is looked at is one that is found, which takes a millisecond; endings may be of words that nobody has any more.
    const rows =
      clue.kind === 'word' || clue.kind === 'beginning'
        ? await this.db.select<LeadOfTerm>(few, params)
        : await this.db.scan<LeadOfTerm>(this.organizationId, few, params);
    return fewOf(rows, limit);
  }

  /** How many rows a clue fits; counting stops above the limit for probing. */
  async count(clue: Clue): Promise<number> {
    const { sql, params } = this.of(clue);
    const [row] = await this.db.scan<{ total: number }>(
      this.organizationId,
      `SELECT COUNT(*) AS total FROM (SELECT 1 AS one ${sql} LIMIT ${probeLimit + 1}) some`,
      params,
    );
    return row?.total ?? 0;
  }

  /** Leads that all clues fit; undefined when there are more than `limit` rows of them. */
  async leadsWithAll(first: Clue, others: readonly Clue[], limit: number): Promise<string[] | undefined> {
    const { sql, params } = this.of(first);
    const all: SqlValue[] = [...params];
    let holds = '';
    for (const other of others) {
      const terms = await this.terms(other);
      // A clue that many words fit says little and would be looked up under each of them.
      if (terms === undefined) continue;
      holds += ` AND EXISTS (SELECT 1 FROM lead_terms u WHERE u.organization_id = ? AND u.term IN (${placeholders(terms)})
        AND u.lead_id = t.lead_id)`;
      all.push(this.organizationId, ...terms);
    }
    if (holds === '') return undefined;
    const held = `SELECT t.lead_id ${sql}${holds} LIMIT ${limit + 1}`;
    return fewOf(await this.db.scan<LeadOfTerm>(this.organizationId, held, all), limit);
  }

  /** The words that a clue fits; undefined when there are many. */
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

  /** `FROM … WHERE …` over the rows `t` of `lead_terms` that a clue fits. */
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
