/** The lead-finding agent of a workspace, its runs and their candidates, and the state of the watchlist sync. */
import { flag, id, integer, longText, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { LeadTier } from '../../shared/values';

export type RunStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** `PREVIEW`: a free run over a few posts, before the workspace spends credits. It makes no leads. */
export type RunKind = 'AGENT' | 'PREVIEW';

/** Why a run ended early. */
export const runStops = ['run_budget', 'day_budget', 'credits_exhausted', 'limit', 'paused', 'cancelled'] as const;
export type RunStop = (typeof runStops)[number];

export type Decision = 'ACCEPTED' | 'REJECTED' | 'DUPLICATE';

/** Settings of a workspace's agent. Its next time is in `job_schedules`. */
export const agents = table({
  name: 'agents',
  columns: {
    organization_id: id(),
    status: word<'ACTIVE' | 'PAUSED'>(),
    /** Five cron fields. */
    pattern: text(120),
    /** IANA name. */
    time_zone: text(64),
    credits_per_run: integer(),
    credits_per_day: integer(),
    /** Types of watched profiles whose posts it reads, comma-separated. */
    profile_types: text(200),
    /** JSON: words by which posts are searched. */
    keywords: longText(),
    created_at: time(),
    updated_at: time(),
  },
  primaryKey: ['organization_id'],
  indexes: [],
});

export const agentRuns = table({
  name: 'agent_runs',
  columns: {
    organization_id: id(),
    id: id(),
    kind: word<RunKind>(),
    started_by: word<'schedule' | 'request'>(),
    status: word<RunStatus>(),
    /**
     * The kind while the run is queued or running, else null. Unique, so a workspace has one active run and one active preview.
     */
    active: optional(word<RunKind>()),
    job_id: optional(id()),
    /** The batch in which it stores data. */
    batch_id: optional(id()),
    /** The day in the agent's time zone whose budget it uses, `2026-11-22`. */
    day: text(10),
    /** Credits set aside while it runs. It considers no more people than that. */
    credits_held: integer(),
    /** Credits consumed, known when it has ended. */
    credits_consumed: integer(),
    posts_scanned: integer(),
    people_considered: integer(),
    people_qualified: integer(),
    /** How many people it decided about. */
    candidates: integer(),
    leads_created: integer(),
    stop_reason: optional(word<RunStop>()),
    failure_code: optional(text(40)),
    failure_message: optional(text(500)),
    created_at: time(),
    started_at: optional(time()),
    finished_at: optional(time()),
    updated_at: time(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'agent_runs_active', fields: ['organization_id', 'active'], unique: true },
    { name: 'agent_runs_created', fields: ['organization_id', 'kind', 'created_at', 'id'] },
    { name: 'agent_runs_day', fields: ['organization_id', 'day'] },
  ],
});

/** People considered by a run, and its decision about each. A record: later changes of the person do not change it. */
export const agentCandidates = table({
  name: 'agent_candidates',
  columns: {
    organization_id: id(),
    id: id(),
    run_id: id(),
    /** Null in a preview, which stores no people. */
    person_id: optional(id()),
    /** Identities of the person in the network. Candidates of a preview are found by them. */
    member_id: optional(text(200)),
    slug: optional(text(200)),
    /** 1: costs a credit. A person who was already a lead costs none. */
    paid: flag(),
    /** The position in the list: accepted people first, then by fit. Null: not decided yet, and not listed. */
    position: optional(integer()),
    decision: optional(word<Decision>()),
    /** JSON: reasons in words. */
    reasons: optional(longText()),
    display_name: text(200),
    headline: optional(text(500)),
    title: optional(text(200)),
    seniority: optional(word()),
    job_function: optional(word()),
    company_name: optional(text(200)),
    company_size: optional(word()),
    industry: optional(text(160)),
    country: optional(text(2)),
    region: optional(text(160)),
    profile_url: optional(text(500)),
    icp_match_percent: integer(),
    intent_score: integer(),
    lead_tier: word<LeadTier>(),
    /** The post under which the person was first found. */
    post_urn: optional(text(200)),
    lead_id: optional(id()),
    created_at: time(),
    /** As of a person (`people`). */
    read_confidence: optional(integer()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'agent_candidates_once', fields: ['organization_id', 'run_id', 'person_id'], unique: true },
    { name: 'agent_candidates_listed', fields: ['organization_id', 'run_id', 'position', 'id'] },
    { name: 'agent_candidates_person', fields: ['organization_id', 'person_id'] },
  ],
});

/**
 * People found only by the agent whom it has not accepted. They are not leads, although their engagement is stored. The row is
 * deleted when a run accepts them, or when engagement of theirs arrives another way.
 */
const agentPendingPeople = table({
  name: 'agent_held_people',
  columns: { organization_id: id(), person_id: id() },
  primaryKey: ['organization_id', 'person_id'],
  indexes: [],
});

/** How a post looked at the source when it was collected completely. The same mark again means nothing is new. */
export const collectedPosts = table({
  name: 'collected_posts',
  columns: {
    organization_id: id(),
    purpose: word<'sync' | 'agent'>(),
    post_urn: text(200),
    mark: text(64),
    collected_at: time(),
  },
  primaryKey: ['organization_id', 'purpose', 'post_urn'],
  indexes: [],
});

/** The last sync of each watched profile. */
export const watchlistSyncs = table({
  name: 'watchlist_syncs',
  columns: {
    organization_id: id(),
    profile_id: id(),
    status: word<'RUNNING' | 'COMPLETED' | 'FAILED'>(),
    batch_id: optional(id()),
    posts: integer(),
    engagements: integer(),
    people: integer(),
    stop_reason: optional(word<'people' | 'posts' | 'day'>()),
    failure: optional(text(500)),
    started_at: time(),
    finished_at: optional(time()),
    /** When the last complete sync began. A failed sync does not change it. Null: synced before this was recorded. */
    read_until: optional(time()),
  },
  primaryKey: ['organization_id', 'profile_id'],
  indexes: [],
});

/** How many people's engagement the syncs of a day (UTC, days since 1970) added. This bounds a workspace's costs. */
export const watchlistSyncDays = table({
  name: 'watchlist_sync_days',
  columns: { organization_id: id(), day: integer(), people: integer() },
  primaryKey: ['organization_id', 'day'],
  indexes: [],
});

/**
 * People counted by syncs: each once for a sync (`counted_for` is the profile) and once for a day of the workspace
 * (`counted_for` is `day 20779`), so that limits count people.
 */
const watchlistSyncPeople = table({
  name: 'watchlist_sync_people',
  columns: { organization_id: id(), counted_for: id(), person_id: id(), day: integer() },
  primaryKey: ['organization_id', 'counted_for', 'person_id'],
  indexes: [
    { name: 'watchlist_sync_people_person', fields: ['organization_id', 'person_id'] },
    { name: 'watchlist_sync_people_day', fields: ['organization_id', 'day'] },
  ],
});

export type AgentRow = RowOf<typeof agents>;
export type AgentRunRow = RowOf<typeof agentRuns>;
export type CandidateRow = RowOf<typeof agentCandidates>;
export type WatchlistSyncRow = RowOf<typeof watchlistSyncs>;
export const agentTables = [
  agents,
  agentRuns,
  agentCandidates,
  agentPendingPeople,
  collectedPosts,
  watchlistSyncs,
  watchlistSyncDays,
  watchlistSyncPeople,
];
