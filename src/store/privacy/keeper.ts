/**
 * What privacy keeps outside a database, found by the database it belongs to. Without it nothing is stored in a workspace that has
 * people who must not be stored.
 */
import type { Database } from '../../database/database';
import type { PrivacyKeeper } from '../../rules/privacy/keeper';

const keepers = new WeakMap<Database, PrivacyKeeper>();

/** Said once, when the database is opened. @returns the database. */
export function withKeeper(db: Database, keeper: PrivacyKeeper | undefined): Database {
  if (keeper) keepers.set(db, keeper);
  return db;
}

/** Undefined for a database that was opened without one. */
export const keeperOf = (db: Database): PrivacyKeeper | undefined => keepers.get(db);
