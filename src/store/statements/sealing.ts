/**
 * Encrypts text that must not lie in the database as plain text but is read again: secrets of other systems, the service's own keys, and
 * first answers of changes. Uses the master key where `MASTER_KEY` is set. Without it, what must never be plain is encrypted with a key
 * derived from the suppression key, which is in DATA_DIR or in a setting, never in the database.
 */
import { OperationError } from '../../shared/errors';
import type { Database } from '../../database/database';
import { isUnderMasterKey } from '../../rules/privacy/master-key';
import { sharedValue } from './service-state';
import { keeperOf } from './keeper';
import { markingKey } from './key-check';

/** Encrypts a text. */
export async function seal(db: Database, text: string): Promise<string> {
  return keeperOf(db)?.master?.seal(text) ?? (await markingKey(db)).seal(text);
}

/** @returns undefined when the text was encrypted with another key. */
export function unseal(db: Database, sealed: string): string | undefined {
  const keeper = keeperOf(db);
  if (isUnderMasterKey(sealed)) return keeper?.master?.open(sealed);
  try {
    return keeper?.key()?.open(sealed);
  } catch {
    return undefined;
  }
}

/** @throws OperationError when the text was encrypted with another key. */
export function unsealed(db: Database, sealed: string, what: string): string {
  const text = unseal(db, sealed);
  if (text !== undefined) return text;
  throw unreadable(sealed, what);
}

/** Encrypts a secret of the service itself where `MASTER_KEY` is set. Without it the text stays as it is. */
export const sealOwn = (db: Database, text: string): string => keeperOf(db)?.master?.seal(text) ?? text;

/** The text of `sealOwn`. @throws OperationError when it was encrypted under another master key. */
export function openOwn(db: Database, stored: string, what: string): string {
  if (!isUnderMasterKey(stored)) return stored;
  const text = keeperOf(db)?.master?.open(stored);
  if (text === undefined) throw unreadable(stored, what);
  return text;
}

/** A secret of the service that all its processes share: `sharedValue`, under the master key where `MASTER_KEY` is set. */
export async function sharedSecret(db: Database, name: string, make: () => string): Promise<string> {
  return openOwn(db, await sharedValue(db, name, () => sealOwn(db, make())), `The ${name} of the service`);
}

function unreadable(sealed: string, what: string): OperationError {
  const key = isUnderMasterKey(sealed) ? 'MASTER_KEY (docs/operating.md)' : 'SUPPRESSION_KEY (docs/privacy.md)';
  return new OperationError('service_unavailable', `${what} cannot be read: it was encrypted under another ${key}.`);
}
