/** Texts without the names of the competitors that a workspace watches: a comment that names one is read so (`comment-decision.ts`). */
import { companyWords, displayName, isCoined } from '../../../packages/reader/src';

/** Letters of the shortest name that is looked for. */
const shortest = 3;
/** Names that are looked for at most. */
const most = 500;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wholeWord = (words: string) => `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`;

/** A text without the names of competitors; null where it names none. */
export type WithoutNames = (text: string) => string | null;

/**
 * @param names of the competitors, as written
 * @returns what takes them out of a text. A first word that was made up is the whole name ("Hebemax"), in any case and with an ending ("Hebemaxin",
 * "Hebemax'ten"); any other name counts as it is written without its legal form, capitals and all ("Blue Forklifts").
 */
export function withoutNamesOf(names: readonly string[]): WithoutNames {
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
          `(?<![\\p{L}\\p{N}])(?:${[...coined].map(escaped).join('|')})(?:(?![\\p{L}\\p{N}])|\\p{L}{1,4}(?!\\p{L}))`,
          'giu',
        ),
    asWritten.size === 0 ? null : new RegExp(wholeWord(`(?:${[...asWritten].map(escaped).join('|')})`), 'gu'),
  ];
  return (text) => {
    let bare = text;
    for (const pattern of [any, exact]) if (pattern !== null) bare = bare.replace(pattern, ' ');
    return bare === text ? null : bare;
  };
}

/** Nobody is watched. */
export const withoutNobody: WithoutNames = () => null;
