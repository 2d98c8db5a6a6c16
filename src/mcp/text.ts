/**
 * Text from the network is hostile: invisible characters can hide instructions from a person or turn a line around. Tools
 * return it without them. Everything visible stays, including the joiners that emoji and Indic and Persian scripts need.
 */

/** One row per kind: name, first and last code point. */
export const strippedCharacters = [
  ['controls before the tab', 0x00, 0x08],
  ['controls after the newline', 0x0b, 0x1f],
  ['delete and C1 controls', 0x7f, 0x9f],
  ['Arabic letter mark', 0x61c, 0x61c],
  ['zero-width space', 0x200b, 0x200b],
  ['left-to-right and right-to-left marks', 0x200e, 0x200f],
  ['line and paragraph separators, bidi embeddings and overrides', 0x2028, 0x202e],
  ['invisible operators', 0x2060, 0x2064],
  ['bidi isolates and deprecated format characters', 0x2066, 0x206f],
  ['unpaired surrogates', 0xd800, 0xdfff],
  ['byte order mark', 0xfeff, 0xfeff],
  ['interlinear annotations', 0xfff9, 0xfffb],
  ['tags and variation selectors, which can carry a hidden message', 0xe0000, 0xe0fff],
] as const satisfies readonly (readonly [string, number, number])[];

const ranges = strippedCharacters
  .map(([, first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`)
  .join('');
const stripped = new RegExp(`[${ranges}]`, 'gu');

/** The same characters as `JSON.stringify` writes them: C0 controls and unpaired surrogates escaped, the others as they are. */
const inJson = new RegExp(`[${ranges}]|\\\\u(?:00|d[89a-f])|\\\\[bfr]`, 'u');

/** A string without control, bidi and invisible characters. Newlines and tabs stay. */
export function visible(text: string): string {
  return text.replace(stripped, '');
}

/** Whether JSON text holds, in any string, a character that `visible` would remove. May say yes too often, never too rarely. */
export function hidesCharacters(json: string): boolean {
  return inJson.test(json);
}

/** A JSON value with every string made visible, keys included. */
export function visibleDeep(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [visible(key), visibleDeep(inner)]));
}
