import { z } from 'zod';
import { defineQuery } from '../define';
import { notFound } from '../../src/shared/errors';
import { dateRange, icpRange, input } from '../fields';
import { accountSchema, showAccount } from '../schemas/account';
import { leadSchema, showLead } from '../schemas/lead';
import * as examples from '../examples';

/** How many leads the report shows. */
const topLeadCount = 10;

export const getAccountReport = defineQuery({
  name: 'get_account_report',
  title: 'Get one account report',
  description:
    'Reads one account: counts, averages and tiers over its active leads, and its ten best leads by ICP match, then intent. Use it to prepare for a company. ICP and date filters choose which of its leads count; without them all active ones do. {list_account_reports} finds account ids.',
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
    data: accountSchema.extend({ topLeads: z.array(leadSchema).describe('At most ten, best first.') }),
  }),
  async run(workspace, { accountId, ...filter }) {
    const account = await workspace.store.accounts.one(accountId, filter);
    if (!account) throw notFound('account');
    const leads = await workspace.store.leads.topOfAccount(accountId, filter, topLeadCount);
    return {
      data: {
        ...showAccount(account),
        topLeads: leads.map(showLead),
      },
    };
  },
});
