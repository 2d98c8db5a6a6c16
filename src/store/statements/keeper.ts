/**
 * Connects each database with its keeper, which holds what privacy stores outside the database. Without a keeper, nothing is
 * stored in a workspace that has suppressed people.
 */
import type { Database } from '../../database/database';
import type { PrivacyKeeper } from '../../rules/privacy/keeper';

const keepers = new WeakMap<Database, PrivacyKeeper>();

/** Connects a keeper to a database, once, when the database is opened. @returns the database. */
export function withKeeper(db: Database, keeper: PrivacyKeeper | undefined): Database {
  if (keeper) keepers.set(db, keeper);
  return db;
}

/** Undefined for a database that was opened without a keeper. */
export const keeperOf = (db: Database): PrivacyKeeper | undefined => keepers.get(db);
