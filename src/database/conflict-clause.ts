/** What an insert does with a row whose key exists, in each dialect's SQL. */

/** `fail`: refuse all rows. `ignore`: keep the old row. Or overwrite these columns. */
export type OnConflict = 'fail' | 'ignore' | { key: readonly string[]; update: readonly string[] };

/** The SQL before `INTO` and after the values. */
export function conflictClause(
  dialect: 'sqlite' | 'mysql',
  onConflict: OnConflict,
): { readonly prefix: string; readonly suffix: string } {
  if (onConflict === 'fail') return { prefix: 'INSERT', suffix: '' };
  if (onConflict === 'ignore') {
    return dialect === 'sqlite'
      ? { prefix: 'INSERT', suffix: ' ON CONFLICT DO NOTHING' }
      : { prefix: 'INSERT IGNORE', suffix: '' };
  }
  const { key, update } = onConflict;
  return dialect === 'sqlite'
    ? {
        prefix: 'INSERT',
        suffix: ` ON CONFLICT (${key.join(',')}) DO UPDATE SET ${update.map((c) => `${c}=excluded.${c}`).join(',')}`,
      }
    : { prefix: 'INSERT', suffix: ` ON DUPLICATE KEY UPDATE ${update.map((c) => `${c}=VALUES(${c})`).join(',')}` };
}
