/**
 * Secrets of other systems in the database. They must be read again to be used, so they are not hashed but encrypted
 * (AES-256-GCM), with a key that is derived from the suppression key: it lies in DATA_DIR or in a setting, never in the database.
 */
import { OperationError } from '../shared/errors';
import type { Database } from '../database/database';
import { keeperOf } from '../store/privacy/keeper';
import { markingKey } from '../store/privacy/key-check';

/** Encrypts a secret. */
export async function seal(db: Database, secret: string): Promise<string> {
  return (await markingKey(db)).seal(secret);
}

/** @returns undefined when it was encrypted with a key that is not here. */
export function unseal(db: Database, sealed: string): string | undefined {
  try {
    return keeperOf(db)?.key()?.open(sealed);
  } catch {
    return undefined;
  }
}

/** @throws OperationError when it was encrypted with a key that is not here. */
export function unsealed(db: Database, sealed: string, what: string): string {
  const secret = unseal(db, sealed);
  if (secret !== undefined) return secret;
  throw new OperationError(
    'service_unavailable',
    `${what} cannot be read: it was encrypted under another SUPPRESSION_KEY (docs/privacy.md).`,
  );
}
