/** Names in scripts without spaces between words: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese. */
import { fold } from '../text/fold';
import { chineseFamilyNames, koreanHonorifics, notChineseNames } from './ordinary-words';
import type { Stretch } from './shown-text';

const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const anyOf = (names: readonly string[]) =>
  new RegExp(`[${names.map((name) => `\\p{Script=${name}}`).join('')}ー]`, 'u');
const unspaced = anyOf(scripts);
const only = (name: string) => new RegExp(`^\\p{Script=${name}}+$`, 'u');
const [han, hangul] = [only('Han'), only('Hangul')];

const isUnspaced = (text: string): boolean => unspaced.test(text);

/** What may stand between the parts of a name. */
const marks = '[\\s・･·•=‐,、._/()-]';
/** How the part before is read, in Japanese: `山田（やまだ）太郎`. */
const reading = '(?:\\([^()]{1,20}\\))?';
const between = `${reading}${marks}{0,3}`;
const something = `(?:${reading}${marks}{1,3}|\\([^()]{1,20}\\))`;

/** All orders of up to three parts. More parts are only reversed as a whole. */
function ordersOf(parts: readonly string[]): (readonly string[])[] {
  if (parts.length > 3)
    return [parts, [...parts.slice(-1), ...parts.slice(0, -1)], [...parts.slice(1), ...parts.slice(0, 1)]];
  if (parts.length < 2) return [parts];
  return parts.flatMap((part, at) => ordersOf(parts.filter((_, other) => other !== at)).map((rest) => [part, ...rest]));
}

/** Where a name written as one word may be cut into family and given name: after one or two letters. */
const halves = (name: string): (readonly string[])[] =>
  [1, 2].filter((at) => name.length - at >= 1 && name.length > 2).map((at) => [name.slice(0, at), name.slice(at)]);

/** Patterns for one name, as sources of regular expressions over folded text. None for a single given or family name. */
export function unspacedPatterns(name: string): string[] {
  const parts = fold(name)
    .split(/[\s・･·•=,、]/)
    .filter(isUnspaced)
    .map((part) => part.replace(/[^\p{L}\p{N}ー]/gu, ''));
  const [whole = ''] = parts;
  if (parts.length > 1) return ordersOf(parts).map((order) => patternOf(order, isSafe(order.join(''))));
  if (han.test(whole) && whole.length === 2)
    return chineseFamilyNames.includes(whole.slice(0, 1)) && isSafe(whole) ? [whole] : [];
  if (hangul.test(whole) && whole.length === 2) return [`${startOf(whole)}${whole}(?=\\s?(?:${koreanHonorifics}))`];
  const isFull = whole.length >= 3 && (hangul.test(whole) || /^\p{Script=Han}/u.test(whole));
  if (!isFull) return [];
  if (whole.length > 6) return [whole];
  return [whole, ...halves(whole).flatMap((cut) => ordersOf(cut).map((order) => patternOf(order, true)))].map(
    (source) => (source === whole ? startOf(whole) + Array.from(whole).join('\\s?') : source),
  );
}

/** Two adjacent characters may be an ordinary word. */
const isSafe = (text: string) => text.length > 2 || (han.test(text) && !notChineseNames.has(text));

const patternOf = (order: readonly string[], joined: boolean) =>
  startOf(order[0] ?? '') + order.map(spread).join(joined ? between : something);

/** Japanese and Chinese texts may have a space after each character of a name. */
const spread = (part: string) => (/^\p{Script=Han}/u.test(part) ? Array.from(part).join('\\s?') : part);

/** Korean has spaces, so a name begins where a word begins. */
const startOf = (text: string) => (/^\p{Script=Hangul}/u.test(text) ? '(?<!\\p{Script=Hangul})' : '');

/** Letters; the parts of a Korean syllable that was decomposed are one. */
const letters = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|./gsu;

/** The stretches where any of the patterns matches, in a text that is not folded yet. */
export function stretchesOf(text: string, pattern: RegExp): Stretch[] {
  if (!isUnspaced(text)) return [];
  let folded = '';
  const from: number[] = [];
  const to: number[] = [];
  let place = 0;
  for (const letter of text.match(letters) ?? []) {
    const plain = /\s/.test(letter) ? ' ' : fold(letter);
    const next = place + letter.length;
    if (plain === '' && to.length > 0) to[to.length - 1] = next;
    for (let at = 0; at < plain.length; at += 1) {
      from.push(place);
      to.push(next);
    }
    folded += plain;
    place = next;
  }
  return [...folded.matchAll(pattern)].map((match) => [
    from[match.index] ?? 0,
    to[match.index + match[0].length - 1] ?? 0,
  ]);
}
