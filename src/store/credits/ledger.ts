/** The credit ledger and its balance. Both are written together. Entries are never edited. */
import {
  balanceOf,
  becameLow,
  emptyBalance,
  lowCredits,
  type CreditBalance,
  type EntryKind,
} from '../../rules/credits/rules';
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { creditLedger, type LedgerRow } from '../tables/credits';
import { insertInto } from '../../database/define';
import { selectIn } from '../statements/in-parts';
import { emit } from '../webhooks/emit';
import { writeWorkspace } from '../log/workspace-lock';

export interface LedgerEntry {
  /** What the entry is for. An operation has at most one entry of each kind. */
  readonly operation: string;
  readonly kind: EntryKind;
  readonly amount: number;
  /** A reference for people to read. */
  readonly reference: string | null;
  /** Epoch ms. */
  readonly now: number;
}

/** The stored balance. */
export async function creditBalance(db: Database, organizationId: string): Promise<CreditBalance> {
  const [row] = await db.select<CreditBalance>(
    'SELECT available, held, consumed FROM credit_balances WHERE organization_id = ?',
    [organizationId],
  );
  return row ?? emptyBalance;
}

/** What became of entries. `insufficient`: a part of the balance would go below zero. Only `done` changes anything. */
export type EntryOutcome = 'done' | 'repeated' | 'insufficient';

/**
 * Adds an entry. Must run inside a write transaction of the workspace (`writeWorkspace`).
 * @returns `repeated` when the operation already has an entry of this kind.
 */
export function addEntry(db: Database, organizationId: string, entry: LedgerEntry): Promise<EntryOutcome> {
  return addEntries(db, organizationId, [entry]);
}

/** Adds all entries or none; see `addEntry`. Their sum must keep the balance at or above zero. Their order does not matter. */
export async function addEntries(
  db: Database,
  organizationId: string,
  entries: readonly LedgerEntry[],
): Promise<EntryOutcome> {
  const asked = new Set(entries.map(({ operation, kind }) => `${kind} ${operation}`));
  if (asked.size < entries.length) return 'repeated';
  const ofOperations = await selectIn<Pick<LedgerEntry, 'operation' | 'kind'>>(
    db,
    'SELECT operation, kind FROM credit_ledger',
    organizationId,
    'operation',
    [...new Set(entries.map(({ operation }) => operation))],
  );
  const known = ofOperations.filter(({ operation, kind }) => asked.has(`${kind} ${operation}`));
  if (known.length > 0) return 'repeated';
  const now = Math.max(...entries.map((entry) => entry.now));
  await db.insertRows(
    'credit_balances',
    ['organization_id', 'available', 'held', 'consumed', 'updated_at'],
    [[organizationId, 0, 0, 0, now]],
    'ignore',
  );
  const { available, held, consumed } = balanceOf(entries);
  // This condition holds against any concurrent writer. Since writers take turns, it rarely fails.
  const changed = await db.run(
    `UPDATE credit_balances
     SET available = available + ?, held = held + ?, consumed = consumed + ?, updated_at = ?
     WHERE organization_id = ? AND available + ? >= 0 AND held + ? >= 0 AND consumed + ? >= 0`,
    [available, held, consumed, now, organizationId, available, held, consumed],
  );
  if (changed === 0) return 'insufficient';
  const rows = entries.map(({ operation, kind, amount, reference, now: created_at }) => {
    return { organization_id: organizationId, id: newId(), kind, amount, reference, created_at, operation };
  });
  await insertInto(db, creditLedger, rows);
  if (available < 0) await tellWhenLow(db, organizationId, -available, now);
  return 'done';
}

/** @param spent by how much the available credits have just fallen. */
async function tellWhenLow(db: Database, organizationId: string, spent: number, now: number): Promise<void> {
  const { available } = await creditBalance(db, organizationId);
  if (!becameLow(available + spent, available)) return;
  await emit(db, organizationId, 'credits.low', { available, threshold: lowCredits }, now);
}

/**
 * Adds credits, or removes some with a negative amount.
 * @returns the new balance; undefined, and no change, when it would go below zero.
 */
export async function changeCredits(
  db: Database,
  organizationId: string,
  amount: number,
  reference: string | null,
  now = Date.now(),
): Promise<CreditBalance | undefined> {
  return writeWorkspace(db, organizationId, async () => {
    const kind = amount > 0 ? 'GRANT' : 'ADJUST';
    const outcome = await addEntry(db, organizationId, { operation: newId(), kind, amount, reference, now });
    return outcome === 'done' ? creditBalance(db, organizationId) : undefined;
  });
}

/** The newest ledger entries first. */
export async function listLedger(db: Database, organizationId: string, limit: number): Promise<LedgerRow[]> {
  return db.select<LedgerRow>(
    `SELECT organization_id, id, kind, amount, reference, created_at, operation FROM credit_ledger
      WHERE organization_id = ? ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(limit)}`,
    [organizationId],
  );
}

/** A stored balance, and the one that its ledger adds up to. */
export interface ComparedBalance {
  readonly stored: CreditBalance;
  readonly derived: CreditBalance;
}

/** The balances of all workspaces that have a ledger or a balance, by workspace. `doctor` compares the two of each. */
export async function comparedBalances(db: Database): Promise<Map<string, ComparedBalance>> {
  const balances = await db.select<CreditBalance & { organization_id: string }>(
    'SELECT organization_id, available, held, consumed FROM credit_balances',
  );
  const sums = await db.select<{ organization_id: string; kind: EntryKind; total: number | string }>(
    'SELECT organization_id, kind, SUM(amount) AS total FROM credit_ledger GROUP BY organization_id, kind',
  );
  const entries = new Map<string, { kind: EntryKind; amount: number }[]>();
  for (const { organization_id: id, kind, total } of sums) {
    const own = entries.get(id) ?? [];
    own.push({ kind, amount: Number(total) });
    entries.set(id, own);
  }
  const compared = new Map<string, ComparedBalance>();
  for (const { organization_id: id, ...balance } of balances) {
    compared.set(id, { stored: balance, derived: balanceOf(entries.get(id) ?? []) });
  }
  for (const [id, own] of entries) {
    if (!compared.has(id)) compared.set(id, { stored: emptyBalance, derived: balanceOf(own) });
  }
  return compared;
}

/** The balance computed from the whole ledger of a workspace. */
export async function derivedBalance(db: Database, organizationId: string): Promise<CreditBalance> {
  const sums = await db.select<{ kind: EntryKind; total: number | string }>(
    'SELECT kind, SUM(amount) AS total FROM credit_ledger WHERE organization_id = ? GROUP BY kind',
    [organizationId],
  );
  return balanceOf(sums.map(({ kind, total }) => ({ kind, amount: Number(total) })));
}
