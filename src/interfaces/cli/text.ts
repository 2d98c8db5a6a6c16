/** Lines for people: tables and plain words. */
import { stripVTControlCharacters } from 'node:util';
import { visible } from '../../shared/text/visible';

/**
 * A table as lines. Columns are as wide as their content.
 * @param rows cells; null and undefined print as `-`.
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string[] {
  const cells = rows.map((row) =>
    row.map((cell) => (cell === null || cell === undefined ? '-' : onLine(String(cell)))),
  );
  const widths = header.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(header), ...cells.map(line)];
}

/** A cell may not end its row or look like the start of another cell: columns are two blanks apart. */
const onLine = (cell: string) => visible(stripVTControlCharacters(cell).replace(/\s+/gu, ' ')).replace(/ {2,}/g, ' ');

/** RFC 3339 with milliseconds, or null. */
export function timestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** `1 lead`, `12,000 leads`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** Why nobody qualifies, and what to do. */
export const noCustomerProfile =
  'This workspace has no customer profile, so everybody is Unqualified with a match of 0 %. Set one: leadlight icp set FILE (docs/qualification.md).';
