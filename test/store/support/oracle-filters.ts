/** The filters and orders of lists in the plainest JavaScript, for oracle.ts. */
import { fold as foldText } from '../../../packages/reader/src';
import type { EngagementRow } from '../../../src/store/tables/engagement';
import type { LeadRow } from '../../../src/store/tables/leads';

/** Parameters of a list by their public names; dates as sent. */
export type Filters = Readonly<Partial<Record<string, unknown>>>;

export type Compare<Row> = (a: Row, b: Row) => number;

/** As the databases compare text: by code points, which is the order of the bytes of UTF-8. */
export const byCodePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
export const inOrder =
  <Row>(...compares: readonly Compare<Row>[]): Compare<Row> =>
  (a, b) => {
    for (const compare of compares) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };

export const text = (filters: Filters, name: string): string | undefined => {
  const value = filters[name];
  return typeof value === 'string' ? value : undefined;
};
export const number = (filters: Filters, name: string): number | undefined => {
  const value = filters[name];
  return typeof value === 'number' ? value : undefined;
};
export const list = (filters: Filters, name: string): readonly string[] | undefined => {
  const value = filters[name];
  return Array.isArray(value) ? value.map(String) : undefined;
};

export const isIn = (values: readonly string[] | undefined, value: string | null) =>
  values === undefined || (value !== null && values.includes(value));
export const within = (low: number | undefined, high: number | undefined, value: number) =>
  (low === undefined || value >= low) && (high === undefined || value <= high);
export const is = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value;
export const foldedIs = (wanted: string | undefined, value: string | null) =>
  wanted === undefined || (value !== null && fold(wanted) === fold(value));
export const searched = (wanted: string | undefined, ...fields: (string | null)[]) =>
  wanted === undefined || fields.some((field) => fold(field ?? '').includes(fold(wanted)));

const others = ['Arab', 'Han', 'Hang', 'Hebr', 'Hira', 'Kana', 'Khmr', 'Laoo', 'Mymr', 'Thai', 'Tibt'].map(
  (script) => new RegExp(`\\p{scx=${script}}`, 'u'),
);
const isLetter = (sign = ' ') => /[\p{L}\p{N}]/u.test(sign) && !others.some((script) => script.test(sign));
/** Whether one of the fields has every word of a text, tried at each of its places. */
export const worded = (wanted: string | undefined, ...fields: (string | null)[]) =>
  wanted === undefined ||
  fields.some((field) => {
    const signs = Array.from(fold(field ?? ''));
    return fold(wanted)
      .split(' ')
      .every((word) => {
        const letters = Array.from(word);
        return Array.from({ length: signs.length + 1 }, (_, at) => at).some((at) => {
          const end = at + letters.length;
          if (signs.slice(at, end).join('') !== word) return false;
          if (isLetter(letters[0]) && isLetter(signs[at - 1])) return false;
          const isCut = isLetter(letters.at(-1)) && isLetter(signs[end]);
          return !isCut || (letters.length >= 4 && letters.slice(-4).every(isLetter));
        });
      });
  });

/** A date alone means its whole UTC day. */
export const from = (filters: Filters) => edge(text(filters, 'dateFrom'), 'T00:00:00.000Z');
export const to = (filters: Filters) => edge(text(filters, 'dateTo'), 'T23:59:59.999Z');
/** The end of a date, or the instant. */
export const upTo = (filters: Filters, name: string) => edge(text(filters, name), 'T23:59:59.999Z');
/** The start of a date, or the instant. */
export const instantOf = (filters: Filters, name: string) => edge(text(filters, name), 'T00:00:00.000Z');
const edge = (date: string | undefined, time: string) =>
  date === undefined ? undefined : Date.parse(date.length === 10 ? date + time : date);

export const origin = (filters: Filters) => (filters['origin'] === 'all' ? undefined : text(filters, 'origin'));
const folded = new Map<string, string>();
export function fold(raw: string): string {
  const known = folded.get(raw);
  if (known !== undefined) return known;
  const result = foldText(raw);
  folded.set(raw, result);
  return result;
}

/** An instant as answers write it. */
export const print = (at: number) => new Date(at).toISOString();

/** Leads, the best first. */
export const bestFirst: Compare<LeadRow> = inOrder(
  (a, b) => b.icp_match_percent - a.icp_match_percent,
  (a, b) => b.intent_score - a.intent_score,
  (a, b) => byCodePoints(a.id, b.id),
);

/** Whether an engagement has a date: the source says when it was, or its post is at most 14 days older. */
export const isDated = ({ dated, earliest_at: earliest, occurred_at: at }: EngagementRow) =>
  dated === 1 || (earliest !== null && at - earliest <= 14 * 86_400_000);

/** The latest of some times as an answer prints it. */
export const latestOf = (times: readonly number[]) => (times.length === 0 ? null : print(Math.max(...times)));
