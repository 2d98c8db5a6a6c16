import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { command, parameter, type CommandGroup } from '../command';
import { duplicatesOf } from '../../../../packages/reader/src';
import { namedAccounts } from '../../../store/reads/named-accounts';
import { operatorWorkspace } from '../operator';
import { count, tableLines } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const accountId = z.string().min(1).max(120);

const merge = command({
  name: 'merge',
  summary: 'Join two accounts that are one company. The first is kept.',
  details: 'People, names, pages and domains of the second move to the first. Later imports follow.',
  arguments: {
    account: parameter('<account id>', 'the account to keep, from the account reports', accountId),
    other: parameter('<other account id>', 'the account to join to it', accountId),
  },
  options: { workspace: workspaceOption },
  examples: ['account merge zalando zalando-lounge'],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const data = await action.mergeAccounts.act(workspace, { accountId: args.account, otherAccountId: args.other });
    return { data, lines: [`${data.merged} is now part of ${data.accountId}; people moved: ${data.people}`] };
  },
});

const split = command({
  name: 'split',
  summary: 'Split one name, page or domain off an account, into an account of its own.',
  details: 'People who work there by that name move with it. Later imports follow.',
  arguments: {
    account: parameter('<account id>', 'from the account reports', accountId),
    alias: parameter('<alias>', 'a name, page or domain of that account', z.string().trim().min(1).max(253)),
  },
  options: { workspace: workspaceOption },
  examples: ['account split zalando "Zalando Lounge"'],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const data = await action.splitAccount.act(workspace, { accountId: args.account, alias: args.alias });
    return { data, lines: [`${data.name} is now the account ${data.accountId}; people moved: ${data.people}`] };
  },
});

const duplicates = command({
  name: 'duplicates',
  summary: 'List accounts that look like one company, with the reason and the command that joins them.',
  details:
    'Imports create accounts. Newer rules may find that two of their names are one company. Those are listed here, and nothing is ' +
    'joined until you run the command.',
  options: { workspace: workspaceOption },
  examples: ['account duplicates'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const found = duplicatesOf(await namedAccounts(db, organization.id)).map(({ keep, other, key }) => ({
      accountId: keep.id,
      name: keep.name,
      otherAccountId: other.id,
      otherName: other.name,
      key,
      command: `leadlight account merge ${keep.id} ${other.id}`,
    }));
    const rows = found.map((pair) => [pair.name, pair.otherName, pair.key, pair.command]);
    return {
      data: { organizationId: organization.id, duplicates: found },
      lines:
        found.length === 0
          ? ['No two accounts look like one company.']
          : [
              `${count(found.length, 'pair')} of accounts that look like one company:`,
              ...tableLines(['account', 'other', 'both are', 'join them'], rows),
            ],
    };
  },
});

export const account: CommandGroup = {
  name: 'account',
  summary: 'Accounts: which names are one company.',
  commands: [duplicates, merge, split],
};
