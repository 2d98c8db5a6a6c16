/**
 * A text as a reader sees it, with the position of each letter in the stored text. Exports leave HTML and URL escapes in texts,
 * and invisible letters split a name only for programs.
 */
import { decodeNested, decodeNumbered, visibleText } from '../text/identifiers';

/** A stretch of a text, from one position up to another. */
export type Stretch = readonly [from: number, to: number];

export interface ShownText {
  readonly text: string;
  /** The stretch of the stored text that this visible stretch comes from. */
  stored(stretch: Stretch): Stretch;
}

/** Parts that are not shown as stored: escapes of URLs, HTML and JSON, tags, invisible letters. */
const escapes = [
  /(?:%(?:25)*[0-9a-f]{2})+/,
  /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/,
  /\\(?:u[0-9a-f]{4}|[nrt])/,
  /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/u,
];
const tag = /<\/?[a-z][^<>]{0,200}>/;
const oneOf = (patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'), 'giu');
const hidden = { tags: oneOf([...escapes, tag]), 'no tags': oneOf(escapes) } as const;
const mayHide = /[%&<\\]|[^\x20-\x7e]/;

const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  shy: '',
  szlig: 'ß',
  aelig: 'æ',
  oelig: 'œ',
  thorn: 'þ',
  eth: 'ð',
};
/** `&aacute;`: the letter, then its accent, which is not compared. */
const letterEscape = /^([a-z])(?:acute|grave|circ|tilde|uml|cedil|ring|caron|slash|ogon|breve|macr|strok|dot)$/i;

function decodedEscape(name: string): string | undefined {
  if (name.startsWith('#')) return decodeNumbered(`&${name};`);
  return signs[name.toLowerCase()] ?? letterEscape.exec(name)?.[1];
}

function shownAs(part: string): string {
  if (part.startsWith('%')) return decodeNested(part);
  if (part.startsWith('\\u') || part.startsWith('\\U')) return decodeNumbered(part);
  if (part.startsWith('<') || part.startsWith('\\')) return ' ';
  if (part.startsWith('&')) return decodedEscape(part.slice(1, -1)) ?? part;
  return visibleText(part);
}

const same = (text: string): ShownText => ({ text, stored: (stretch) => stretch });

/**
 * @param hides whether tags of HTML are hidden. What stands in `<…>` may also be an address: `Ines <ines@acme.example>`.
 * @returns the visible text; the text itself when nothing is hidden.
 */
export function shownText(text: string, hides: keyof typeof hidden = 'tags'): ShownText {
  if (!mayHide.test(text)) return same(text);
  // A text repeats the same few escapes, and a broken one takes long to decode.
  const known = new Map<string, string>();
  const shows = (part: string) => {
    const shown = known.get(part) ?? shownAs(part);
    known.set(part, shown);
    return shown;
  };
  const found = [...text.matchAll(hidden[hides])].filter(([part]) => shows(part) !== part);
  if (found.length === 0) return same(text);
  let shown = '';
  const from: number[] = [];
  const to: number[] = [];
  const add = (part: string, start: number, end: (at: number) => number) => {
    for (let at = 0; at < part.length; at += 1) {
      from.push(end === wholeLetter ? start + at : start);
      to.push(end(start + at));
    }
    shown += part;
  };
  let done = 0;
  for (const { 0: part, index } of found) {
    add(text.slice(done, index), done, wholeLetter);
    done = index + part.length;
    add(shows(part), index, () => index + part.length);
  }
  add(text.slice(done), done, wholeLetter);
  return { text: shown, stored: ([first, last]) => [from[first] ?? 0, to[last - 1] ?? text.length] };
}

const wholeLetter = (at: number) => at + 1;
