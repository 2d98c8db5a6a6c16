/**
 * What privacy keeps outside the database: the key that recognises people, and the ledger, which a restored backup does not
 * overwrite.
 */
import type { LedgerEntry } from './ledger';
import type { SuppressionKey } from './key';
import type { MasterKeys } from './master-key';

/** A folder with files about people. The database knows it by an id that the folder itself holds. */
export interface FilePlace {
  readonly folder: string;
  /** Whether the operator says that all machines share it. */
  readonly shared: boolean;
  /** The id; undefined while the folder has none. */
  id(): string | undefined;
  /** The id, which is made if there is none. @throws Error when the folder cannot be written. */
  makeId(): string;
}

/** The folders of a process. Without FILES_DIR they are one and the same. */
export interface FilePlaces {
  /** DATA_DIR. A file anywhere else on the machine counts as being here. */
  readonly machine: FilePlace;
  /** Where uploads and the rows refused from them are. */
  readonly files: FilePlace;
}

export interface PrivacyKeeper {
  /** Folder for scratch databases, which hold people too. Undefined: the system's folder. */
  readonly scratch?: string;
  /** `MASTER_KEY` and `MASTER_KEY_PREVIOUS`; undefined where neither is set. */
  readonly master?: MasterKeys;
  /** Undefined: files are noted without their machine. */
  readonly places?: FilePlaces;
  /** The key, if it exists. */
  key(): SuppressionKey | undefined;
  /** The key. It is made if it does not exist. */
  makeKey(): SuppressionKey;
  /** Adds lines to the ledger. @throws Error when it cannot be written. */
  note(entries: readonly LedgerEntry[]): void;
  /** Every line of the ledger, oldest first. */
  noted(): Iterable<LedgerEntry>;
}
