/** How titles are compared. */
import { genderless } from '../title/gender';
import { tokensOf } from '../text/words';

/** Initials and short forms that mean the same as their long form in a title. */
const longForms: Readonly<Record<string, string>> = {
  vp: 'vice president',
  avp: 'assistant vice president',
  svp: 'senior vice president',
  evp: 'executive vice president',
  gm: 'general manager',
  agm: 'assistant general manager',
  dgm: 'deputy general manager',
  asst: 'assistant',
  sr: 'senior',
  jr: 'junior',
  mgr: 'manager',
  dir: 'director',
  ceo: 'chief executive officer',
  cfo: 'chief financial officer',
  cto: 'chief technology officer',
  coo: 'chief operating officer',
  cmo: 'chief marketing officer',
  cio: 'chief information officer',
  cro: 'chief revenue officer',
  ciso: 'chief information security officer',
  chro: 'chief human resources officer',
  cdo: 'chief data officer',
  ops: 'operations',
  revops: 'revenue operations',
  bizdev: 'business development',
  hr: 'human resources',
};
const fillers = new Set([
  'of',
  'the',
  'for',
  'and',
  'der',
  'die',
  'des',
  'und',
  'de',
  'du',
  'la',
  'del',
  'di',
  'van',
  'et',
  'y',
]);

/** Whether a folded word only joins others in a title. */
export const isFiller = (word: string): boolean => fillers.has(word);

/**
 * ` vic president sales `: a title's words without their gender (`gender.ts`) between spaces, so that `includes` finds whole words only.
 */
export function titlePhrase(title: string): string {
  let text = ' ';
  for (const token of tokensOf(title)) {
    if (fillers.has(token)) continue;
    for (const word of (longForms[token] ?? token).split(' ')) text += `${genderless(word)} `;
  }
  return text;
}
