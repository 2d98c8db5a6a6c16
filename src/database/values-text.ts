/** Rows as the text of an INSERT for a MySQL-family server. */
import { escape } from 'mysql2';
import type { SqlValue } from './sql-value';

/** `(1,'a'),(2,'b')`, built row by row. The driver would build it value by value and leave much garbage. */
export function valuesText(rows: readonly (readonly SqlValue[])[]): string {
  return rows.map((row) => `(${row.map(literal).join(',')})`).join(',');
}

const literal = (value: SqlValue): string =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : escape(value);
