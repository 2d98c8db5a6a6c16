/**
 * Finds the header of a table. It is mostly the first row, but blank rows, titles and notes may stand above it ("Post likers of 14
 * November"), and Excel's own hint (`sep=;`).
 */
import { unwrappedUnder } from './cell-forms';
import { CsvSplitter, delimiters, guessDelimiter, headerOf } from './csv';
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
  /** Each cell of the table stands in quotes that tables do not have. */
  readonly oddlyQuoted: boolean;
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
    if (!row) continue;
    const found = placeOf(delimiter, at + 1, row.cells);
    const [next] = rowsOf(lines[at + 1] ?? '', delimiter);
    const both = next && joinedHeader(found.cells, next.cells);
    if (both && fits(both)) return placeOf(delimiter, at + 2, both);
    if (fits(found.cells)) return found;
    const marked = row.cells.length === 1 ? otherMark(line, fits) : undefined;
    if (marked) return placeOf(marked.mark, at + 1, marked.cells);
    // The header was put into quotes as a whole, like its rows.
    const [only = ''] = row.cells;
    const inner = guessDelimiter(only);
    const [quoted] = row.cells.length === 1 && only.includes(inner) ? rowsOf(only, inner) : [];
    if (quoted && fits(quoted.cells)) return placeOf(inner, at + 1, quoted.cells);
  }
  const delimiter = hinted || lines.some((line) => line.includes(first)) ? first : guessDelimiter(longest(lines));
  const [hint, ...others] = rowsOf(start, delimiter);
  const rows = (hinted ? others : hint ? [hint, ...others] : []).slice(0, mostAbove);
  const most = Math.max(0, ...rows.map(({ cells }) => filled(cells)));
  const found = rows.find(({ cells }) => filled(cells) > 0 && filled(cells) >= filledShare * most);
  return placeOf(delimiter, found?.line ?? 1, found?.cells ?? []);
}

/** Characters of a line that are tried as what separates its cells. */
const triedMarks = 8;
/** A longer line is no header. */
const longestHeader = 4_000;

/** Another mark between the names of columns than tables have, such as `^`: with it, the line is a header that is known. */
function otherMark(line: string, fits: (cells: readonly string[]) => boolean) {
  if (line.length > longestHeader) return undefined;
  const marks = [...new Set(line.match(/[^\p{L}\p{M}\p{N}\s"'._/:@-]/gu))].filter((mark) => mark.length === 1);
  return marks
    .slice(0, triedMarks)
    .map((mark) => ({ mark, cells: rowsOf(line, mark)[0]?.cells ?? [] }))
    .find(({ cells }) => cells.length > 1 && fits(cells));
}

/** Whether a row may hold names of columns: several short cells without the addresses and numbers that rows hold. */
export const mayBeHeader = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every((cell) => cell.length <= 40 && !/[\d/@]/.test(cell));

/**
 * A header in two lines, as one: of each column the words that are known, together or alone. Undefined unless more of them are
 * known so than of either line, and most cells of the second: one or another is also a word of the rows themselves ("Email").
 */
function joinedHeader(above: readonly string[], below: readonly string[]): readonly string[] | undefined {
  if (above.length !== below.length || !mayBeHeader(above) || !mayBeHeader(below)) return undefined;
  const isKnown = (cell: string) => foundAs.has(columnKey(cell));
  const cells = above.map((cell, at) => {
    const other = below[at] ?? '';
    const ways = [`${cell} ${other}`.trim(), other, cell];
    return ways.find(isKnown) ?? ways.find((way) => way !== '') ?? '';
  });
  const titles = below.filter(
    (cell, at) => cell.trim() !== '' && (isKnown(cell) || isKnown(`${above[at] ?? ''} ${cell}`)),
  ).length;
  if (2 * titles <= filled(below)) return undefined;
  const known = [cells, above, below].map((row) => new Set(row.filter(isKnown).map(columnKey)).size);
  return (known[0] ?? 0) > Math.max(known[1] ?? 0, known[2] ?? 0) ? cells : undefined;
}

function placeOf(delimiter: string, line: number, cells: readonly string[]): HeaderPlace {
  const oddlyQuoted = hasOddQuotes(cells);
  return { delimiter, line, cells: oddlyQuoted ? cells.map(bareCell) : cells, oddlyQuoted };
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

/** Quotes that tables do not have, by which some tools write them. */
const oddQuotes: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
]);
const isOddlyQuoted = (text: string): boolean =>
  text.length > 1 && oddQuotes.get(text.charAt(0)) === text.charAt(text.length - 1);
const bareCell = (cell: string): string => (isOddlyQuoted(cell.trim()) ? cell.trim().slice(1, -1) : cell);

/** Whether all columns of a header stand in such quotes. */
function hasOddQuotes(header: readonly string[]): boolean {
  const written = header.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return written.length > 1 && written.every(isOddlyQuoted);
}

/**
 * The cells of a row below a header: without quotes around the whole row, or around each cell, that no table has, and without what
 * tools wrap around texts and addresses.
 * @param named columns by a person.
 */
export function cellsBelow(
  place: HeaderPlace,
  named?: ReadonlyMap<string, string>,
): (cells: readonly string[]) => readonly string[] {
  const { cells: header, delimiter, oddlyQuoted } = place;
  const unwrap = unwrappedUnder(header, named);
  return (cells) => {
    const row = unquotedRow(cells, header.length, delimiter);
    return unwrap(oddlyQuoted ? row.map(bareCell) : row);
  };
}

/**
 * The cells of a row that was put into quotes as a whole, as a spreadsheet does with a line that it took for one cell. The row as it
 * is when it was not.
 */
function unquotedRow(cells: readonly string[], width: number, delimiter: string): readonly string[] {
  const [only = ''] = cells;
  if (cells.length !== 1 || width < 2) return cells;
  // Tables that were put together may differ in what separates their cells.
  const others = width > 2 ? delimiters : [];
  for (const mark of [delimiter, ...others]) {
    const [row] = only.includes(mark) ? rowsOf(only, mark) : [];
    if (row?.cells.length === width) return row.cells;
  }
  return cells;
}
