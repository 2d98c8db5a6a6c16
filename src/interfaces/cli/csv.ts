/** CSV for spreadsheets (RFC 4180). */

/** Beginnings that make a spreadsheet take a cell for a formula; names and headlines are written by strangers. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/;

/** Lines of a CSV file with a header. Null is an empty cell; a text that a spreadsheet would run begins with `'`. */
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
