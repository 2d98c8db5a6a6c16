/**
 * Whether somebody's title is one that an ICP lists.
 *
 * A listed title is matched as whole words, whatever their gender: "VP Sales" finds "VP Sales DACH", "Enólogo" the "Enóloga". One of a rank
 * and a field alone is found in other languages too (`field-words.ts`): "Head of Sustainability" finds "Hållbarhetschef". Words that a listed title does not have can make
 * another job of it, though: "Supply Chain" means the person who answers for it, no "Junior Supply Chain Analyst", and an "Executive
 * Assistant to the CFO" is no CFO. Such people match only a listed title that says so itself.
 */
import { crossingTitle, isSameTitle, type CrossingTitle } from './field-words';
import { genderless } from './gender';
import { titlePhrase } from '../company/names';
import { roleOf } from './role';
import { isHelper } from './role-tables';
import type { Seniority } from './title-words';
import { wordsOf } from '../text/words';

export interface ListedTitle {
  /** As the ICP writes it. */
  readonly title: string;
  /** Its words, to be found in a title's (`titlePhrase`). */
  readonly phrase: string;
  /** What it says of somebody who prepares or assists. */
  readonly lesser: ReadonlySet<string>;
  /** Its rank and field, by which other languages have it. Null where it says more. */
  readonly crossing: CrossingTitle | null;
}

/** @param title as the ICP writes it. */
export function listedTitle(title: string): ListedTitle {
  return { title, phrase: titlePhrase(title), lesser: new Set(lesserWords(title)), crossing: crossingTitle(title) };
}

/**
 * Whether a title is the listed one.
 * @param words of the title (`titlePhrase`).
 */
export function isListed(listed: ListedTitle, title: string, words: string): boolean {
  const isThis = words.includes(listed.phrase) || (listed.crossing !== null && isSameTitle(listed.crossing, title));
  return isThis && lesserWords(title).every((word) => listed.lesser.has(word));
}

/** What ends the first part of a headline. */
const partEnd = /[|,;:•·(@]|\s[-–—/]\s|\sat\s/iu;

/**
 * The first part of a headline, where most people write their title: "Icemaker" of "Icemaker, Moose Creek Curling Club".
 * @returns as written, without spaces around it; at most 100 characters are looked at.
 */
export const openingOf = (headline: string): string => (headline.slice(0, 100).split(partEnd, 1)[0] ?? '').trim();

/** Levels that decide, or are about to: a helper's word beside them is about others ("Head of Analyst Relations"). */
const decides: ReadonlySet<Seniority> = new Set(['owner', 'cxo', 'partner', 'vp', 'director', 'manager']);
/** Levels below those meant by a title alone. */
const beginners: ReadonlySet<Seniority> = new Set(['entry', 'training', 'unpaid']);

/** The words of a title that make it one of somebody who prepares, assists or begins; empty for somebody who decides. */
function lesserWords(title: string): string[] {
  const { seniority } = roleOf(title);
  if (seniority !== null && decides.has(seniority)) return [];
  const found: string[] = seniority !== null && beginners.has(seniority) ? [seniority] : [];
  for (const word of wordsOf(title)) {
    if (isHelper(word)) found.push(genderless(word.text));
  }
  return found;
}
