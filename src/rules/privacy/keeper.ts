/** What privacy keeps outside the database: the key that recognises people, and the ledger that outlives a restored backup. */
import type { LedgerEntry } from './ledger';
import type { SuppressionKey } from './key';

export interface PrivacyKeeper {
  /** Folder for databases of passing work, which hold people too; undefined: the system's. */
  readonly scratch?: string;
  /** The key, when there is one. */
  key(): SuppressionKey | undefined;
  /** The same, made when there is none. */
  makeKey(): SuppressionKey;
  /** Adds lines to the ledger. @throws Error when it cannot be written. */
  note(entries: readonly LedgerEntry[]): void;
  /** Every line of the ledger, oldest first. */
  noted(): Iterable<LedgerEntry>;
}
