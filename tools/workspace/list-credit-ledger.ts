import { z } from 'zod';
import { printDate } from '../dates';
import { defineList } from '../list';
import { timestamp, uuid } from '../schemas/values';

export const listCreditLedger = defineList({
  name: 'list_credit_ledger',
  title: 'List the credit ledger',
  description: 'Lists every change of the qualification credits, newest first. {get_credits} shows what is left.',
  right: 'readCredits',
  interfaces: { mcp: false, console: true },
  rest: null,
  filters: {},
  item: z.strictObject({
    id: uuid('Entry id, uuid.'),
    kind: z.enum(['GRANT', 'ADJUST', 'HOLD', 'CONSUME', 'RELEASE', 'REFUND']).describe('What kind of change.'),
    amount: z.int().describe('How many credits. Negative in an ADJUST that took some away.'),
    reference: z.string().nullable().describe('What it is for.'),
    createdAt: timestamp('When it was written.'),
  }),
  load: ({ store }, _filters, page) => store.admin.ledger(page),
  show: ({ id, kind, amount, reference, created_at }) => ({
    id,
    kind,
    amount,
    reference,
    createdAt: printDate(created_at),
  }),
});
