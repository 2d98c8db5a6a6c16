/**
 * What reaches the terminal. Names, headlines and paths come from files that others wrote: an escape sequence in them
 * could rewrite the screen, and a direction mark could show one text as another.
 */
import { stripVTControlCharacters } from 'node:util';

/** Text without escape sequences, controls (tabs and line ends stay) and direction marks. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\t\n]|\p{Bidi_Control}/gu, '');
}

/** JSON with everything that `printable` would take out written as an escape: what it says stays whole. */
export function printableJson(data: unknown): string {
  return JSON.stringify(data, null, 2).replace(
    /[\u007f-\u009f]|\p{Bidi_Control}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
