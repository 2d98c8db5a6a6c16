import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { parameter, type CommandGroup } from '../command';
import { workspaceCommand } from '../workspace-command';
import { duplicatesOf } from '../../../../packages/reader/src';
import { namedAccounts } from '../../../store/reads/named-accounts';
import { count, tableLines } from '../text';

const accountId = z.string().min(1).max(120);

const merge = workspaceCommand({
  name: 'merge',
  summary: 'Join two accounts that are one company. The first is kept.',
  details: 'People, names, pages and domains of the second move to the first. Later imports follow.',
  arguments: {
    account: parameter('<account id>', 'the account to keep, from the account reports', accountId),
    other: parameter('<other account id>', 'the account to join to it', accountId),
  },
  examples: ['account merge zalando zalando-lounge'],
  async run({ workspace }, args) {
    const data = await action.mergeAccounts.act(workspace, { accountId: args.account, otherAccountId: args.other });
    return { data, lines: [`${data.merged} is now part of ${data.accountId}; people moved: ${data.people}`] };
  },
});

const split = workspaceCommand({
  name: 'split',
  summary: 'Split one name, page or domain off an account, into an account of its own.',
  details: 'People who work there by that name move with it. Later imports follow.',
  arguments: {
    account: parameter('<account id>', 'from the account reports', accountId),
    alias: parameter('<alias>', 'a name, page or domain of that account', z.string().trim().min(1).max(253)),
  },
  examples: ['account split zalando "Zalando Lounge"'],
  async run({ workspace }, args) {
    const data = await action.splitAccount.act(workspace, { accountId: args.account, alias: args.alias });
    return { data, lines: [`${data.name} is now the account ${data.accountId}; people moved: ${data.people}`] };
  },
});

const duplicates = workspaceCommand({
  name: 'duplicates',
  summary: 'List accounts that look like one company, with the reason and the command that joins them.',
  details:
    'Imports create accounts. Newer rules may find that two of their names are one company. Those are listed here, and nothing is ' +
    'joined until you run the command.',
  examples: ['account duplicates'],
  async run({ db, organizationId }) {
    const found = duplicatesOf(await namedAccounts(db, organizationId)).map(({ keep, other, key }) => ({
      accountId: keep.id,
      name: keep.name,
      otherAccountId: other.id,
      otherName: other.name,
      key,
      command: `leadlight account merge ${keep.id} ${other.id}`,
    }));
    const rows = found.map((pair) => [pair.name, pair.otherName, pair.key, pair.command]);
    return {
      data: { organizationId, duplicates: found },
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
