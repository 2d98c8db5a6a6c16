/**
 * A text as a reader sees it, and where each letter of that stands in what is stored: exports leave escapes of web pages and
 * addresses in what people wrote, and letters that show nothing part a name for programs alone.
 */
import { decodeNested, decodeNumbered, visibleText } from '../../shared/text/identifiers';

/** A stretch of a text, from one place up to another. */
export type Stretch = readonly [from: number, to: number];

export interface ShownText {
  readonly text: string;
  /** The stretch of the stored text that shows as this one. */
  stored(stretch: Stretch): Stretch;
}

/** What does not show as it is stored: escapes of addresses and web pages, tags, letters that show nothing. */
const hidden =
  /(?:%[0-9a-f]{2})+|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});|<\/?[a-z][^<>]{0,200}>|[\p{Cf}\p{Default_Ignorable_Code_Point}]+/giu;
const mayHide = /[%&<]|[^\x20-\x7e]/;

const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  szlig: 'ß',
  aelig: 'æ',
  oelig: 'œ',
  thorn: 'þ',
  eth: 'ð',
};
/** `&aacute;`: the letter before what it carries, which is not compared. */
const letterEscape = /^([a-z])(?:acute|grave|circ|tilde|uml|cedil|ring|caron|slash|ogon|breve|macr|strok|dot)$/i;

function decodedEscape(name: string): string | undefined {
  if (name.startsWith('#')) return decodeNumbered(`&${name};`);
  return signs[name.toLowerCase()] ?? letterEscape.exec(name)?.[1];
}

function shownAs(part: string): string {
  if (part.startsWith('%')) return decodeNested(part);
  if (part.startsWith('<')) return ' ';
  if (part.startsWith('&')) return decodedEscape(part.slice(1, -1)) ?? part;
  return visibleText(part);
}

const same = (text: string): ShownText => ({ text, stored: (stretch) => stretch });

/** @returns the text as it shows; itself where nothing is hidden. */
export function shownText(text: string): ShownText {
  if (!mayHide.test(text)) return same(text);
  // The same few escapes stand in a text again and again, and one that is broken takes long.
  const known = new Map<string, string>();
  const shows = (part: string) => {
    const shown = known.get(part) ?? shownAs(part);
    known.set(part, shown);
    return shown;
  };
  const found = [...text.matchAll(hidden)].filter(([part]) => shows(part) !== part);
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
