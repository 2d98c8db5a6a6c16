/**
 * When the reader of headlines says the company that it found. A wrong company makes a wrong account, none leaves a gap that other
 * sources fill, so the model has to be sure both that one is named and that it is this one. Chosen on headlines that are not learned
 * from (docs/internals/decisions/0019).
 */
import type { Chances } from './chances';
import { isMark, type Token } from './tokens';

/**
 * Least product of the odds of both chances. In English more is asked: most names there are ordinary words too, and people write
 * certificates, products and regions where others write a company. Behind "at" they do so less.
 */
const leastOdds = { englishJoined: 4.5, english: 12, other: 2.7 } as const;

/** What a name stands in. */
export interface Ground {
  /** `readsAsEnglish` */
  readonly english: boolean;
  /** "at" or "@" before it. */
  readonly joined: boolean;
}

/** Of ten words of an English headline, so many are ordinary words of English at least. */
const ordinaryOfTen = 3;

/** Whether enough words of a headline are ordinary words of English. */
export function readsAsEnglish(tokens: readonly Token[]): boolean {
  let [words, ordinary] = [0, 0];
  for (const token of tokens) {
    if (isMark(token)) continue;
    words += 1;
    if (token.form.ordinary) ordinary += 1;
  }
  return words > 0 && ordinary * 10 >= words * ordinaryOfTen;
}

/** Whether a company with these chances is to be said. */
export function isSure({ company, thisCompany }: Chances, { english, joined }: Ground): boolean {
  const least = english ? (joined ? leastOdds.englishJoined : leastOdds.english) : leastOdds.other;
  return company * thisCompany >= least * (1 - company) * (1 - thisCompany);
}
