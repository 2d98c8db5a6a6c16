/**
 * When the reader of headlines says the company that it found. A wrong company makes a wrong account, none leaves a gap that other
 * sources fill, so the model has to be sure both that one is named and that it is this one. Chosen on headlines that are not learned
 * from, so that at most one of 100 without a company is given one (docs/internals/decisions/0019).
 */
import type { Chances } from './chances';
import { bodyCode, joinCodes, type Evidence } from './evidence';
import { isMark, type Token } from './tokens';

/**
 * Least product of the odds of both chances. Something attests the name: little is asked. In English most is asked: most names there
 * are ordinary words too, and people write certificates, products and regions where others write a company.
 */
const leastOdds = { attested: 2, english: 60, other: 8 } as const;
export type NameContext = keyof typeof leastOdds;

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

/** Whether "at", or an "@", stands in front of a name. */
export function isJoined(first: number, tokens: readonly Token[], { join }: Evidence): boolean {
  return join[first - 1] === joinCodes.strong || tokens[first - 1]?.text === '@';
}

/** What a name from its first to its last word stands in: attested by "at", by the list of known names, or by a legal form in it. */
export function contextOfName(
  { first, last }: { readonly first: number; readonly last: number },
  tokens: readonly Token[],
  evidence: Evidence,
): NameContext {
  if (isJoined(first, tokens, evidence)) return 'attested';
  for (let at = first; at <= last; at += 1) {
    if ((evidence.brand[at] ?? 0) > 0 || (evidence.house[at] ?? 0) >= bodyCode) return 'attested';
  }
  return readsAsEnglish(tokens) ? 'english' : 'other';
}

/** Whether a company with these chances is to be said. */
export function isSure({ company, thisCompany }: Omit<Chances, 'reading'>, context: NameContext): boolean {
  return company * thisCompany >= leastOdds[context] * (1 - company) * (1 - thisCompany);
}
