import { z } from 'zod';
import { invalid, notFound } from '../../src/shared/errors';
import { defineAction } from '../define';

const accountId = z.string().min(1).max(120);

export const mergeAccounts = defineAction({
  name: 'merge_accounts',
  title: 'Join two accounts',
  description:
    'Joins two accounts that are one company. The first account stays and gets the people, names, pages and domains of the second. Later imports follow this. {split_account} takes a name out again.',
  right: 'changeAccounts',
  rest: null,
  input: z.strictObject({
    accountId: accountId.describe('The account to keep.'),
    otherAccountId: accountId.describe('The account that becomes part of the kept one.'),
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
