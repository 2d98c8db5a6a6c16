/**
 * What cells of a spreadsheet mean: columns, dates, numbers and escapes, as defined in ECMA-376 part 1 (§18.3, §18.8.30,
 * §22.9.2.19).
 */
import { ExportError } from './errors';

/** Most columns of a table. */
const mostColumns = 1_000;

/**
 * Index of the column in a reference such as `AB12`, from 0; undefined when there is none. @throws ExportError beyond the
 * bound.
 */
export function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let at = 0;
  for (const letter of letters) at = at * 26 + letter.charCodeAt(0) - 64;
  return within(at - 1);
}

/** @throws ExportError for a column beyond the bound. */
export function within(column: number): number {
  if (column < mostColumns) return column;
  throw new ExportError(`The spreadsheet has more than ${mostColumns} columns.`);
}

/** Built-in formats that show a date. Those that show only a time of day are left out. */
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** Whether a number format shows a date. @param code the format, if the file defines it. */
export function showsDate(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.has(id);
  // The format without quoted, escaped or bracketed parts, such as colours and currencies.
  const plain = code.replace(/"[^"]*(?:"|$)|\\.|_.|\*.|\[[^\]]*(?:\]|$)/g, '').split(';')[0] ?? '';
  return /[yd]/i.test(plain) && !/[0#?]/.test(plain.replace(/\.0+/g, ''));
}

const dayMs = 86_400_000;
const newYear1900 = Date.UTC(1899, 11, 30);
const newYear1904 = Date.UTC(1904, 0, 1);
const seconds = (ms: number) => Math.round(ms / 1_000) * 1_000;

/**
 * A day number as a date (`2026-11-09`), or as a time in UTC if it has one. The text itself when it is no day of these
 * centuries.
 */
export function dateText(text: string, from1904: boolean): string {
  const days = Number(text);
  if (text.trim() === '' || !Number.isFinite(days) || days < 1 || days > 110_000) return text;
  const at = new Date(seconds((from1904 ? newYear1904 : newYear1900) + days * dayMs)).toISOString();
  return at.endsWith('T00:00:00.000Z') ? at.slice(0, 10) : at.replace('.000', '');
}

/** A number as people write it. Files have `1.2E3` for 1200. */
export function numberText(text: string): string {
  const value = Number(text);
  return /e/i.test(text) && Number.isSafeInteger(value) ? String(value) : text;
}

/** `_x000D_` stands for a character that XML cannot hold. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
