/** The first schema: workspaces, people and what they did, leads and what is concluded from them. Frozen. */
import { up as mysql } from './0001-baseline/mysql';
import { up as sqlite } from './0001-baseline/sqlite';
import { dropTable, type Migration } from '../../database/migrations/migration';

const down = [
  dropTable('credit_ledger'),
  dropTable('stale_summaries'),
  dropTable('scoring_queue'),
  dropTable('icp_definitions'),
  dropTable('monitored_profiles'),
  dropTable('account_summaries'),
  dropTable('account_aliases'),
  dropTable('accounts'),
  dropTable('term_suffixes'),
  dropTable('lead_terms'),
  dropTable('lead_evidence'),
  dropTable('leads'),
  dropTable('engagements'),
  dropTable('post_urns'),
  dropTable('posts'),
  dropTable('profile_snapshots'),
  dropTable('person_identities'),
  dropTable('people'),
  dropTable('service_state'),
  dropTable('api_keys'),
  dropTable('memberships'),
  dropTable('users'),
  dropTable('organizations'),
];

export const baseline: Migration = {
  name: '0001-baseline',
  sqlite: { up: sqlite, down },
  mysql: { up: mysql, down },
};
