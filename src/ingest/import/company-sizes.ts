/** Sizes of companies as a row has them, also those that a spreadsheet took for dates: `11-50` is its 1 November 1950. */
import { parseCompanySize } from '../../../packages/reader/src';
import type { ColumnSigns } from './column-signs';
import { parseNumericDate } from './dates';
import { cleanFact, lengths } from './fields';
import { momentOf } from './moments';

/** Day, month and year of the dates that spreadsheets make of sizes. Their year is the current one where the size has none. */
const madeOf: readonly { readonly size: string; readonly is: (day: number, month: number, year: number) => boolean }[] =
  [
    { size: '11-50', is: (day, month, year) => day === 1 && month === 11 && year % 100 === 50 },
    { size: '2-10', is: (day, month) => (day === 2 && month === 10) || (day === 10 && month === 2) },
    { size: '1-10', is: (day, month) => (day === 1 && month === 10) || (day === 10 && month === 1) },
  ];

/** The size that a date was; null when the text is no date, or no size becomes that one. */
function sizeOfDate(text: string): string | null {
  const moments = [
    momentOf(text),
    // `2. Okt`, `Nov 50`: without a year, or without a day.
    momentOf(`${text} 2000`),
    momentOf(`1 ${text}`),
    parseNumericDate(text, 'dmy'),
    parseNumericDate(text, 'mdy'),
  ];
  for (const moment of moments) {
    if (moment === null || Number.isNaN(moment)) continue;
    const date = new Date(moment);
    const parts = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()] as const;
    const found = madeOf.find(({ is }) => is(...parts));
    if (found) return found.size;
  }
  return null;
}

/** Days since 1899 of the years in which people type sizes, and of 1 November 1950. */
const serials = { first: 42_005, last: 49_673, of1950: 18_568 } as const;

/** A size that was made a date and then a bare number, as programs write the cells of a spreadsheet: `46297` is `2-10`. */
function sizeOfSerial(text: string): string | null {
  const days = /^\d{5}(?:\.0+)?$/.test(text) ? Number(text) : NaN;
  if (!(days >= serials.first && days <= serials.last) && days !== serials.of1950) return null;
  return sizeOfDate(new Date((days - 25_569) * 86_400_000).toISOString().slice(0, 10));
}

/**
 * A size as it is stored with the record. A number that may be a date or a count is what the other sizes of the file are.
 * @param sizesAre what these are.
 * @param onUnread called with a text that says no size, or one of two, so that it can be counted.
 */
export function sizeText(
  given: string | null | undefined,
  sizesAre: ColumnSigns['sizesAre'],
  onUnread: (text: string) => void,
): string | null {
  const text = cleanFact(given, lengths.short);
  const serial = text === null || sizesAre === 'counts' ? null : sizeOfSerial(text);
  if (serial !== null && sizesAre === 'ranges') return serial;
  if (serial !== null) {
    onUnread(text ?? '');
    return null;
  }
  if (text === null || parseCompanySize(text) !== null) return text;
  const size = sizeOfDate(text);
  if (size === null) onUnread(text);
  return size ?? text;
}
