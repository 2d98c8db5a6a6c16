import { z } from 'zod';
import { notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';

export const splitAccount = defineAction({
  name: 'split_account',
  title: 'Take a name out of an account',
  description:
    'Creates a separate account from one name, page or domain of an account. People known by that name move with it. Later imports follow this. {merge_accounts} joins the accounts again.',
  right: 'changeAccounts',
  rest: null,
  input: z.strictObject({
    accountId: z.string().min(1).max(120).describe('The account that has the name now.'),
    alias: z.string().trim().min(1).max(253).describe('A name, company page (its slug) or domain of that account.'),
  }),
  output: z.strictObject({ accountId: z.string(), name: z.string(), people: z.int().min(0) }),
  async run({ writes }, { accountId, alias }) {
    const result = await writes.splitAccount(accountId, alias);
    if ('refused' in result) {
      if (result.refused === 'no account') throw notFound('account');
      if (result.refused === 'no alias') throw notFound('such name, page or domain of the account');
      throw new OperationError('conflict', 'The account has no other name, page or domain, so it cannot be split.');
    }
    const detail = `${result.name} with ${result.people} people, out of ${accountId}`;
    return { answer: result, changed: { kind: 'account', id: result.accountId, detail } };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});
