/** Qualification credits of a workspace: what was granted, held, used and given back. */
import { id, integer, optional, table, text, time, word, type RowOf } from '../../database/define';

/** See src/rules/credits/rules.ts for what each kind moves. */
export type LedgerKind = 'GRANT' | 'ADJUST' | 'HOLD' | 'CONSUME' | 'RELEASE' | 'REFUND';

/** Append-only. An operation has at most one entry of each kind, so nothing is charged twice, however often it is tried. */
export const creditLedger = table({
  name: 'credit_ledger',
  columns: {
    organization_id: id(),
    id: id(),
    kind: word<LedgerKind>(),
    amount: integer(),
    reference: optional(text(120)),
    created_at: time(),
    /** What it was done for; null only in entries older than the column until the migration has filled them. */
    operation: optional(text(80)),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'credit_ledger_time', fields: ['organization_id', 'created_at', 'id'] },
    { name: 'credit_ledger_operation', fields: ['organization_id', 'operation', 'kind'], unique: true },
  ],
});

/** The sums of the ledger, changed with it in one transaction and guarded; `leadlight doctor` derives them again. */
const creditBalances = table({
  name: 'credit_balances',
  columns: { organization_id: id(), available: integer(), held: integer(), consumed: integer(), updated_at: time() },
  primaryKey: ['organization_id'],
  indexes: [],
});

export type LedgerRow = RowOf<typeof creditLedger>;
export const creditTables = [creditLedger, creditBalances];
