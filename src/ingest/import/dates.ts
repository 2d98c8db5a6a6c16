/** Dates whose order of day and month is ambiguous on its own: `03/04/2026`, `18.08.2026 10:22`, `11/3/26`. */
import { plainDigits } from './digits';
import { hourOf } from './moments';

export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const numeric =
  /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?(?:,?[ T]\s*(?:kl\.?|klo)?\s*(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:\.\d{1,9})?)?\s*([ap]\.?\s?m\.?|uhr)?)?$/i;

const shortYear = /^\d{1,2}([./-]) ?\d{1,2}\1 ?\d{2}(?!\d)/;

/** Whether a text is such a date: its year comes last, as spreadsheets write it. */
export const isNumericDate = (text: string): boolean => text.length <= longest && numeric.test(tidy(text));

/** Characters of the longest text that can be such a date. */
const longest = 60;
/** With our digits, without invisible marks, and without the word for a year that stands behind it (`14.11.2026 г.`). */
const tidy = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.trim()
    : plainDigits(text)
        .replace(/\p{Cf}/gu, '')
        .replace(/(?<=\d) ?г\./u, '')
        .trim();

/**
 * The moment of a date with its year last, in UTC.
 * @returns epoch ms; null when it is no such date, or not a date in this order (`18/08/2026` in `mdy`).
 */
export function parseNumericDate(text: string, order: DateOrder): number | null {
  const match = numeric.exec(tidy(text));
  if (!match) return null;
  const [, first, , second, year, hour = '0', minute = '0', seconds = '0', half] = match;
  const [day, month] = order === 'dmy' ? [Number(first), Number(second)] : [Number(second), Number(first)];
  const date = new Date(Date.UTC(Number(year) + (year?.length === 2 ? 2000 : 0), month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const hours = hourOf(Number(hour), /uhr/i.test(half ?? '') ? undefined : half?.toLowerCase().replace(/[.\s]/g, ''));
  if (hours === null || Number(minute) > 59 || Number(seconds) > 59) return null;
  return date.getTime() + ((hours * 60 + Number(minute)) * 60 + Number(seconds)) * 1000;
}

/** A date whose order the import must be told. Its row is refused, because a wrong time would look like a right one. */
export class UnreadableDate extends Error {
  constructor(text: string, why: DateOrder | 'either' | 'neither') {
    const shown = JSON.stringify(text.slice(0, 40));
    const said = {
      either: `the date ${shown} can be read in two ways; import again with --date-order dmy or --date-order mdy`,
      neither: `${shown} is no date in any order of day and month`,
      dmy: `${shown} is no date in the order dmy`,
      mdy: `${shown} is no date in the order mdy`,
    };
    super(said[why]);
    this.name = 'UnreadableDate';
  }
}

/** The orders that the dates of a file prove: a number above 12 must be a day. */
export class DateOrdersSeen {
  private readonly seen = new Set<DateOrder>();

  note(order: DateOrder): void {
    this.seen.add(order);
  }

  /** The one order of the file; undefined when no date proves one, or when they contradict each other. */
  get settled(): DateOrder | undefined {
    const [first, other] = [...this.seen];
    return other === undefined ? first : undefined;
  }
}

/**
 * The moment of a date with its year last, when the import was not told the order. A date that is valid in only one order is
 * read in that order.
 * @param settled the order of the file's other dates.
 * @throws UnreadableDate
 */
export function settleNumericDate(text: string, settled: DateOrder | undefined, seen: DateOrdersSeen): number {
  // A year of two digits may as well come first.
  if (shortYear.test(tidy(text))) throw new UnreadableDate(text, 'either');
  const [dmy, mdy] = [parseNumericDate(text, 'dmy'), parseNumericDate(text, 'mdy')];
  if (dmy === null && mdy === null) throw new UnreadableDate(text, 'neither');
  if (dmy === null || mdy === null) {
    seen.note(dmy === null ? 'mdy' : 'dmy');
    return dmy ?? mdy ?? 0;
  }
  if (dmy === mdy) return dmy;
  if (settled === undefined) throw new UnreadableDate(text, 'either');
  return settled === 'dmy' ? dmy : mdy;
}

/** Whether a text contains something that looks like such a date. */
export const mentionsNumericDate = (text: string): boolean =>
  /(?<!\d)\d{1,2}([./-]) ?\d{1,2}\1 ?\d{4}(?!\d)/.test(text);

/** Values of a file that were not understood. */
export interface Trouble {
  /** Values, not rows. */
  readonly count: number;
  /** A few of them, as the file has them. */
  readonly examples: readonly string[];
}

const mostExamples = 3;

/** Counts values that are in no known form. */
export class Troubles {
  private found = 0;
  private readonly shown: string[] = [];

  note(text: string): void {
    this.found += 1;
    const short = text.trim().slice(0, 40);
    if (this.shown.length < mostExamples && !this.shown.includes(short)) this.shown.push(short);
  }

  get summary(): Trouble {
    return { count: this.found, examples: [...this.shown] };
  }
}
