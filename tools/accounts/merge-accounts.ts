import { z } from 'zod';
import { invalid, notFound } from '../../src/shared/errors';
import { defineAction } from '../define';

const accountId = z.string().min(1).max(120);

export const mergeAccounts = defineAction({
  name: 'merge_accounts',
  title: 'Join two accounts',
  description:
    'Says that two accounts are one company: people, names, pages and domains of the second go to the first, which stays. Later imports follow. {split_account} takes a name out again.',
  right: 'changeAccounts',
  rest: null,
  input: z.strictObject({
    accountId: accountId.describe('The account that stays.'),
    otherAccountId: accountId.describe('The account that becomes part of it.'),
  }),
  output: z.strictObject({ accountId: z.string(), merged: z.string(), people: z.int().min(0) }),
  async run({ writes }, { accountId: keep, otherAccountId: drop }) {
    if (keep === drop) throw invalid({ path: 'otherAccountId', message: 'is the same account' });
    const result = await writes.mergeAccounts(keep, drop);
    if ('missing' in result) throw notFound(`account ${result.missing}`);
    const detail = `took in ${drop} with ${result.people} people`;
    return {
      answer: { accountId: keep, merged: drop, people: result.people },
      changed: { kind: 'account', id: keep, detail },
    };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});
