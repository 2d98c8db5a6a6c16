/**
 * Text made safe for the terminal. Names, headlines and paths come from files that others wrote. An escape sequence in them could
 * rewrite the screen, and an invisible character could make one text look like another.
 */
import { stripVTControlCharacters } from 'node:util';
import { escapedInvisible, visible } from '../../shared/text/visible';

/** Text without escape sequences, controls (except tabs and line ends), direction marks and other invisible characters. */
export function printable(text: string): string {
  return visible(stripVTControlCharacters(text));
}

/** JSON in which everything that `printable` would remove is escaped, so that no content is lost. */
export function printableJson(data: unknown): string {
  return escapedInvisible(JSON.stringify(data, null, 2));
}
