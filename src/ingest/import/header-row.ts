/** Finds the header of a table below a title, notes or blank rows. */
import { formats } from './formats';
import { columnKey } from './format';
import { foundAs } from './header-names';

/** Rows among which it is looked for. */
const looksAt = 15;
/** Columns that must be known of a header that is not the first row. */
const leastKnown = 3;

/** How many cells are names of columns that some format knows. */
function knownIn(cells: readonly string[]): number {
  const keys = [...new Set(cells.map(columnKey))].filter((key) => key !== '');
  return Math.max(
    keys.filter((key) => foundAs.has(key)).length,
    ...formats.map(({ knows }) => (knows ? keys.filter(knows).length : 0)),
  );
}

/**
 * How many rows stand above the header: none, unless a later row is one and the first is not.
 * @param rows the first rows of the table, without blank lines.
 */
export function rowsAboveHeader(rows: readonly (readonly string[])[]): number {
  const [first = []] = rows;
  if (knownIn(first) >= 2) return 0;
  const width = Math.max(1, first.filter((cell) => cell.trim() !== '').length);
  const found = rows.slice(0, looksAt).findIndex((row) => knownIn(row) >= Math.max(leastKnown, width));
  return Math.max(0, found);
}
