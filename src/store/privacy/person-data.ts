/**
 * The one list of where the database holds data about a person, table by table, and how erasing reaches it. A test fails for a
 * table that is missing here, so every new table needs a decision.
 */

/** How erasing reaches a person's data in a table. A table may need several ways. */
export type Reach =
  /** The table holds no people. */
  | { readonly kind: 'nobody' }
  /** Rows whose column holds the person's id are deleted. */
  | { readonly kind: 'rows'; readonly column: string }
  /** Rows concluded about a person are deleted together with their lead (lead-writer.ts). */
  | { readonly kind: 'with the lead' }
  /** Handled by steps of their own in erase-rows.ts. */
  | { readonly kind: 'own steps' }
  /** Texts that may name the person are searched. The name is removed, or the row is deleted if the name is part of its key. */
  | {
      readonly kind: 'texts';
      readonly columns: readonly string[];
      readonly found: 'cleaned' | 'removed';
      /** Which of the columns are encrypted (sealing.ts). Only rows that are deleted may have any. */
      readonly sealed?: readonly string[];
    }
  /** Figures without names, which are counted again. */
  | { readonly kind: 'recounted' };

const nobody: readonly Reach[] = [{ kind: 'nobody' }];
const withTheLead: readonly Reach[] = [{ kind: 'with the lead' }];
const ownSteps: Reach = { kind: 'own steps' };
const recounted: readonly Reach[] = [{ kind: 'recounted' }];
const rows = (column: string): Reach => ({ kind: 'rows', column });
const texts = (...columns: string[]): Reach => ({ kind: 'texts', columns, found: 'cleaned' });

/** With the reason, or what is done, beside each that needs one. Members sign in here; they are not people of the data. */
export const personData: Readonly<Record<string, readonly Reach[]>> = {
  people: [rows('id'), texts('headline', 'title', 'stated_title')],
  person_identities: [rows('person_id')],
  profile_snapshots: [rows('person_id'), texts('headline', 'title')],
  engagements: [rows('person_id'), texts('comment_excerpt')],
  posts: [
    ownSteps, // the author, the text and the excerpt of what they wrote
    texts('content_text', 'excerpt', 'author_name'),
  ],
  post_urns: nobody, // numbers of posts
  leads: withTheLead,
  lead_evidence: withTheLead,
  lead_terms: withTheLead,
  term_suffixes: [ownSteps], // words that no lead holds any more
  accounts: [ownSteps], // a company called by their name, where nobody else works
  account_aliases: [ownSteps], // with the company
  account_summaries: recounted, // by the mark of the account
  monitored_profiles: [
    ownSteps, // their entry of the watchlist
    texts('label', 'label_key', 'headline'),
  ],
  icp_definitions: [texts('definition')],
  scoring_queue: [rows('person_id')],
  stale_summaries: nobody, // ids of accounts and watched profiles
  discoveries: [texts('state', 'failure_message')],
  discovery_keys: [{ kind: 'texts', columns: ['idempotency_key'], found: 'removed' }],
  discovery_people: [rows('person_id')],
  audience_snapshots: recounted, // by the snapshot of the next day
  post_audiences: recounted, // by the mark of the post
  audience_marks: nobody, // ids of posts
  jobs: [texts('input', 'state', 'progress', 'error')],
  job_schedules: [texts('input')],
  credit_ledger: [texts('reference')],
  credit_balances: nobody, // sums
  oauth_audit: [texts('detail', 'object_id')],
  organizations: nobody, // name of the workspace
  users: nobody, // members
  memberships: nobody, // members
  one_time_links: nobody, // members
  sessions: nobody, // members
  known_places: nobody, // keyed hashes
  api_keys: nobody, // names that the workspace gave its keys
  provisioning_keys: nobody, // names that the workspace gave its keys
  service_state: nobody, // secrets and marks of the service
  oauth_clients: nobody, // applications
  oauth_document_faults: nobody, // applications
  oauth_assertions: nobody, // hashes of used proofs of applications
  oauth_requests: nobody, // members
  oauth_codes: nobody, // members
  oauth_grants: nobody, // members
  oauth_keys: nobody, // keys of the service
  connect_attempts: nobody, // applications; kept seven days
  app_permits: nobody, // applications
  access_requests: nobody, // members
  privacy_marks: nobody, // HMACs under a key that is not in the database
  workspace_privacy: nobody, // the limit of a workspace
  agents: [texts('keywords')],
  agent_runs: [texts('failure_message')],
  agent_candidates: [
    rows('person_id'),
    // Candidates of a preview have no person id, so they are found by identity.
    { kind: 'texts', columns: ['member_id', 'slug', 'profile_url', 'display_name', 'headline'], found: 'removed' },
  ],
  agent_held_people: [rows('person_id')],
  collected_posts: nobody, // numbers of posts
  watchlist_syncs: [texts('failure')],
  watchlist_sync_days: nobody, // sums
  watchlist_sync_people: [rows('person_id')],
  batches: [texts('name', 'reference', 'settings')],
  batch_records: [ownSteps], // the records that name them, in every chunk
  undo_affected: nobody, // random ids of decisions, whose rows go with the person
  lead_outreach: [rows('person_id'), texts('note')],
  idempotency_keys: [{ kind: 'texts', columns: ['idempotency_key', 'answer'], found: 'removed', sealed: ['answer'] }],
  // The id of a company called by their name is encrypted; others name nobody; kept 90 days.
  change_tombstones: [ownSteps],
  tier_changes: [rows('lead_id')],
  webhooks: nobody, // addresses of the workspace's own systems
  webhook_messages: nobody, // random ids of leads, so that receivers can be told what to remove; kept 30 days
  caller_usage: nobody, // sums
  access_log: [rows('lead_id')],
  digests: nobody, // members
  digest_days: nobody, // days
  saved_views: [texts('name', 'filters')],
  rejects_files: [ownSteps], // the lines of the files that it names
  file_places: nobody, // machines and their folders
  file_erasures: [ownSteps], // names that are erased, encrypted, until each machine has done so
  opinions: [ownSteps], // digests of their comments that were read again by a person
  opinion_passes: nobody, // numbers of revisions
  opinion_comparisons: nobody, // sums
  opinion_days: nobody, // sums
  uploads: [ownSteps], // the file of each
};
