/** CSV for spreadsheets (RFC 4180). */

/** First characters that make a spreadsheet read a cell as a formula. Names and headlines are written by strangers. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/;

/** Lines of a CSV file with a header. Null is an empty cell. A text that a spreadsheet would run gets a leading `'`. */
export function csvLines(
  header: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string[] {
  return [header, ...rows].map((row) => row.map(cell).join(','));
}

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = runs.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
