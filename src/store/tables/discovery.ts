/** Discoveries of a post's audience, and the aggregates that the audience endpoints read. */
import { id, integer, longText, optional, table, text, time, word, type RowOf } from '../../database/define';

/** Why a discovery failed. `internal_error`: its job ended early. */
export const discoveryFailures = [
  'post_not_found',
  'source_refused',
  'source_failed',
  'source_unavailable',
  'internal_error',
] as const;

export const discoveryStatuses = [
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'INSUFFICIENT_CREDITS',
] as const;
export type DiscoveryStatus = (typeof discoveryStatuses)[number];
/** Why a discovery ended early. */
export type StopReason = 'credits_exhausted' | 'limit' | 'cancelled';

export const discoveries = table({
  name: 'discoveries',
  columns: {
    organization_id: id(),
    id: id(),
    post_id: id(),
    /** The URN in the request, in canonical form. */
    post_urn: text(200),
    status: word<DiscoveryStatus>(),
    /** The post while the discovery is queued or running, else null. Unique, so a post has at most one active discovery. */
    active_post: optional(id()),
    source: word<'files' | 'apify' | 'unipile'>(),
    job_id: optional(id()),
    /** Credits of one hold, fixed when the discovery is queued. */
    hold_size: integer(),
    /** Holds taken so far. The number is part of the next hold's operation in the ledger. */
    holds: integer(),
    /** Rounds: 1, plus one for each retry. */
    round: integer(),
    credits_held: integer(),
    credits_consumed: integer(),
    /** Where collecting continues: JSON of the source. */
    state: optional(longText()),
    /** Increased with every stored page. A worker that was overtaken finds another number and stores nothing. */
    state_version: integer(),
    people_found: integer(),
    people_qualified: integer(),
    percent: integer(),
    stop_reason: optional(word<StopReason>()),
    failure_code: optional(text(40)),
    failure_message: optional(text(500)),
    created_at: time(),
    started_at: optional(time()),
    finished_at: optional(time()),
    updated_at: time(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'discoveries_active', fields: ['organization_id', 'active_post'], unique: true },
    { name: 'discoveries_post', fields: ['organization_id', 'post_id', 'created_at'] },
    { name: 'discoveries_created', fields: ['organization_id', 'created_at', 'id'] },
  ],
});

/** The discovery of each idempotency key. Several keys may have the same one. */
export const discoveryKeys = table({
  name: 'discovery_keys',
  columns: { organization_id: id(), idempotency_key: text(255), discovery_id: id(), created_at: time() },
  primaryKey: ['organization_id', 'idempotency_key'],
  indexes: [{ name: 'discovery_keys_discovery', fields: ['organization_id', 'discovery_id'] }],
});

/** People counted by a running discovery. Removed when it ends. */
const discoveryPeople = table({
  name: 'discovery_people',
  columns: { organization_id: id(), discovery_id: id(), person_id: id() },
  primaryKey: ['organization_id', 'discovery_id', 'person_id'],
  indexes: [{ name: 'discovery_people_person', fields: ['organization_id', 'person_id'] }],
});

/** The workspace's audience by one breakdown. One row holds all windows of a day's snapshot. */
export const audienceSnapshots = table({
  name: 'audience_snapshots',
  columns: {
    organization_id: id(),
    breakdown: word<'title' | 'companySize' | 'location' | 'industry'>(),
    computed_at: time(),
    /** People in the longest window. */
    people: integer(),
    /** JSON: exact numbers of people and engagements by bucket for each window. Never published unchanged. */
    content: longText(),
  },
  primaryKey: ['organization_id', 'breakdown'],
  indexes: [],
});

/** A post's audience in exact numbers. Never published unchanged. */
export const postAudiences = table({
  name: 'post_audiences',
  columns: {
    organization_id: id(),
    post_id: id(),
    computed_at: time(),
    people: integer(),
    likes: integer(),
    comments: integer(),
    reposts: integer(),
    /** JSON: counts by bucket for each breakdown. */
    content: longText(),
  },
  primaryKey: ['organization_id', 'post_id'],
  indexes: [],
});

/** Posts whose audience must be counted again, and when the result may be published. */
const audienceMarks = table({
  name: 'audience_marks',
  columns: { organization_id: id(), post_id: id(), due_at: time() },
  primaryKey: ['organization_id', 'post_id'],
  indexes: [],
});

export type DiscoveryRow = RowOf<typeof discoveries>;
export type AudienceSnapshotRow = RowOf<typeof audienceSnapshots>;
export type PostAudienceRow = RowOf<typeof postAudiences>;
export const discoveryTables = [
  discoveries,
  discoveryKeys,
  discoveryPeople,
  audienceSnapshots,
  postAudiences,
  audienceMarks,
];
