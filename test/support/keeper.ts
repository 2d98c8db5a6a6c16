/** What privacy keeps outside the database, in memory. */
import { SuppressionKey } from '../../src/rules/privacy/key';
import type { LedgerEntry } from '../../src/rules/privacy/ledger';
import type { PrivacyKeeper } from '../../src/rules/privacy/keeper';

/** The key of every test database: a service on one needs it as `SUPPRESSION_KEY`, or it keeps one of its own. */
export const testSuppressionKey = 'a suppression key for tests, forty letters';

export function memoryKeeper(secret = testSuppressionKey): PrivacyKeeper {
  const key = new SuppressionKey(secret);
  const entries: LedgerEntry[] = [];
  return {
    key: () => key,
    makeKey: () => key,
    note: (added) => void entries.push(...added),
    noted: () => [...entries],
  };
}
