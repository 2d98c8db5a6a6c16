/** What a driver's error says in its code, whether it comes from the driver itself or wrapped by Sequelize. */

/** `ER_LOCK_DEADLOCK`, `SQLITE_BUSY`, `ECONNRESET` and the like; undefined for an error without one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const cause: unknown = 'original' in error ? error.original : error;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}
