/** Looks up many keys with few statements. */
import { placeholders, type Database, type SqlValue } from '../../database/database';

const perStatement = 2_000;

/** Splits a list into parts that are short enough for one statement. */
export function* inParts<Item>(items: readonly Item[], size = perStatement): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/**
 * Rows whose `column` is one of `values`.
 * @param sql the statement up to its WHERE, which this adds: `organization_id = ? AND column IN (…)`.
 */
export async function selectIn<Row extends object>(
  db: Database,
  sql: string,
  organizationId: string,
  column: string,
  values: readonly SqlValue[],
  tail = '',
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of inParts(values)) {
    const list = padded(part);
    const found = await db.select<Row>(
      `${sql} WHERE organization_id = ? AND ${column} IN (${placeholders(list)}) ${tail}`,
      [organizationId, ...list],
    );
    for (const row of found) rows.push(row);
  }
  return rows;
}

/**
 * The list, with its last value repeated up to a power of two. This gives few different statements, which SQLite prepares and
 * keeps.
 */
export function padded<Value extends SqlValue>(values: readonly Value[]): readonly Value[] {
  const last = values[values.length - 1];
  if (last === undefined) return values;
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: length - values.length }, () => last)];
}

/** Folded text for a sort column: no line breaks, and short enough in UTF-8 for a page cursor. */
export function sortKey(folded: string): string {
  let bytes = 0;
  let end = 0;
  for (const letter of folded) {
    bytes += Buffer.byteLength(letter);
    if (bytes > 90) break;
    end += letter.length;
  }
  return folded.slice(0, end);
}
