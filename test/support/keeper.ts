/** What privacy keeps outside the database, in memory. */
import { SuppressionKey } from '../../src/rules/privacy/key';
import type { LedgerEntry } from '../../src/rules/privacy/ledger';
import type { PrivacyKeeper } from '../../src/rules/privacy/keeper';

export function memoryKeeper(secret = 'a suppression key for tests, forty letters'): PrivacyKeeper {
  const key = new SuppressionKey(secret);
  const entries: LedgerEntry[] = [];
  return {
    key: () => key,
    makeKey: () => key,
    note: (added) => void entries.push(...added),
    noted: () => [...entries],
  };
}
