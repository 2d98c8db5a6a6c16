/** Deletes many rows a few at a time. */
import type { Database } from '../../database/database';
import type { Table } from '../../database/define';

/** A statement that deletes at most so many rows of a table that meet the condition. SQLite has no DELETE … LIMIT. */
export function deleteSome(db: Database, { name, primaryKey }: Table, condition: string, most: number): string {
  if (db.dialect === 'mysql') return `DELETE FROM ${name} WHERE ${condition} LIMIT ${most}`;
  const key = primaryKey.join(', ');
  return `DELETE FROM ${name} WHERE (${key}) IN (SELECT ${key} FROM ${name} WHERE ${condition} LIMIT ${most})`;
}
