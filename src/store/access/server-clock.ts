import type { Database } from '../../database/database';

/** The time of the database's clock, in epoch milliseconds. */
export async function serverClock(db: Database): Promise<number> {
  const sql =
    db.dialect === 'sqlite'
      ? "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS now"
      : 'SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) AS now';
  const [row] = await db.select<{ now: number | string }>(sql);
  return Number(row?.now);
}
