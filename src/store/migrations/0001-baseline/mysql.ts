/** The first schema on MySQL-family servers. Frozen. */
import { addIndex, addUniqueIndex, createTable, type Step } from '../../../database/migrations/migration';

export const up: readonly Step[] = [
  createTable(
    'organizations',
    `
    id VARCHAR(36) NOT NULL, name VARCHAR(200) NOT NULL, revision BIGINT NOT NULL, created_at BIGINT NOT NULL
    `,
    'id',
  ),
  createTable(
    'users',
    `
    id VARCHAR(36) NOT NULL, email VARCHAR(254) NOT NULL, display_name VARCHAR(200) NOT NULL,
    password_hash VARCHAR(255), created_at BIGINT NOT NULL
    `,
    'id',
  ),
  addUniqueIndex('users', 'users_email', 'email'),
  createTable(
    'memberships',
    `
    organization_id VARCHAR(36) NOT NULL, user_id VARCHAR(36) NOT NULL, role VARCHAR(24) NOT NULL,
    active TINYINT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL
    `,
    'organization_id, user_id',
  ),
  addIndex('memberships', 'memberships_user', 'user_id'),
  createTable(
    'api_keys',
    `
    organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, name VARCHAR(200) NOT NULL,
    prefix VARCHAR(24) NOT NULL, secret_hash VARCHAR(64) NOT NULL, data_access VARCHAR(400) NOT NULL,
    created_at BIGINT NOT NULL, expires_at BIGINT, revoked_at BIGINT, last_used_at BIGINT
    `,
    'organization_id, id',
  ),
  addUniqueIndex('api_keys', 'api_keys_secret', 'secret_hash'),
  createTable(
    'service_state',
    `
    name VARCHAR(100) NOT NULL, value MEDIUMTEXT NOT NULL, updated_at BIGINT NOT NULL
    `,
    'name',
  ),
  createTable(
    'people',
    `
    organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, display_name VARCHAR(200) NOT NULL,
    headline VARCHAR(500), title VARCHAR(200), seniority VARCHAR(24), job_function VARCHAR(24),
    company_name VARCHAR(200), account_id VARCHAR(120), company_size VARCHAR(24), industry VARCHAR(160),
    country VARCHAR(2), region VARCHAR(160), profile_url VARCHAR(500), email VARCHAR(254), email_status VARCHAR(24),
    email_source VARCHAR(60), followers INTEGER, is_company TINYINT NOT NULL, stated_title VARCHAR(200),
    stated_company VARCHAR(200), stated_seniority VARCHAR(24), stated_function VARCHAR(24),
    disposition VARCHAR(24) NOT NULL, owner_id VARCHAR(36), observed_at BIGINT NOT NULL, enriched_at BIGINT,
    created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL
    `,
    'organization_id, id',
  ),
  addIndex('people', 'people_account', 'organization_id, account_id'),
  createTable(
    'person_identities',
    `
    organization_id VARCHAR(36) NOT NULL, kind VARCHAR(24) NOT NULL, value VARCHAR(200) NOT NULL,
    person_id VARCHAR(36) NOT NULL
    `,
    'organization_id, kind, value',
  ),
  addIndex('person_identities', 'person_identities_person', 'organization_id, person_id'),
  createTable(
    'profile_snapshots',
    `
    organization_id VARCHAR(36) NOT NULL, person_id VARCHAR(36) NOT NULL, observed_at BIGINT NOT NULL,
    id VARCHAR(36) NOT NULL, headline VARCHAR(500), title VARCHAR(200), company_name VARCHAR(200), country VARCHAR(2),
    region VARCHAR(160)
    `,
    'organization_id, person_id, observed_at, id',
  ),
  createTable(
    'posts',
    `
    organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, urn VARCHAR(200) NOT NULL, url VARCHAR(500),
    content_text MEDIUMTEXT, excerpt VARCHAR(280), author_name VARCHAR(200), author_profile_url VARCHAR(500),
    author_person_id VARCHAR(36), monitored_profile_id VARCHAR(36), published_at BIGINT, collected_at BIGINT NOT NULL,
    reported_likes INTEGER, reported_comments INTEGER, reported_reposts INTEGER
    `,
    'organization_id, id',
  ),
  addIndex('posts', 'posts_author', 'organization_id, author_person_id'),
  addIndex('posts', 'posts_profile', 'organization_id, monitored_profile_id'),
  createTable(
    'post_urns',
    `
    organization_id VARCHAR(36) NOT NULL, urn VARCHAR(200) NOT NULL, post_id VARCHAR(36) NOT NULL
    `,
    'organization_id, urn',
  ),
  addIndex('post_urns', 'post_urns_post', 'organization_id, post_id'),
  createTable(
    'engagements',
    `
    organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, post_id VARCHAR(36) NOT NULL,
    person_id VARCHAR(36) NOT NULL, monitored_profile_id VARCHAR(36), type VARCHAR(24) NOT NULL, reaction VARCHAR(24),
    origin VARCHAR(24) NOT NULL, occurred_at BIGINT NOT NULL, observed_at BIGINT NOT NULL,
    comment_excerpt VARCHAR(280), intent_hint TINYINT NOT NULL, by_author TINYINT NOT NULL,
    discriminator VARCHAR(64) NOT NULL
    `,
    'organization_id, id',
  ),
  addUniqueIndex('engagements', 'engagements_identity', 'organization_id, post_id, person_id, type, discriminator'),
  addIndex('engagements', 'engagements_time', 'organization_id, occurred_at DESC, id'),
  addIndex('engagements', 'engagements_person', 'organization_id, person_id, occurred_at DESC, id'),
  addIndex('engagements', 'engagements_profile', 'organization_id, monitored_profile_id, occurred_at DESC, id'),
  createTable(
    'leads',
    `
    organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, account_id VARCHAR(120), owner_id VARCHAR(36),
    disposition VARCHAR(24) NOT NULL, origin VARCHAR(24) NOT NULL, icp_match_percent INTEGER NOT NULL,
    intent_score INTEGER NOT NULL, lead_tier VARCHAR(24) NOT NULL, disqualified TINYINT NOT NULL,
    signal_count INTEGER NOT NULL, first_signal_at BIGINT NOT NULL, last_signal_at BIGINT NOT NULL,
    scored_at BIGINT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
    signal_revision BIGINT NOT NULL, score_revision BIGINT NOT NULL, company_key VARCHAR(200),
    search_text VARCHAR(920) NOT NULL
    `,
    'organization_id, id',
  ),
  addIndex('leads', 'leads_recent', 'organization_id, disposition, last_signal_at DESC, id'),
  addIndex('leads', 'leads_any_recent', 'organization_id, last_signal_at DESC, id'),
  addIndex('leads', 'leads_company', 'organization_id, company_key, disposition, last_signal_at DESC, id'),
  addIndex('leads', 'leads_account', 'organization_id, account_id, disposition'),
  addIndex('leads', 'leads_owner', 'organization_id, owner_id, disposition, last_signal_at DESC, id'),
  addIndex('leads', 'leads_tier', 'organization_id, lead_tier, disposition, last_signal_at DESC, id'),
  createTable(
    'lead_evidence',
    `
    organization_id VARCHAR(36) NOT NULL, lead_id VARCHAR(36) NOT NULL, icp MEDIUMTEXT NOT NULL,
    intent MEDIUMTEXT NOT NULL
    `,
    'organization_id, lead_id',
  ),
  createTable(
    'lead_terms',
    `
    organization_id VARCHAR(36) NOT NULL, term VARCHAR(40) NOT NULL, lead_id VARCHAR(36) NOT NULL
    `,
    'organization_id, term, lead_id',
  ),
  createTable(
    'term_suffixes',
    `
    organization_id VARCHAR(36) NOT NULL, suffix VARCHAR(40) NOT NULL, term VARCHAR(40) NOT NULL
    `,
    'organization_id, suffix, term',
  ),
  createTable(
    'accounts',
    `
    organization_id VARCHAR(36) NOT NULL, id VARCHAR(120) NOT NULL, name VARCHAR(200) NOT NULL, domain VARCHAR(253),
    industry VARCHAR(160), company_size VARCHAR(24), created_at BIGINT NOT NULL
    `,
    'organization_id, id',
  ),
  createTable(
    'account_aliases',
    `
    organization_id VARCHAR(36) NOT NULL, kind VARCHAR(24) NOT NULL, value VARCHAR(253) NOT NULL,
    account_id VARCHAR(120) NOT NULL
    `,
    'organization_id, kind, value',
  ),
  addIndex('account_aliases', 'account_aliases_account', 'organization_id, account_id'),
  createTable(
    'account_summaries',
    `
    organization_id VARCHAR(36) NOT NULL, account_id VARCHAR(120) NOT NULL, name VARCHAR(200) NOT NULL,
    name_sort VARCHAR(100) NOT NULL, domain VARCHAR(253), industry VARCHAR(160), industry_key VARCHAR(160),
    company_size VARCHAR(24), lead_count INTEGER NOT NULL, average_icp_tenths INTEGER NOT NULL,
    average_intent_tenths INTEGER NOT NULL, unqualified_count INTEGER NOT NULL, nurture_count INTEGER NOT NULL,
    qualified_count INTEGER NOT NULL, priority_count INTEGER NOT NULL, signal_count INTEGER NOT NULL,
    first_signal_at BIGINT NOT NULL, latest_signal_at BIGINT NOT NULL, search_text VARCHAR(460) NOT NULL,
    signal_revision BIGINT NOT NULL, count_revision BIGINT NOT NULL, icp_revision BIGINT NOT NULL
    `,
    'organization_id, account_id',
  ),
  addIndex('account_summaries', 'account_summaries_latest', 'organization_id, latest_signal_at, account_id'),
  addIndex('account_summaries', 'account_summaries_leads', 'organization_id, lead_count, account_id'),
  addIndex('account_summaries', 'account_summaries_icp', 'organization_id, average_icp_tenths, account_id'),
  addIndex('account_summaries', 'account_summaries_name', 'organization_id, name_sort, account_id'),
  createTable(
    'monitored_profiles',
    `
    organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, person_id VARCHAR(36),
    display_name VARCHAR(200) NOT NULL, headline VARCHAR(500), profile_url VARCHAR(500) NOT NULL,
    profile_type VARCHAR(24) NOT NULL, source VARCHAR(24) NOT NULL, relationship VARCHAR(24) NOT NULL,
    status VARCHAR(24) NOT NULL, label VARCHAR(80), label_key VARCHAR(80), followers INTEGER,
    last_engagement_sync_at BIGINT, lead_count INTEGER NOT NULL, created_at BIGINT NOT NULL,
    name_sort VARCHAR(100) NOT NULL, search_text VARCHAR(710) NOT NULL, name_revision BIGINT NOT NULL,
    followers_revision BIGINT NOT NULL, sync_revision BIGINT NOT NULL
    `,
    'organization_id, id',
  ),
  addUniqueIndex('monitored_profiles', 'monitored_profiles_person', 'organization_id, person_id'),
  addIndex('monitored_profiles', 'monitored_profiles_created', 'organization_id, created_at, id'),
  addIndex('monitored_profiles', 'monitored_profiles_followers', 'organization_id, followers, id'),
  addIndex('monitored_profiles', 'monitored_profiles_synced', 'organization_id, last_engagement_sync_at, id'),
  addIndex('monitored_profiles', 'monitored_profiles_name', 'organization_id, name_sort, id'),
  createTable(
    'icp_definitions',
    `
    organization_id VARCHAR(36) NOT NULL, version INTEGER NOT NULL, definition MEDIUMTEXT NOT NULL,
    created_at BIGINT NOT NULL
    `,
    'organization_id, version',
  ),
  createTable(
    'scoring_queue',
    `
    organization_id VARCHAR(36) NOT NULL, person_id VARCHAR(36) NOT NULL
    `,
    'organization_id, person_id',
  ),
  createTable(
    'stale_summaries',
    `
    organization_id VARCHAR(36) NOT NULL, kind VARCHAR(24) NOT NULL, target_id VARCHAR(120) NOT NULL
    `,
    'organization_id, kind, target_id',
  ),
  createTable(
    'credit_ledger',
    `
    organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, kind VARCHAR(24) NOT NULL, amount INTEGER NOT NULL,
    reference VARCHAR(120), created_at BIGINT NOT NULL
    `,
    'organization_id, id',
  ),
  addIndex('credit_ledger', 'credit_ledger_time', 'organization_id, created_at, id'),
];
