import { z } from 'zod';
import { accountSortFields } from '../../src/store/reads/account-reads';
import { dateRange, icpRange, searchText, sortOrder } from '../fields';
import { defineList } from '../list';
import { accountSchema, showAccount } from '../schemas/account';
import * as examples from '../examples';

export const listAccountReports = defineList({
  name: 'list_account_reports',
  title: 'List account reports',
  description:
    'Lists the companies that active leads work for, with lead and signal counts, average ICP match and intent, and leads by tier. Use it to see which accounts are warming up or to find an account id; sort by latest signal, trend (change in signals of 14 days), lead count, average match or name. It does not list the people ({get_account_report} shows the top ones).',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/account-reports',
    tag: 'Accounts',
    resource: 'AccountReport',
    example: examples.accountReport,
  },
  filters: {
    search: searchText(160, 'Text in the account name or domain, without regard to case and accents.').optional(),
    minIcpMatchPercent: icpRange.minIcpMatchPercent.describe('Lowest average ICP match, 0 to 100.'),
    maxIcpMatchPercent: icpRange.maxIcpMatchPercent.describe('Highest average ICP match, 0 to 100.'),
    ...dateRange('latest signal of the account (latestSignalAt)'),
    industry: searchText(160, 'Industry label, without regard to case and accents.').optional(),
    sortBy: z.enum(accountSortFields).default('latestSignalAt').describe('Field to sort by.'),
    sortOrder,
  },
  item: accountSchema,
  load: (workspace, filters, page) => workspace.store.accounts.list(filters, page),
  show: showAccount,
});
