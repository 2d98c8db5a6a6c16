/** The lead-finding agent of a workspace, its runs and whom they considered, and what the watchlist sync remembers. */
import { flag, id, integer, longText, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { LeadTier } from '../../shared/values';

export type RunStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** `PREVIEW`: over a few posts, for nothing, before the workspace spends anything; no lead comes of it. */
export type RunKind = 'AGENT' | 'PREVIEW';

/** Why a run ended before everything was looked at. */
export const runStops = ['run_budget', 'day_budget', 'credits_exhausted', 'limit', 'paused', 'cancelled'] as const;
export type RunStop = (typeof runStops)[number];

export type Decision = 'ACCEPTED' | 'REJECTED' | 'DUPLICATE';

/** How the agent of a workspace is set up; its next time stands in `job_schedules`. */
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
    /** JSON: words to look for posts by. */
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
    /** The kind while it is queued or runs, else null: unique, so a workspace has one active run and one active preview. */
    active: optional(word<RunKind>()),
    job_id: optional(id()),
    /** Under which batch it stores. */
    batch_id: optional(id()),
    /** The day in the agent's time zone whose budget it uses, `2026-11-22`. */
    day: text(10),
    /** Set aside while it runs: it considers no more people than that. */
    credits_held: integer(),
    /** What it paid, known when it has ended. */
    credits_consumed: integer(),
    posts_scanned: integer(),
    people_considered: integer(),
    people_qualified: integer(),
    /** People it decided about. */
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

/** Whom a run considered, and what it decided about them then: a record, which later changes of the person leave alone. */
export const agentCandidates = table({
  name: 'agent_candidates',
  columns: {
    organization_id: id(),
    id: id(),
    run_id: id(),
    /** Null in a preview, which keeps nobody. */
    person_id: optional(id()),
    /** By what the network knows them; for finding the candidates of a preview again. */
    member_id: optional(text(200)),
    slug: optional(text(200)),
    /** 1: costs a credit. Who was a lead already costs none. */
    paid: flag(),
    /** The order of the list: accepted first, then the best fit. Null: not decided yet, which no list shows. */
    position: optional(integer()),
    decision: optional(word<Decision>()),
    /** JSON: in words. */
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
    /** Under which they were found first. */
    post_urn: optional(text(200)),
    lead_id: optional(id()),
    created_at: time(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'agent_candidates_once', fields: ['organization_id', 'run_id', 'person_id'], unique: true },
    { name: 'agent_candidates_listed', fields: ['organization_id', 'run_id', 'position', 'id'] },
    { name: 'agent_candidates_person', fields: ['organization_id', 'person_id'] },
  ],
});

/**
 * People of whom only the agent knows, and whom it has not accepted: no leads, although their engagement is kept. The row goes
 * when a run accepts them, or when engagement of theirs comes in by another way.
 */
const agentPendingPeople = table({
  name: 'agent_held_people',
  columns: { organization_id: id(), person_id: id() },
  primaryKey: ['organization_id', 'person_id'],
  indexes: [],
});

/** How a post stood at the source when it was collected to its end: the same mark again means that nothing is new. */
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
    /** When the last sync began that read all there was: a failed one moves it no further. Null: synced before this was kept. */
    read_until: optional(time()),
  },
  primaryKey: ['organization_id', 'profile_id'],
  indexes: [],
});

/** People whose engagement syncs brought in on a day (UTC, counted from 1970): what bounds a workspace's spend. */
export const watchlistSyncDays = table({
  name: 'watchlist_sync_days',
  columns: { organization_id: id(), day: integer(), people: integer() },
  primaryKey: ['organization_id', 'day'],
  indexes: [],
});

/**
 * Whom syncs counted: each person once for a sync (`counted_for` is the profile) and once for a day of the workspace
 * (`counted_for` is `day 20779`), so that limits are limits of people.
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
