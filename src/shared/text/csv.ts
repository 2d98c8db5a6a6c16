/** Writing CSV for spreadsheets (RFC 4180). */

/**
 * Places where a spreadsheet would begin to read a formula: at the start of a cell, and behind each character that a reader may
 * take for the end of one, because it expects semicolons, tabs or bars, or knows no quotation marks. What a reader may drop in
 * between does not help: blanks, quotation marks, invisible characters. A comma is ours and is quoted. Names and headlines are written
 * by strangers.
 */
const separators = ';\\t|\\v\\f\\r\\n\\u0085\\u2028\\u2029';
/** Also in the forms that some programs read as these: of full width, small, and the minus of mathematics. */
const signs = '=+\\-@＝＋－＠﹦﹢﹣﹫−';
const runs = new RegExp(
  `(?<=^|[${separators}])(?=(?:["']|(?![${separators}])[\\s\\p{Control}\\p{Format}])*[${signs}])|^(?=[\\t\\r\\n])`,
  'gu',
);

export type CsvCell = string | number | boolean | null | undefined;

/** A line of a CSV file, without its end. Null is an empty cell. Where a spreadsheet would run a text, it gets a `'`. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells.map(written).join(',');
}

function written(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = value.replace(runs, "'");
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
