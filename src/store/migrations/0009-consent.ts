/** Apps permitted for a workspace's members, requests for that, and what a consent page may know. Frozen. */
import {
  addColumn,
  addIndex,
  addUniqueIndex,
  createTable,
  dropColumn,
  dropIndex,
  dropTable,
  type Migration,
} from '../../database/migrations/migration';

const steps = {
  up: [
    createTable(
      'app_permits',
      `
      organization_id VARCHAR(36) NOT NULL, app VARCHAR(512) NOT NULL, scopes VARCHAR(255) NOT NULL,
      permitted_by VARCHAR(36), created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL
      `,
      'organization_id, app',
    ),
    createTable(
      'access_requests',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, user_id VARCHAR(36) NOT NULL,
      client_id VARCHAR(512) NOT NULL, client_name VARCHAR(100) NOT NULL, redirect_host VARCHAR(255) NOT NULL,
      scopes VARCHAR(255) NOT NULL, created_at BIGINT NOT NULL, answer VARCHAR(24), answered_by VARCHAR(36),
      answered_at BIGINT
      `,
      'organization_id, id',
    ),
    addUniqueIndex('access_requests', 'access_requests_who', 'organization_id, user_id, client_id'),
    addIndex('access_requests', 'access_requests_time', 'organization_id, created_at, id'),
    addColumn('oauth_requests', 'login_hint VARCHAR(255)'),
    addColumn('oauth_requests', 'ui_locales VARCHAR(255)'),
    addColumn('oauth_requests', 'prompt VARCHAR(64)'),
    addColumn('oauth_clients', 'logo_uri VARCHAR(255)'),
    addColumn('oauth_clients', 'tos_uri VARCHAR(255)'),
    addColumn('oauth_clients', 'policy_uri VARCHAR(255)'),
    addColumn('oauth_grants', 'assistant VARCHAR(64)'),
    addIndex('oauth_grants', 'oauth_grants_person', 'user_id, organization_id'),
    createTable(
      'provisioning_keys',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, name VARCHAR(200) NOT NULL, prefix VARCHAR(24) NOT NULL,
      secret_hash VARCHAR(64) NOT NULL, created_at BIGINT NOT NULL, revoked_at BIGINT, last_used_at BIGINT
      `,
      'organization_id, id',
    ),
    addUniqueIndex('provisioning_keys', 'provisioning_keys_secret', 'secret_hash'),
  ],
  down: [
    dropTable('provisioning_keys'),
    dropIndex('oauth_grants', 'oauth_grants_person'),
    dropColumn('oauth_grants', 'assistant'),
    dropColumn('oauth_clients', 'policy_uri'),
    dropColumn('oauth_clients', 'tos_uri'),
    dropColumn('oauth_clients', 'logo_uri'),
    dropColumn('oauth_requests', 'prompt'),
    dropColumn('oauth_requests', 'ui_locales'),
    dropColumn('oauth_requests', 'login_hint'),
    dropTable('access_requests'),
    dropTable('app_permits'),
  ],
};

export const consent: Migration = { name: '0009-consent', sqlite: steps, mysql: steps };
