/** Conclusions: leads, accounts, the watchlist, the ICP, and the work still to do. */
import {
  descending,
  flag,
  id,
  integer,
  big,
  longText,
  optional,
  table,
  text,
  time,
  word,
  type RowOf,
} from '../../database/define';
import type {
  Disposition,
  FitGrade,
  LeadTier,
  Origin,
  ProfileSource,
  ProfileStatus,
  ProfileType,
  Relationship,
} from '../../shared/values';

export type { Disposition, FitGrade, LeadTier, ProfileSource, ProfileStatus, ProfileType, Relationship };

export const leads = table({
  name: 'leads',
  columns: {
    organization_id: id(),
    /** The person's id. A lead is a person of this workspace who engaged and is a possible customer. */
    id: id(),
    account_id: optional(text(120)),
    owner_id: optional(id()),
    disposition: word<Disposition>(),
    origin: word<Origin>(),
    icp_match_percent: integer(),
    intent_score: integer(),
    lead_tier: word<LeadTier>(),
    disqualified: flag(),
    signal_count: integer(),
    first_signal_at: time(),
    last_signal_at: time(),
    scored_at: time(),
    created_at: time(),
    updated_at: time(),
    /** Workspace revision at which last_signal_at last changed. Paging by it leaves out rows that moved meanwhile. */
    signal_revision: big(),
    /** The same for icp_match_percent and intent_score. */
    score_revision: big(),
    /** Folded company name, for the companyNames filter. */
    company_key: optional(text(200)),
    /** Folded name, headline and company, one per line. `search` looks here. */
    search_text: text(920),
    fit_grade: word<FitGrade>(),
    /** The order in which leads should be contacted: `priorityOf` in tier/tier.ts. */
    priority: big(),
    /** The same for priority. */
    priority_revision: big(),
    /** The company of the workspace that the headline names, if no other data says where the person works. */
    named_company: optional(text(200)),
    /** The row of the tier table that decided, with what was asked (`rowMark`). Null: scored before this was recorded. */
    tier_row: optional(text(60)),
    /** What the lead lacks for PRIORITY, as codes (`tierGaps`). */
    tier_gaps: text(100),
    /** Why the ideal customer profile excludes the lead. Null when it does not. */
    excluded_because: optional(text(200)),
    /**
     * Workspace revision of the last change to what lists show of the lead. Fading of intent alone is no change
     * (src/store/log).
     */
    change_revision: big(),
    /** Those of signal_count that nobody dates: their timing is `observed` (src/rules/intent/intent.ts). */
    undated_count: integer(),
    /** The latest engagement with a date. Null: none has one. */
    last_dated_at: optional(time()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'leads_recent', fields: ['organization_id', 'disposition', descending('last_signal_at'), 'id'] },
    { name: 'leads_any_recent', fields: ['organization_id', descending('last_signal_at'), 'id'] },
    {
      name: 'leads_company',
      fields: ['organization_id', 'company_key', 'disposition', descending('last_signal_at'), 'id'],
    },
    {
      name: 'leads_account',
      fields: ['organization_id', 'account_id', 'disposition', descending('last_signal_at'), 'id'],
    },
    { name: 'leads_owner', fields: ['organization_id', 'owner_id', 'disposition', descending('last_signal_at'), 'id'] },
    { name: 'leads_tier', fields: ['organization_id', 'lead_tier', 'disposition', descending('last_signal_at'), 'id'] },
    { name: 'leads_priority', fields: ['organization_id', 'disposition', descending('priority'), 'id'] },
    { name: 'leads_changed', fields: ['organization_id', 'change_revision', 'id'] },
    { name: 'leads_updated', fields: ['organization_id', descending('updated_at'), 'id'] },
    { name: 'leads_created', fields: ['organization_id', descending('created_at'), 'id'] },
  ],
});

/** Why a lead has its score. Read for single leads, never for a list. */
export const leadEvidence = table({
  name: 'lead_evidence',
  columns: { organization_id: id(), lead_id: id(), icp: longText(), intent: longText() },
  primaryKey: ['organization_id', 'lead_id'],
  indexes: [],
});

/** The words that leads have (docs/internals/decisions/0005-search.md). */
export const leadTerms = table({
  name: 'lead_terms',
  columns: { organization_id: id(), term: text(40), lead_id: id() },
  primaryKey: ['organization_id', 'term', 'lead_id'],
  indexes: [],
});

/** Every ending of every word in `lead_terms`, so that a range seek finds fragments of words. */
export const termSuffixes = table({
  name: 'term_suffixes',
  columns: { organization_id: id(), suffix: text(40), term: text(40) },
  primaryKey: ['organization_id', 'suffix', 'term'],
  indexes: [],
});

export const accounts = table({
  name: 'accounts',
  columns: {
    organization_id: id(),
    id: text(120),
    name: text(200),
    domain: optional(text(253)),
    industry: optional(text(160)),
    company_size: optional(word()),
    created_at: time(),
    /** 1: headlines are searched for its names (known-companies.ts). */
    known: flag(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [{ name: 'accounts_industry', fields: ['organization_id', 'industry', 'id'] }],
});

export const accountAliases = table({
  name: 'account_aliases',
  columns: { organization_id: id(), kind: word<'slug' | 'domain' | 'name'>(), value: text(253), account_id: text(120) },
  primaryKey: ['organization_id', 'kind', 'value'],
  indexes: [{ name: 'account_aliases_account', fields: ['organization_id', 'account_id'] }],
});

/** Account reports: one row per account with active leads, updated as leads change. */
export const accountSummaries = table({
  name: 'account_summaries',
  columns: {
    organization_id: id(),
    account_id: text(120),
    name: text(200),
    /** Folded name, cut to fit a cursor. */
    name_sort: text(100),
    domain: optional(text(253)),
    industry: optional(text(160)),
    industry_key: optional(text(160)),
    company_size: optional(word()),
    lead_count: integer(),
    /** Average times ten, rounded, so that it is exact to compare and to page by. */
    average_icp_tenths: integer(),
    average_intent_tenths: integer(),
    unqualified_count: integer(),
    nurture_count: integer(),
    qualified_count: integer(),
    priority_count: integer(),
    signal_count: integer(),
    first_signal_at: time(),
    latest_signal_at: time(),
    /** Folded name and domain. */
    search_text: text(460),
    /** Workspace revisions at which latest_signal_at, lead_count and average_icp_tenths last changed, as in `leads`. */
    signal_revision: big(),
    count_revision: big(),
    icp_revision: big(),
    /**
     * At the last count, of signals with a date: those of active leads in the last 14 days, those in the 14 days before, and
     * leads first seen in the last 14.
     */
    signals_14d: integer(),
    previous_signals_14d: integer(),
    new_people_14d: integer(),
    /** The sort key of reports by trend: `trendOf` in src/rules/audience/trend.ts. */
    trend: integer(),
    trend_revision: big(),
    /** Workspace revision and time of the report's last change. Changes of average intent and trend alone do not count. */
    change_revision: big(),
    changed_at: time(),
    /** As in `leads`: signals without a date, and the latest with one. */
    undated_count: integer(),
    latest_dated_at: optional(time()),
  },
  primaryKey: ['organization_id', 'account_id'],
  indexes: [
    { name: 'account_summaries_latest', fields: ['organization_id', 'latest_signal_at', 'account_id'] },
    { name: 'account_summaries_leads', fields: ['organization_id', 'lead_count', 'account_id'] },
    { name: 'account_summaries_icp', fields: ['organization_id', 'average_icp_tenths', 'account_id'] },
    { name: 'account_summaries_trend', fields: ['organization_id', 'trend', 'account_id'] },
    { name: 'account_summaries_name', fields: ['organization_id', 'name_sort', 'account_id'] },
    { name: 'account_summaries_changed', fields: ['organization_id', 'change_revision', 'account_id'] },
  ],
});

export const monitoredProfiles = table({
  name: 'monitored_profiles',
  columns: {
    organization_id: id(),
    id: id(),
    person_id: optional(id()),
    display_name: text(200),
    headline: optional(text(500)),
    profile_url: text(500),
    profile_type: word<ProfileType>(),
    source: word<ProfileSource>(),
    relationship: word<Relationship>(),
    status: word<ProfileStatus>(),
    label: optional(text(80)),
    label_key: optional(text(80)),
    followers: optional(integer()),
    last_engagement_sync_at: optional(time()),
    lead_count: integer(),
    created_at: time(),
    name_sort: text(100),
    search_text: text(710),
    /** Workspace revisions at which name_sort, followers and last_engagement_sync_at last changed, as in `leads`. */
    name_revision: big(),
    followers_revision: big(),
    sync_revision: big(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'monitored_profiles_person', fields: ['organization_id', 'person_id'], unique: true },
    { name: 'monitored_profiles_created', fields: ['organization_id', 'created_at', 'id'] },
    { name: 'monitored_profiles_followers', fields: ['organization_id', 'followers', 'id'] },
    { name: 'monitored_profiles_synced', fields: ['organization_id', 'last_engagement_sync_at', 'id'] },
    { name: 'monitored_profiles_name', fields: ['organization_id', 'name_sort', 'id'] },
  ],
});

/** The newest ICP versions of a workspace. The last one is in force. */
export const icpDefinitions = table({
  name: 'icp_definitions',
  columns: { organization_id: id(), version: integer(), definition: longText(), created_at: time() },
  primaryKey: ['organization_id', 'version'],
  indexes: [],
});

/** Why people were queued: a new ICP, an enrichment, or an undo. */
export type ScoringCause = 'icp' | 'enrichment' | 'undo';

/** People whose engagements or profile changed since they were last scored. */
const scoringQueue = table({
  name: 'scoring_queue',
  columns: {
    organization_id: id(),
    person_id: id(),
    /** The cause, if facts alone do not show it. A tier change reports it. */
    cause: optional(word<ScoringCause>()),
  },
  primaryKey: ['organization_id', 'person_id'],
  indexes: [],
});

/** Accounts and watched profiles whose counts must be rebuilt. Written with the change, deleted when counted. */
const staleSummaries = table({
  name: 'stale_summaries',
  columns: { organization_id: id(), kind: word<'account' | 'profile'>(), target_id: text(120) },
  primaryKey: ['organization_id', 'kind', 'target_id'],
  indexes: [],
});

export type LeadRow = RowOf<typeof leads>;
export type MonitoredProfileRow = RowOf<typeof monitoredProfiles>;
export type AccountSummaryRow = RowOf<typeof accountSummaries>;
export const leadTables = [
  leads,
  leadEvidence,
  leadTerms,
  termSuffixes,
  accounts,
  accountAliases,
  accountSummaries,
  monitoredProfiles,
  icpDefinitions,
  scoringQueue,
  staleSummaries,
];
