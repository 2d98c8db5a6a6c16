/** Qualification credits of a workspace: an append-only ledger, never edited. */
import { newId } from '../new-id';
import type { Database } from '../database';
import { creditLedger } from '../tables/leads';
import { insertInto, type RowOf } from '../tables/define';
import { writeWorkspace } from '../writes/workspace-lock';

type LedgerRow = RowOf<typeof creditLedger>;

/** How each kind of entry moves what is available and what is held. Amounts are positive except in ADJUST. */
export const ledgerEffects = {
  GRANT: { available: 1, held: 0, consumed: 0 },
  ADJUST: { available: 1, held: 0, consumed: 0 },
  HOLD: { available: -1, held: 1, consumed: 0 },
  CONSUME: { available: 0, held: -1, consumed: 1 },
  RELEASE: { available: 1, held: -1, consumed: 0 },
} as const satisfies Record<LedgerRow['kind'], { available: number; held: number; consumed: number }>;

export interface CreditBalance {
  readonly available: number;
  readonly held: number;
  readonly consumed: number;
}

export async function creditBalance(db: Database, organizationId: string): Promise<CreditBalance> {
  const sums = await db.select<{ kind: LedgerRow['kind']; total: number | string }>(
    'SELECT kind, SUM(amount) AS total FROM credit_ledger WHERE organization_id = ? GROUP BY kind',
    [organizationId],
  );
  const balance = { available: 0, held: 0, consumed: 0 };
  for (const { kind, total } of sums) {
    const effect = ledgerEffects[kind];
    balance.available += effect.available * Number(total);
    balance.held += effect.held * Number(total);
    balance.consumed += effect.consumed * Number(total);
  }
  return balance;
}

/**
 * Adds credits, or takes some away with a negative amount.
 * @returns the balance afterwards; undefined, and no change, when it would go below zero.
 */
export async function changeCredits(
  db: Database,
  organizationId: string,
  amount: number,
  reference: string | null,
  now = Date.now(),
): Promise<CreditBalance | undefined> {
  return writeWorkspace(db, organizationId, async () => {
    const before = await creditBalance(db, organizationId);
    if (before.available + amount < 0) return undefined;
    const kind = amount > 0 ? 'GRANT' : 'ADJUST';
    await insertInto(db, creditLedger, [
      { organization_id: organizationId, id: newId(), kind, amount, reference, created_at: now },
    ]);
    return { ...before, available: before.available + amount };
  });
}

/** The newest entries of the ledger first. */
export async function listLedger(db: Database, organizationId: string, limit: number): Promise<LedgerRow[]> {
  return db.select<LedgerRow>(
    `SELECT organization_id, id, kind, amount, reference, created_at FROM credit_ledger
      WHERE organization_id = ? ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(limit)}`,
    [organizationId],
  );
}
