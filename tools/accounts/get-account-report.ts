import { z } from 'zod';
import { defineQuery } from '../define';
import { notFound } from '../../src/shared/errors';
import { dateRange, icpRange, input } from '../fields';
import { accountSchema, latestComments, showAccount, showComments } from '../schemas/account';
import { leadSchema, showLead } from '../schemas/lead';
import { consideredComments, strongestFirst } from './strongest-first';
import * as examples from '../examples';

/** Leads that the report shows. */
const topLeadCount = 10;
/** Comments by people of the account that the report shows. */
const commentCount = 5;

export const getAccountReport = defineQuery({
  name: 'get_account_report',
  title: 'Get one account report',
  description:
    'One account to prepare a call or meeting with a company: counts and tiers of its active leads, its ten best people and what they wrote, what asks or objects first. {find_people_to_contact} gives reasons to call its people, {list_account_reports} finds accounts by name.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/account-reports/{accountId}',
    tag: 'Accounts',
    resource: 'AccountReportDetail',
    example: examples.accountReportDetail,
  },
  input: input({
    accountId: z.string().min(1).max(256).describe('Account id.'),
    ...icpRange,
    ...dateRange('latest engagement of a lead (lastSignalAt)'),
  }),
  output: z.strictObject({
    data: accountSchema.extend({
      topLeads: z.array(leadSchema).describe('At most ten, best first.'),
      latestComments,
    }),
  }),
  async run(workspace, { accountId, ...filter }) {
    const account = await workspace.store.accounts.one(accountId, filter);
    if (!account) throw notFound('account');
    const [leads, comments] = await Promise.all([
      workspace.store.leads.topOfAccount(accountId, filter, topLeadCount),
      workspace.store.accounts.comments([accountId], consideredComments),
    ]);
    return {
      data: {
        ...showAccount(account),
        topLeads: leads.map(showLead),
        latestComments: showComments(strongestFirst(comments.get(accountId) ?? [], commentCount, Date.now())),
      },
    };
  },
});
