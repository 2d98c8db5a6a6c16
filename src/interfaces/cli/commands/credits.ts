import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { creditBalance, listLedger } from '../../../store/credits/ledger';
import { command, parameter, type CommandGroup } from '../command';
import { operatorWorkspace } from '../operator';
import { tableLines, timestamp } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const wholeNumber = z
  .string()
  .regex(/^-?[0-9]{1,9}$/, 'must be a whole number')
  .transform(Number);

const balance = command({
  name: 'balance',
  summary: 'Show how many qualification credits a workspace has.',
  options: { workspace: workspaceOption },
  examples: ['credits balance -w "Acme Sales"'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const credits = await creditBalance(db, organization.id);
    return {
      data: { organizationId: organization.id, credits },
      lines: [`available ${credits.available}  held ${credits.held}  consumed ${credits.consumed}`],
    };
  },
});

const grant = command({
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
    workspace: workspaceOption,
    reference: parameter(
      '--reference <text>',
      'why, for the ledger: an invoice number',
      z.string().min(1).max(120).optional(),
    ),
  },
  examples: ['credits grant 500 --reference "invoice 2026-114"', 'credits grant -w "Acme Sales" -- -100'],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const { credits } = await action.grantCredits.act(workspace, { amount: args.amount, reference: options.reference });
    return {
      data: { organizationId: organization.id, credits },
      lines: [`${organization.name} now has ${credits.available} credits available`],
    };
  },
});

const ledger = command({
  name: 'ledger',
  summary: 'Show the newest entries of the credit ledger.',
  options: {
    workspace: workspaceOption,
    limit: parameter('--limit <n>', 'how many, 1 to 1000', z.coerce.number().int().min(1).max(1000).default(50)),
  },
  examples: ['credits ledger --limit 20'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const entries = (await listLedger(db, organization.id, options.limit)).map((row) => ({
      id: row.id,
      kind: row.kind,
      amount: row.amount,
      reference: row.reference,
      createdAt: timestamp(row.created_at),
    }));
    return {
      data: { organizationId: organization.id, entries },
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
