import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { creditBalance, listLedger } from '../../../store/credits/ledger';
import { parameter, type CommandGroup } from '../command';
import { limitOption } from '../list-command';
import { workspaceCommand } from '../workspace-command';
import { tableLines, timestamp } from '../text';

const wholeNumber = z
  .string()
  .regex(/^-?[0-9]{1,9}$/, 'must be a whole number')
  .transform(Number);

const balance = workspaceCommand({
  name: 'balance',
  summary: 'Show how many qualification credits a workspace has.',
  examples: ['credits balance -w "Acme Sales"'],
  async run({ db, organizationId }) {
    const credits = await creditBalance(db, organizationId);
    return {
      data: { organizationId, credits },
      lines: [`available ${credits.available}  held ${credits.held}  consumed ${credits.consumed}`],
    };
  },
});

const grant = workspaceCommand({
  name: 'grant',
  summary: 'Give a workspace credits. A negative amount takes unused ones back.',
  arguments: {
    amount: parameter(
      '<amount>',
      'how many; put `--` before a negative number',
      wholeNumber.refine((n) => n !== 0, 'must not be 0'),
    ),
  },
  options: {
    reference: parameter(
      '--reference <text>',
      'why, for the ledger: an invoice number',
      z.string().min(1).max(120).optional(),
    ),
  },
  examples: ['credits grant 500 --reference "invoice 2026-114"', 'credits grant -w "Acme Sales" -- -100'],
  async run({ organization, organizationId, workspace }, args, options) {
    const { credits } = await action.grantCredits.act(workspace, { amount: args.amount, reference: options.reference });
    return {
      data: { organizationId, credits },
      lines: [`${organization.name} now has ${credits.available} credits available`],
    };
  },
});

const ledger = workspaceCommand({
  name: 'ledger',
  summary: 'Show the newest entries of the credit ledger.',
  options: {
    limit: limitOption(1000, 50),
  },
  examples: ['credits ledger --limit 20'],
  async run({ db, organizationId }, _args, options) {
    const entries = (await listLedger(db, organizationId, options.limit)).map((row) => ({
      id: row.id,
      kind: row.kind,
      amount: row.amount,
      reference: row.reference,
      createdAt: timestamp(row.created_at),
    }));
    return {
      data: { organizationId, entries },
      lines: tableLines(
        ['WHEN', 'KIND', 'AMOUNT', 'REFERENCE'],
        entries.map((entry) => [entry.createdAt, entry.kind, entry.amount, entry.reference]),
      ),
    };
  },
});

export const credits: CommandGroup = {
  name: 'credits',
  summary: 'Qualification credits: balance, grants, ledger.',
  commands: [balance, grant, ledger],
};
