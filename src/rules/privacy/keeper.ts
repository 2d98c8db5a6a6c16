/**
 * What privacy keeps outside the database: the key that recognises people, and the ledger, which a restored backup does not
 * overwrite.
 */
import type { LedgerEntry } from './ledger';
import type { SuppressionKey } from './key';

export interface PrivacyKeeper {
  /** Folder for scratch databases, which hold people too. Undefined: the system's folder. */
  readonly scratch?: string;
  /** The key, if it exists. */
  key(): SuppressionKey | undefined;
  /** The key. It is made if it does not exist. */
  makeKey(): SuppressionKey;
  /** Adds lines to the ledger. @throws Error when it cannot be written. */
  note(entries: readonly LedgerEntry[]): void;
  /** Every line of the ledger, oldest first. */
  noted(): Iterable<LedgerEntry>;
}
