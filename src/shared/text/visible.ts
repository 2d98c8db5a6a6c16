/**
 * Removes invisible characters. Text from the network is hostile: they can hide instructions from a person or reverse a line.
 * Tools and commands show text without them. What people see stays, including the joiners and selectors that emoji, Indic and
 * Persian words need.
 */

/** What is removed, one row per kind. Unicode's own properties, so that new characters of a kind are covered. */
const strippedKinds = [
  ['controls but tab and newline', '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f'],
  ['line and paragraph separators', '\\u2028\\u2029'],
  ['bidi marks, tags and other format characters', '\\p{Format}'],
  ['variation selectors, fillers and what else shows nothing', '\\p{Default_Ignorable_Code_Point}'],
  ['unpaired surrogates', '\\p{Surrogate}'],
] as const;

const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
const joiner = '[\\u200c\\u200d]';
/** Characters that a joiner may stand between. A letter can end with marks, an emoji with its selector. */
const joined = '[\\p{Letter}\\p{Mark}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
/** One U+FE0F after an emoji or inside a keycap. */
const emojiSelector = `${emoji}\\ufe0f|[0-9#*]\\ufe0f(?=\\u20e3)`;

/**
 * Most text is ASCII, which is ruled out first because that is fastest. Neighbours are checked only for the characters listed
 * here.
 */
const hidden = `[^\\n\\t -~](?<=[${strippedKinds.map(([, kind]) => kind).join('')}])`;
const stripped = new RegExp(`${hidden}(?<!${joiner}|${emojiSelector})`, 'gu');
/** For text in which nothing else is hidden, so that a joiner's neighbours are visible ones. */
const strayJoiner = new RegExp(`${joiner}(?<!${joined}${joiner}(?=${joined}))`, 'gu');

/**
 * In the output of `JSON.stringify`, a letter before a joiner can be the end of an escape. So an ASCII letter does not justify
 * a joiner there.
 */
const hiddenInJson = new RegExp(`${hidden}(?<!${emojiSelector}|(?![a-z])${joined}${joiner}(?=${joined}))`, 'u');
/** C0 controls and unpaired surrogates as `JSON.stringify` writes them. */
const escapedInJson = /\\(?:u(?:00|d[89a-f])|[bfr])/;

/** The string without control, bidi and invisible characters. Newlines and tabs stay. */
export function visible(text: string): string {
  return text.replace(stripped, '').replace(strayJoiner, '');
}

/** Whether any string in a JSON text holds a character that `visible` would remove. May be true too often, never too rarely. */
export function hidesCharacters(json: string): boolean {
  return escapedInJson.test(json) || hiddenInJson.test(json);
}

/** JSON text in which everything that `visible` would remove is written as an escape, so that its content is complete. */
export function escapedInvisible(json: string): string {
  return json.replace(stripped, asEscape).replace(strayJoiner, asEscape);
}

const asEscape = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Characters that could end a quotation in any script, or look as if they did. */
const quotationMarks = /["“”„‟«»″〝〞〟＂❝❞]/gu;

/** The beginning of another person's words on one line, without invisible characters. @param most characters. */
export function oneLine(text: string, most: number): string {
  const letters = Array.from(visible(text.replace(/\s+/gu, ' ')).trim());
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : letters.join('');
}

/** How much of a comment is kept from its beginning, where not all of it is shown. */
const fromBeginning = 0.6;

/**
 * The same of a comment, whose last words ("How much is it?") often decide what it is: one that is too long loses its middle.
 * @param most characters.
 */
export function bothEnds(text: string, most: number): string {
  const letters = Array.from(oneLine(text, Infinity));
  if (letters.length <= most) return letters.join('');
  const first = Math.ceil(most * fromBeginning);
  const last = letters.slice(letters.length - (most - first));
  return `${letters.slice(0, first).join('').trimEnd()} … ${last.join('').trimStart()}`;
}

/** The beginning of another person's words as a part of a line of ours: in quotation marks that the words cannot close. */
export const inLine = (text: string, most: number): string => `“${unquoted(text, most)}”`;

/** The same without the quotation marks, for those of another language. */
export const unquoted = (text: string, most: number): string => oneLine(text.replace(quotationMarks, "'"), most);

/** A JSON value with `visible` applied to every string, including keys. */
export function visibleDeep(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [visible(key), visibleDeep(inner)]));
}

/** The beginning of a text, at most `most` UTF-16 units, without splitting a surrogate pair. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The beginning of a text that takes at most `most` bytes as JSON. Ends with an ellipsis when it was cut. */
export function shortenedToBytes(text: string, most: number): string {
  const size = (part: string) => Buffer.byteLength(JSON.stringify(part));
  if (size(text) <= most) return text;
  let length = Math.min(text.length, most);
  while (size(beginningOf(text, length)) > most) length = Math.floor(length * 0.8);
  return `${beginningOf(text, length)}…`;
}
