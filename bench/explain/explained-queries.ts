/** What is explained: queries of the catalogue with an input each, and the index that each was designed for. */
import type { Database } from '../../src/database/database';

/** Rows of the workspace that the inputs name. */
export interface Samples {
  readonly leadId: string;
  readonly profileIds: readonly string[];
  readonly postId: string;
  readonly accountId: string;
  readonly ownerId: string;
  readonly companyName: string;
  /** A word that few leads hold, and two that many do. */
  readonly rareWord: string;
  readonly commonWords: readonly [string, string];
}

export interface ExplainedQuery {
  readonly name: string;
  /** Of the catalogue. */
  readonly query: string;
  readonly input: (samples: Samples) => Readonly<Record<string, unknown>>;
  /** Explain the second page. */
  readonly paged?: true;
  /** Indexes that the plans must use. */
  readonly indexes: readonly string[];
  /** Why rows are sorted; a query without this reads them in the order of its index. */
  readonly sorts?: string;
}

const smallSet = 'a small set of candidates is read by id and sorted';

export const explainedQueries: readonly ExplainedQuery[] = [
  { name: 'leads', query: 'list_leads', input: () => ({}), indexes: ['leads_recent'] },
  { name: 'leads, a later page', query: 'list_leads', input: () => ({}), paged: true, indexes: ['leads_recent'] },
  {
    name: 'leads, six filters',
    query: 'list_leads',
    input: () => ({
      leadTier: ['QUALIFIED', 'PRIORITY'],
      minIcpMatchPercent: 60,
      minIntentScore: 40,
      engagementTypes: ['COMMENT'],
      dateFrom: '2026-01-15',
      origin: 'watchlist',
    }),
    indexes: ['leads_recent', 'engagements_person'],
  },
  {
    name: 'leads of one tier',
    query: 'list_leads',
    input: () => ({ leadTier: ['PRIORITY'] }),
    indexes: ['leads_tier'],
  },
  {
    name: 'leads of two dispositions',
    query: 'list_leads',
    input: () => ({ disposition: ['ACTIVE', 'CLIENT'] }),
    indexes: ['leads_any_recent'],
  },
  {
    name: 'leads of one company',
    query: 'list_leads',
    input: ({ companyName }) => ({ companyNames: [companyName] }),
    indexes: ['leads_company'],
  },
  {
    name: 'leads of one owner',
    query: 'list_leads',
    input: ({ ownerId }) => ({ ownerIds: [ownerId] }),
    indexes: ['leads_owner'],
  },
  {
    name: 'leads without an owner',
    query: 'list_leads',
    input: () => ({ ownerIds: ['none'] }),
    indexes: ['leads_owner'],
  },
  {
    name: 'leads of one owner or of nobody',
    query: 'list_leads',
    input: ({ ownerId }) => ({ ownerIds: [ownerId, 'none'] }),
    indexes: ['leads_recent'],
  },
  {
    name: 'leads of one country',
    query: 'list_leads',
    input: () => ({ country: ['DE'] }),
    indexes: ['people_country'],
    sorts: smallSet,
  },
  {
    name: 'leads of one industry, by their own data or their account',
    query: 'list_leads',
    input: () => ({ industry: ['Banking'] }),
    indexes: ['people_industry', 'accounts_industry'],
    sorts: smallSet,
  },
  {
    name: 'leads by seniority, function, size and first engagement',
    query: 'list_leads',
    input: () => ({
      seniority: ['vp', 'cxo'],
      function: ['sales'],
      companySize: ['51-200'],
      firstSignalFrom: '2026-01-15',
      hasContactData: true,
    }),
    indexes: ['leads_recent'],
  },
  {
    name: 'leads counted by tier',
    query: 'count_leads',
    input: () => ({ by: 'leadTier' }),
    indexes: ['leads_tier'],
    sorts: 'the groups are sorted by size',
  },
  {
    name: 'leads counted by owner',
    query: 'count_leads',
    input: () => ({ by: 'ownerId' }),
    indexes: ['leads_owner'],
    sorts: 'the groups are sorted by size',
  },
  {
    name: 'leads of one tier, counted by country',
    query: 'count_leads',
    input: () => ({ leadTier: ['PRIORITY'], by: 'country' }),
    indexes: ['leads_tier'],
    sorts: 'the groups are sorted by size',
  },
  {
    name: 'activity of two months',
    query: 'get_activity_summary',
    input: () => ({ dateFrom: '2026-01-10', dateTo: '2026-02-09' }),
    indexes: ['engagements_time', 'leads_recent', 'tier_changes_time'],
    sorts: 'signals are grouped by kind, account, post and person, and each group is sorted',
  },
  {
    name: 'account reports with comments',
    query: 'list_account_reports',
    input: () => ({ comments: true, limit: 5 }),
    indexes: ['account_summaries_latest', 'leads_account', 'engagements_person'],
    sorts: 'the comments of ten people of each account are sorted',
  },
  {
    name: 'leads by priority',
    query: 'list_leads',
    input: () => ({ sortBy: 'priority' }),
    paged: true,
    indexes: ['leads_priority'],
  },
  {
    name: 'leads as the console opens them',
    query: 'list_leads',
    input: () => ({ leadTier: ['PRIORITY', 'QUALIFIED', 'NURTURE'], sortBy: 'priority' }),
    paged: true,
    indexes: ['leads_priority'],
  },
  ...(['createdAt', 'updatedAt'] as const).map((sortBy) => ({
    name: `leads by ${sortBy}`,
    query: 'list_leads',
    input: () => ({ sortBy }),
    paged: true as const,
    indexes: [{ createdAt: 'leads_created', updatedAt: 'leads_updated' }[sortBy]],
  })),
  {
    name: 'leads by priority, the least first',
    query: 'list_leads',
    input: () => ({ sortBy: 'priority', sortOrder: 'asc' }),
    indexes: ['leads_priority'],
  },
  {
    name: 'leads by priority, of two dispositions',
    query: 'list_leads',
    input: () => ({ sortBy: 'priority', disposition: ['ACTIVE', 'CLIENT'] }),
    indexes: ['leads_priority'],
  },
  {
    name: 'leads by priority, of one tier',
    query: 'list_leads',
    input: () => ({ sortBy: 'priority', leadTier: ['PRIORITY'] }),
    indexes: ['leads_priority'],
  },
  {
    name: 'leads by priority, of one owner',
    query: 'list_leads',
    input: ({ ownerId }) => ({ sortBy: 'priority', ownerIds: [ownerId] }),
    indexes: ['leads_owner'],
    sorts: 'the leads of one owner are sorted',
  },
  {
    name: 'leads by priority, without an owner',
    query: 'list_leads',
    input: () => ({ sortBy: 'priority', ownerIds: ['none'] }),
    indexes: ['leads_priority'],
  },
  {
    name: 'people to contact',
    query: 'find_people_to_contact',
    input: () => ({}),
    indexes: ['leads_priority', 'engagements_person'],
  },
  {
    name: 'people to contact about a topic',
    query: 'find_people_to_contact',
    input: () => ({ topic: 'pricing' }),
    indexes: ['engagements_time'],
    sorts: smallSet,
  },
  {
    name: 'leads of one watched profile',
    query: 'list_leads',
    input: ({ profileIds }) => ({ monitoredProfileIds: profileIds.slice(0, 1) }),
    indexes: ['engagements_profile'],
    sorts: smallSet,
  },
  {
    name: 'leads, search for a rare word',
    query: 'list_leads',
    input: ({ rareWord }) => ({ search: rareWord }),
    indexes: ['PRIMARY'],
    sorts: smallSet,
  },
  {
    name: 'leads, search for two common words',
    query: 'list_leads',
    input: ({ commonWords }) => ({ search: commonWords.join(' ') }),
    indexes: ['PRIMARY'],
    sorts: smallSet,
  },
  {
    name: 'leads, search for common words in an order that nobody has',
    query: 'list_leads',
    input: ({ commonWords }) => ({ search: commonWords.toReversed().join(' ') }),
    indexes: ['PRIMARY'],
    sorts: smallSet,
  },
  { name: 'one lead', query: 'get_lead', input: ({ leadId }) => ({ leadId }), indexes: ['PRIMARY'] },
  {
    name: 'engagements of a lead',
    query: 'list_lead_engagements',
    input: ({ leadId }) => ({ leadId }),
    indexes: ['engagements_person'],
  },
  { name: 'signals', query: 'list_signals', input: () => ({}), indexes: ['engagements_time'] },
  {
    name: 'signals, a later page',
    query: 'list_signals',
    input: () => ({}),
    paged: true,
    indexes: ['engagements_time'],
  },
  {
    name: 'signals of one watched profile',
    query: 'list_signals',
    input: ({ profileIds }) => ({ monitoredProfileIds: profileIds.slice(0, 1) }),
    indexes: ['engagements_profile'],
  },
  {
    name: 'signals, search for a rare word',
    query: 'list_signals',
    input: ({ rareWord }) => ({ search: rareWord }),
    indexes: ['engagements_person'],
    sorts: smallSet,
  },
  { name: 'signals, search for a sign', query: 'list_signals', input: () => ({ search: '~' }), indexes: ['PRIMARY'] },
  {
    name: 'signals, words of comments and posts',
    query: 'list_signals',
    input: () => ({ text: 'pricing' }),
    indexes: ['engagements_time'],
    sorts: 'the page that was found is read by id',
  },
  {
    name: 'signals of one tier',
    query: 'list_signals',
    input: () => ({ leadTier: ['PRIORITY'] }),
    indexes: ['engagements_time'],
  },
  {
    name: 'signals, words of comments and posts, of one owner',
    query: 'list_signals',
    input: ({ ownerId }) => ({ text: 'pricing', ownerIds: [ownerId] }),
    indexes: ['leads_owner', 'engagements_person'],
    sorts: smallSet,
  },
  {
    name: 'signals of one owner',
    query: 'list_signals',
    input: ({ ownerId }) => ({ ownerIds: [ownerId] }),
    indexes: ['leads_owner'],
    sorts: smallSet,
  },
  ...(['latestSignalAt', 'leadCount', 'averageIcpMatchPercent', 'accountName', 'trend'] as const).map((sortBy) => ({
    name: `account reports by ${sortBy}`,
    query: 'list_account_reports',
    input: () => ({ sortBy }),
    indexes: [
      {
        latestSignalAt: 'account_summaries_latest',
        leadCount: 'account_summaries_leads',
        averageIcpMatchPercent: 'account_summaries_icp',
        accountName: 'account_summaries_name',
        trend: 'account_summaries_trend',
      }[sortBy],
    ],
  })),
  {
    name: 'account reports, a later page',
    query: 'list_account_reports',
    input: () => ({}),
    paged: true,
    indexes: ['account_summaries_latest'],
  },
  { name: 'posts', query: 'list_posts', input: () => ({}), indexes: ['posts_published'], sorts: 'counts of the page' },
  {
    name: 'posts that hold a text',
    query: 'list_posts',
    input: () => ({ search: 'pricing' }),
    indexes: ['posts_published'],
    sorts: 'counts of the page',
  },
  {
    name: 'posts of two watched authors',
    query: 'list_posts',
    input: ({ profileIds }) => ({ authorProfileIds: profileIds.slice(0, 2) }),
    indexes: ['posts_published'],
    sorts: 'counts of the page',
  },
  {
    name: 'one account report',
    query: 'get_account_report',
    input: ({ accountId }) => ({ accountId }),
    indexes: ['leads_account'],
    sorts: 'the leads of one account are sorted for the best ten',
  },
  {
    name: 'qualified leads of a post',
    query: 'list_post_qualified_leads',
    input: ({ postId }) => ({ postId }),
    indexes: ['engagements_identity'],
    sorts: 'the people of one post are grouped and sorted by score',
  },
  {
    name: 'post summary',
    query: 'get_post_summary',
    input: ({ postId }) => ({ postId }),
    indexes: ['engagements_identity'],
    sorts: 'the people of one post are counted once each',
  },
  {
    name: 'watchlist',
    query: 'list_watchlist_profiles',
    input: () => ({}),
    indexes: [],
    sorts: 'a watchlist is short: it is sorted in any order asked for',
  },
  { name: 'workspace access', query: 'get_workspace_access', input: () => ({}), indexes: ['leads_recent'] },
];

/** Finds rows of a workspace for the inputs to name. */
export async function samplesOf(db: Database, organizationId: string): Promise<Samples> {
  const one = async (sql: string): Promise<string> => {
    const [row] = await db.select<{ value: string }>(`${sql} LIMIT 1`, [organizationId]);
    if (!row) throw new Error('the workspace holds too little to explain');
    return row.value;
  };
  const profiles = await db.select<{ id: string }>('SELECT id FROM monitored_profiles WHERE organization_id = ?', [
    organizationId,
  ]);
  const active = `FROM leads WHERE organization_id = ? AND disposition = 'ACTIVE'`;
  return {
    leadId: await one(`SELECT id AS value ${active}`),
    accountId: await one(`SELECT account_id AS value ${active}`),
    companyName: await one(`SELECT company_key AS value ${active}`),
    ownerId: await one(`SELECT owner_id AS value ${active} AND owner_id IS NOT NULL`),
    postId: await one('SELECT post_id AS value FROM engagements WHERE organization_id = ?'),
    profileIds: profiles.map((row) => row.id),
    rareWord: await one(
      'SELECT term AS value FROM lead_terms WHERE organization_id = ? GROUP BY term HAVING COUNT(*) = 1 AND LENGTH(term) > 5',
    ),
    commonWords: ['sales', 'manager'],
  };
}
