/** Writing CSV for spreadsheets (RFC 4180). */

/** First characters that make a spreadsheet read a cell as a formula. Names and headlines are written by strangers. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/;

export type CsvCell = string | number | boolean | null | undefined;

/** A line of a CSV file, without its end. Null is an empty cell. A text that a spreadsheet would run gets a leading `'`. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells.map(written).join(',');
}

function written(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = runs.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
