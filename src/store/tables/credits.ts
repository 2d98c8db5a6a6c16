/** Qualification credits of a workspace: granted, held, consumed and returned. */
import { id, integer, optional, table, text, time, word, type RowOf } from '../../database/define';

/** See src/rules/credits/rules.ts for the effect of each kind. */
export type LedgerKind = 'GRANT' | 'ADJUST' | 'HOLD' | 'CONSUME' | 'RELEASE' | 'REFUND';

/** Append-only. An operation has at most one entry of each kind, so nothing is charged twice, however often it is retried. */
export const creditLedger = table({
  name: 'credit_ledger',
  columns: {
    organization_id: id(),
    id: id(),
    kind: word<LedgerKind>(),
    amount: integer(),
    reference: optional(text(120)),
    created_at: time(),
    /** The operation the entry belongs to. Null only in entries older than the column, until the migration has filled them. */
    operation: optional(text(80)),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'credit_ledger_time', fields: ['organization_id', 'created_at', 'id'] },
    { name: 'credit_ledger_operation', fields: ['organization_id', 'operation', 'kind'], unique: true },
  ],
});

/** The sums of the ledger, changed with it in one transaction and guarded. `leadlight doctor` computes them again. */
const creditBalances = table({
  name: 'credit_balances',
  columns: { organization_id: id(), available: integer(), held: integer(), consumed: integer(), updated_at: time() },
  primaryKey: ['organization_id'],
  indexes: [],
});

export type LedgerRow = RowOf<typeof creditLedger>;
export const creditTables = [creditLedger, creditBalances];
