/** What each kind of entry in the credit ledger moves, and the limits of a balance: pure. */

export type EntryKind = 'GRANT' | 'ADJUST' | 'HOLD' | 'CONSUME' | 'RELEASE' | 'REFUND';

export interface CreditBalance {
  /** May be held. */
  readonly available: number;
  /** Set aside for what is queued. */
  readonly held: number;
  /** Paid for what ran, less what it gave back. */
  readonly consumed: number;
}

export const emptyBalance: CreditBalance = { available: 0, held: 0, consumed: 0 };

/**
 * One row per kind: what an amount does to each part. A hold is taken when something is queued and consumed when it starts;
 * what never started is released, what ran for less than it paid is refunded. Amounts are positive except in ADJUST.
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

/** The balance that a ledger's sums by kind amount to. */
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

/** Credits below which a workspace is told that they run out: the usual hold of one discovery. */
export const lowCredits = 100;

/** Whether a change of what is available went below that line. */
export const becameLow = (before: number, after: number): boolean => before >= lowCredits && after < lowCredits;
