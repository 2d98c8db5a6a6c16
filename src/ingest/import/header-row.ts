/**
 * Finds the header of a table. It is mostly the first row, but blank rows, titles and notes may stand above it ("Post likers of 14
 * November"), and Excel's own hint (`sep=;`).
 */
import { CsvSplitter, guessDelimiter, headerOf } from './csv';
import { detectFormat } from './detect';
import { ExportError } from './errors';
import { columnKey } from './format';
import { formats } from './formats';
import { foundAs, type HeaderNames } from './header-names';

export interface HeaderPlace {
  readonly delimiter: string;
  /** Its line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows above a header. */
const mostAbove = 40;
/** Characters in which the header is looked for. */
const searched = 128 * 1024;
/** A header fills this share of the columns that the fullest of the first rows fills. */
const filledShare = 0.6;

/** Columns that must be known of a row for it to be a header. */
const leastKnown = 3;

/** Whether enough cells are names of columns that some format knows. */
function isKnownHeader(cells: readonly string[]): boolean {
  const keys = [...new Set(cells.map(columnKey))].filter((key) => key !== '');
  const known = [
    keys.filter((key) => foundAs.has(key)).length,
    ...formats.map(({ knows }) => (knows ? keys.filter(knows).length : 0)),
  ];
  return Math.max(...known) >= leastKnown;
}

/** Whether a row is a header: it has the columns that a person named, or those of a format. */
export function headerFit(names: HeaderNames | undefined): (cells: readonly string[]) => boolean {
  return (cells) => {
    const columns = new Set(cells.map(columnKey));
    if (names && names.columns.size > 0) return [...names.columns.keys()].every((column) => columns.has(column));
    if (isKnownHeader(cells)) return true;
    try {
      detectFormat({ columns, items: [] });
      return true;
    } catch (error) {
      if (error instanceof ExportError) return false;
      throw error;
    }
  };
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/** @param fits whether a row is a header that is known. */
export function findHeader(text: string, fits: (cells: readonly string[]) => boolean): HeaderPlace {
  const start = text.slice(0, searched);
  const { delimiter: first, hinted } = headerOf(start);
  const lines = start.split('\n', mostAbove);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || (hinted && at === 0)) continue;
    const delimiter = hinted ? first : guessDelimiter(line);
    const [row] = rowsOf(line, delimiter);
    if (row && fits(row.cells)) return { delimiter, line: at + 1, cells: row.cells };
  }
  const delimiter = hinted || lines.some((line) => line.includes(first)) ? first : guessDelimiter(longest(lines));
  const [hint, ...others] = rowsOf(start, delimiter);
  const rows = (hinted ? others : hint ? [hint, ...others] : []).slice(0, mostAbove);
  const most = Math.max(0, ...rows.map(({ cells }) => filled(cells)));
  const found = rows.find(({ cells }) => filled(cells) > 0 && filled(cells) >= filledShare * most);
  return { delimiter, line: found?.line ?? 1, cells: found?.cells ?? [] };
}

const longest = (lines: readonly string[]) =>
  lines.reduce((one, other) => (other.length > one.length ? other : one), '');

function rowsOf(text: string, delimiter: string): { readonly line: number; readonly cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  new CsvSplitter(delimiter).push(
    text,
    true,
    (row) => rows.push(row),
    () => undefined,
  );
  return rows;
}

/**
 * The cells of a row that was put into quotes as a whole, as a spreadsheet does with a line that it took for one cell. The row as it
 * is when it was not.
 */
export function unquotedRow(cells: readonly string[], width: number, delimiter: string): readonly string[] {
  const [only = ''] = cells;
  if (cells.length !== 1 || width < 2 || !only.includes(delimiter)) return cells;
  const [row] = rowsOf(only, delimiter);
  return row?.cells.length === width ? row.cells : cells;
}
