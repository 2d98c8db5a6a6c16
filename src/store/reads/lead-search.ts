/**
 * Search over leads: which leads' name, headline or company contains a text (docs/decisions/0005-search.md).
 *
 * `lead_terms` says which leads hold a word, `term_suffixes` every ending of every word, so the words that contain a
 * fragment are one index range. The longest word of the searched text chooses the candidates; whether a candidate holds
 * the whole text is checked on its `search_text` afterwards.
 */
import type { Database } from '../database';
import { fold } from '../../text/fold';

/** A word is kept up to this length; a longer one as overlapping pieces, so that any 20 letters in a row lie in one. */
const pieceLength = 40;
const pieceStep = 20;

/** The words of folded text as they stand in `lead_terms`. */
export function termsOf(folded: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const letters = word.length <= pieceLength ? [word] : [...word];
    if (letters.length <= pieceLength) terms.add(word);
    else for (let at = 0; at < letters.length; at += pieceStep) terms.add(letters.slice(at, at + pieceLength).join(''));
  }
  return terms;
}

/** Every ending of a term, itself included. */
export function suffixesOf(term: string): string[] {
  const letters = [...term];
  return letters.map((_, at) => letters.slice(at).join(''));
}

/** The fragment that an index range is sought for: the longest word, or the first letters of it; null without letters. */
function keyOf(folded: string): string | null {
  let longest = '';
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+/gu)) if (word.length > longest.length) longest = word;
  return longest === '' ? null : [...longest].slice(0, pieceStep).join('');
}

/**
 * Ids of leads that may match, every match among them.
 * @returns undefined when there are more than `limit`, or when the text has no letter or digit to look up: walking the
 * list in its order then finds a page sooner.
 */
export async function leadsMatchingSearch(
  db: Database,
  organizationId: string,
  search: string,
  limit: number,
): Promise<string[] | undefined> {
  const key = keyOf(fold(search));
  if (key === null) return undefined;
  const rows = await db.select<{ lead_id: string }>(
    `SELECT t.lead_id FROM term_suffixes s ${db.orderedJoin} lead_terms t
       ON t.organization_id = s.organization_id AND t.term = s.term
     WHERE s.organization_id = ? AND s.suffix >= ? AND s.suffix < ? LIMIT ${limit + 1}`,
    [organizationId, key, `${key}\u{10ffff}`],
  );
  return rows.length > limit ? undefined : [...new Set(rows.map((row) => row.lead_id))];
}
