/** Whether a text names one of the competitors that a workspace watches: a comment is read with that (`comment-decision.ts`). */
import { companyWords, displayName, isCoined } from '../../../packages/reader/src';

/** Letters of the shortest name that is looked for. */
const shortest = 3;
/** Names that are looked for at most. */
const most = 500;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wholeWord = (words: string) => `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`;

/**
 * @param names of the competitors, as written
 * @returns a check of a text. A first word that was made up is the whole name ("Hebemax"), in any case and with an ending ("Hebemaxin",
 * "Hebemax'ten"); any other name counts as it is written without its legal form, capitals and all ("Blue Forklifts").
 */
export function namesOneOf(names: readonly string[]): (text: string) => boolean {
  const coined = new Set<string>();
  const asWritten = new Set<string>();
  for (const name of names.slice(0, most)) {
    const said = displayName(name);
    const first = /^[\p{L}\p{M}]+/u.exec(said)?.[0] ?? '';
    if (isCoined(first)) coined.add(first.toLowerCase());
    // A single word of everyday language, "Target" or "Apollo", says too little.
    else if (said.length >= shortest && companyWords(said).length > 1) asWritten.add(said);
  }
  const [any, exact] = [
    coined.size === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${[...coined].map(escaped).join('|')})(?=$|[^\\p{L}\\p{N}]|\\p{L}{1,4}(?!\\p{L}))`,
          'iu',
        ),
    asWritten.size === 0 ? null : new RegExp(wholeWord(`(?:${[...asWritten].map(escaped).join('|')})`), 'u'),
  ];
  return (text) => any?.test(text) === true || exact?.test(text) === true;
}

/** Nobody is watched. */
export const namesNobody = (): boolean => false;
