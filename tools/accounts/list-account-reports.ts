import { z } from 'zod';
import { accountSortFields } from '../../src/store/reads/account-reads';
import { dateRange, icpRange, searchText, sortOrder } from '../fields';
import { defineList } from '../list';
import { accountSchema, latestComments, showAccount, showComments } from '../schemas/account';
import { consideredComments, strongestFirst } from './strongest-first';
import * as examples from '../examples';

/** Comments shown for each account. */
const commentCount = 2;

export const listAccountReports = defineList({
  name: 'list_account_reports',
  title: 'List account reports',
  description:
    'Lists accounts, the companies that active leads work for: which are heating up (`sortBy: trend`), how many leads of each tier, average match and intent. `comments: true` adds what their people wrote, `hasQualifiedLead: true` leaves out accounts where nobody is worth a call.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/account-reports',
    tag: 'Accounts',
    resource: 'AccountReport',
    example: examples.accountReport,
  },
  filters: {
    search: searchText(160, 'Text in the account name or domain, ignoring case and accents.').optional(),
    minIcpMatchPercent: icpRange.minIcpMatchPercent.describe('Lowest average ICP match.'),
    maxIcpMatchPercent: icpRange.maxIcpMatchPercent.describe('Highest average ICP match.'),
    ...dateRange('latest signal of the account (latestSignalAt)'),
    industry: searchText(160, 'Industry label, ignoring case and accents.').optional(),
    hasQualifiedLead: z.boolean().describe('true: only accounts with a QUALIFIED or PRIORITY lead.').optional(),
    comments: z
      .boolean()
      .default(false)
      .describe('true: include what their people wrote, the strongest comment first.'),
    sortBy: z.enum(accountSortFields).default('latestSignalAt').describe('Field to sort by.'),
    sortOrder,
  },
  item: accountSchema.extend({ latestComments: latestComments.optional() }),
  async load({ store }, { comments, ...filters }, page) {
    const { rows, next } = await store.accounts.list(filters, page);
    const ids = rows.map(({ id }) => id);
    const written = comments ? await store.accounts.comments(ids, consideredComments) : null;
    const now = Date.now();
    const commentsOf = (id: string) => written && strongestFirst(written.get(id) ?? [], commentCount, now);
    return { rows: rows.map((account) => ({ account, comments: commentsOf(account.id) })), next };
  },
  show: ({ account, comments }) => ({
    ...showAccount(account),
    ...(comments ? { latestComments: showComments(comments) } : {}),
  }),
});
