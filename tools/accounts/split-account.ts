import { z } from 'zod';
import { notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';

export const splitAccount = defineAction({
  name: 'split_account',
  title: 'Take a name out of an account',
  description:
    'Makes an account of its own of one name, page or domain of an account. People who are known to work there by that name go with it, and later imports follow. {merge_accounts} joins them again.',
  right: 'changeAccounts',
  rest: null,
  input: z.strictObject({
    accountId: z.string().min(1).max(120).describe('The account to take it out of.'),
    alias: z.string().trim().min(1).max(253).describe('A name, company page (its slug) or domain of that account.'),
  }),
  output: z.strictObject({ accountId: z.string(), name: z.string(), people: z.int().min(0) }),
  async run({ writes }, { accountId, alias }) {
    const result = await writes.splitAccount(accountId, alias);
    if ('refused' in result) {
      if (result.refused === 'no account') throw notFound('account');
      if (result.refused === 'no alias') throw notFound('such name, page or domain of the account');
      throw new OperationError(
        'conflict',
        'The account has no other name, page or domain, so nothing would be left of it.',
      );
    }
    const detail = `${result.name} with ${result.people} people, out of ${accountId}`;
    return { answer: result, changed: { kind: 'account', id: result.accountId, detail } };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});
