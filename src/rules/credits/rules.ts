/** The effect of each kind of entry in the credit ledger, and the limits of a balance. Pure functions. */

export type EntryKind = 'GRANT' | 'ADJUST' | 'HOLD' | 'CONSUME' | 'RELEASE' | 'REFUND';

export interface CreditBalance {
  /** Available for new holds. */
  readonly available: number;
  /** Set aside for queued work. */
  readonly held: number;
  /** Paid for work that ran, minus refunds. */
  readonly consumed: number;
}

export const emptyBalance: CreditBalance = { available: 0, held: 0, consumed: 0 };

/**
 * One row per kind: the effect of an amount on each part. A hold is taken when work is queued and consumed when it starts. Work
 * that never started is released. Work that needed less than it paid is refunded. Amounts are positive except in ADJUST.
 */
const ledgerEffects = {
  GRANT: { available: 1, held: 0, consumed: 0 },
  ADJUST: { available: 1, held: 0, consumed: 0 },
  HOLD: { available: -1, held: 1, consumed: 0 },
  CONSUME: { available: 0, held: -1, consumed: 1 },
  RELEASE: { available: 1, held: -1, consumed: 0 },
  REFUND: { available: 1, held: 0, consumed: -1 },
} as const satisfies Record<EntryKind, CreditBalance>;

export interface Entry {
  readonly kind: EntryKind;
  readonly amount: number;
}

/** The balance for a ledger's sums by kind. */
export function balanceOf(sums: Iterable<Entry>): CreditBalance {
  const balance = { available: 0, held: 0, consumed: 0 };
  for (const { kind, amount } of sums) {
    const effect = ledgerEffects[kind];
    balance.available += effect.available * amount;
    balance.held += effect.held * amount;
    balance.consumed += effect.consumed * amount;
  }
  return balance;
}

/** Below this many available credits, a workspace is told that credits run low: the usual hold of one discovery. */
export const lowCredits = 100;

/** Whether a change took the available credits below that line. */
export const becameLow = (before: number, after: number): boolean => before >= lowCredits && after < lowCredits;
