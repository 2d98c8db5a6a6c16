/** The agent with its runs and candidates, and what the watchlist sync remembers. Frozen. */
import { addIndex, addUniqueIndex, createTable, dropTable, type Migration } from '../../database/migrations/migration';

const steps = (text: 'TEXT' | 'MEDIUMTEXT') => ({
  up: [
    createTable(
      'agents',
      `
      organization_id VARCHAR(36) NOT NULL, status VARCHAR(24) NOT NULL, pattern VARCHAR(120) NOT NULL,
      time_zone VARCHAR(64) NOT NULL, credits_per_run INTEGER NOT NULL, credits_per_day INTEGER NOT NULL,
      profile_types VARCHAR(200) NOT NULL, keywords ${text} NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL
      `,
      'organization_id',
    ),
    createTable(
      'agent_runs',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, kind VARCHAR(24) NOT NULL,
      started_by VARCHAR(24) NOT NULL, status VARCHAR(24) NOT NULL, active VARCHAR(24), job_id VARCHAR(36),
      batch_id VARCHAR(36), day VARCHAR(10) NOT NULL, credits_held INTEGER NOT NULL, credits_consumed INTEGER NOT NULL,
      posts_scanned INTEGER NOT NULL, people_considered INTEGER NOT NULL, people_qualified INTEGER NOT NULL,
      candidates INTEGER NOT NULL, leads_created INTEGER NOT NULL, stop_reason VARCHAR(24), failure_code VARCHAR(40),
      failure_message VARCHAR(500), created_at BIGINT NOT NULL, started_at BIGINT, finished_at BIGINT,
      updated_at BIGINT NOT NULL
      `,
      'organization_id, id',
    ),
    addUniqueIndex('agent_runs', 'agent_runs_active', 'organization_id, active'),
    addIndex('agent_runs', 'agent_runs_created', 'organization_id, kind, created_at, id'),
    addIndex('agent_runs', 'agent_runs_day', 'organization_id, day'),
    createTable(
      'agent_candidates',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, run_id VARCHAR(36) NOT NULL,
      person_id VARCHAR(36), member_id VARCHAR(200), slug VARCHAR(200), paid TINYINT NOT NULL, position INTEGER,
      decision VARCHAR(24), reasons ${text}, display_name VARCHAR(200) NOT NULL, headline VARCHAR(500),
      title VARCHAR(200), seniority VARCHAR(24), job_function VARCHAR(24), company_name VARCHAR(200),
      company_size VARCHAR(24), industry VARCHAR(160), country VARCHAR(2), region VARCHAR(160), profile_url VARCHAR(500),
      icp_match_percent INTEGER NOT NULL, intent_score INTEGER NOT NULL, lead_tier VARCHAR(24) NOT NULL,
      post_urn VARCHAR(200), lead_id VARCHAR(36), created_at BIGINT NOT NULL
      `,
      'organization_id, id',
    ),
    addUniqueIndex('agent_candidates', 'agent_candidates_once', 'organization_id, run_id, person_id'),
    addIndex('agent_candidates', 'agent_candidates_listed', 'organization_id, run_id, position, id'),
    addIndex('agent_candidates', 'agent_candidates_person', 'organization_id, person_id'),
    createTable(
      'agent_held_people',
      `organization_id VARCHAR(36) NOT NULL, person_id VARCHAR(36) NOT NULL`,
      'organization_id, person_id',
    ),
    createTable(
      'collected_posts',
      `
      organization_id VARCHAR(36) NOT NULL, purpose VARCHAR(24) NOT NULL, post_urn VARCHAR(200) NOT NULL,
      mark VARCHAR(64) NOT NULL, collected_at BIGINT NOT NULL
      `,
      'organization_id, purpose, post_urn',
    ),
    createTable(
      'watchlist_syncs',
      `
      organization_id VARCHAR(36) NOT NULL, profile_id VARCHAR(36) NOT NULL, status VARCHAR(24) NOT NULL,
      batch_id VARCHAR(36), posts INTEGER NOT NULL, engagements INTEGER NOT NULL, people INTEGER NOT NULL,
      stop_reason VARCHAR(24), failure VARCHAR(500), started_at BIGINT NOT NULL, finished_at BIGINT
      `,
      'organization_id, profile_id',
    ),
    createTable(
      'watchlist_sync_days',
      `organization_id VARCHAR(36) NOT NULL, day INTEGER NOT NULL, people INTEGER NOT NULL`,
      'organization_id, day',
    ),
  ],
  down: [
    dropTable('watchlist_sync_days'),
    dropTable('watchlist_syncs'),
    dropTable('collected_posts'),
    dropTable('agent_held_people'),
    dropTable('agent_candidates'),
    dropTable('agent_runs'),
    dropTable('agents'),
  ],
});

export const agent: Migration = { name: '0015-agent', sqlite: steps('TEXT'), mysql: steps('MEDIUMTEXT') };
