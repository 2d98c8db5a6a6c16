/** Sizes of companies as a row has them, also those that a spreadsheet took for dates: `11-50` is its 1 November 1950. */
import { parseCompanySize } from '../../../packages/reader/src';
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

/**
 * A size as it is stored with the record.
 * @param onUnread called with a text that says no size, so that it can be counted.
 */
export function sizeText(given: string | null | undefined, onUnread: (text: string) => void): string | null {
  const text = cleanFact(given, lengths.short);
  if (text === null || parseCompanySize(text) !== null) return text;
  const size = sizeOfDate(text);
  if (size === null) onUnread(text);
  return size ?? text;
}
