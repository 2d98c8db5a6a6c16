/**
 * What reaches the terminal. Names, headlines and paths come from files that others wrote: an escape sequence in them could rewrite
 * the screen, and a mark that nobody sees could show one text as another.
 */
import { stripVTControlCharacters } from 'node:util';
import { escapedInvisible, visible } from '../../shared/text/visible';

/** Text without escape sequences, controls (tabs and line ends stay), direction marks and what else shows nothing. */
export function printable(text: string): string {
  return visible(stripVTControlCharacters(text));
}

/** JSON with everything that `printable` would take out written as an escape: what it says stays whole. */
export function printableJson(data: unknown): string {
  return escapedInvisible(JSON.stringify(data, null, 2));
}
