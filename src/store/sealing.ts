/**
 * Encrypts text that must not lie in the database as plain text but is read again: secrets of other systems, and first answers
 * of changes. Uses AES-256-GCM with a key derived from the suppression key, which is in DATA_DIR or in a setting, never in the
 * database.
 */
import { OperationError } from '../shared/errors';
import type { Database } from '../database/database';
import { keeperOf } from './privacy/keeper';
import { markingKey } from './privacy/key-check';

/** Encrypts a text. */
export async function seal(db: Database, text: string): Promise<string> {
  return (await markingKey(db)).seal(text);
}

/** @returns undefined when the text was encrypted with another key. */
export function unseal(db: Database, sealed: string): string | undefined {
  try {
    return keeperOf(db)?.key()?.open(sealed);
  } catch {
    return undefined;
  }
}

/** @throws OperationError when the text was encrypted with another key. */
export function unsealed(db: Database, sealed: string, what: string): string {
  const text = unseal(db, sealed);
  if (text !== undefined) return text;
  throw new OperationError(
    'service_unavailable',
    `${what} cannot be read: it was encrypted under another SUPPRESSION_KEY (docs/privacy.md).`,
  );
}
