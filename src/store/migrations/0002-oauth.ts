/** The tables of the authorization server. Frozen. */
import {
  addIndex,
  addUniqueIndex,
  createTable,
  dropTable,
  type Migration,
  type Step,
} from '../../database/migrations/migration';

const sqlite: readonly Step[] = [
  createTable(
    'oauth_clients',
    `
    id VARCHAR(512) NOT NULL, kind VARCHAR(24) NOT NULL, name VARCHAR(100) NOT NULL, uri VARCHAR(2048),
    redirect_uris TEXT NOT NULL, grant_types VARCHAR(100) NOT NULL, scopes VARCHAR(255) NOT NULL,
    created_at BIGINT NOT NULL, last_used_at BIGINT NOT NULL, fresh_until BIGINT
    `,
    'id',
  ),
  addIndex('oauth_clients', 'oauth_clients_idle', 'last_used_at'),
  createTable(
    'oauth_requests',
    `
    token_hash VARCHAR(64) NOT NULL, client_id VARCHAR(512) NOT NULL, redirect_uri VARCHAR(2048) NOT NULL,
    scopes VARCHAR(255) NOT NULL, state VARCHAR(2048), code_challenge VARCHAR(43) NOT NULL,
    created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT
    `,
    'token_hash',
  ),
  addIndex('oauth_requests', 'oauth_requests_expiry', 'expires_at'),
  createTable(
    'oauth_codes',
    `
    code_hash VARCHAR(64) NOT NULL, grant_id VARCHAR(36) NOT NULL, client_id VARCHAR(512) NOT NULL,
    redirect_uri VARCHAR(2048) NOT NULL, code_challenge VARCHAR(43) NOT NULL, created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, used_at BIGINT
    `,
    'code_hash',
  ),
  addIndex('oauth_codes', 'oauth_codes_expiry', 'expires_at'),
  createTable(
    'oauth_grants',
    `
    id VARCHAR(36) NOT NULL, organization_id VARCHAR(36) NOT NULL, user_id VARCHAR(36) NOT NULL,
    client_id VARCHAR(512) NOT NULL, client_name VARCHAR(100) NOT NULL, scopes VARCHAR(255) NOT NULL,
    created_at BIGINT NOT NULL, activated_at BIGINT, expires_at BIGINT NOT NULL, idle_expires_at BIGINT NOT NULL,
    refresh_hash VARCHAR(64), previous_hash VARCHAR(64), successor VARCHAR(400), rotated_at BIGINT,
    generation INTEGER NOT NULL, last_used_at BIGINT, call_count BIGINT NOT NULL, revoked_at BIGINT,
    revoked_reason VARCHAR(24)
    `,
    'id',
  ),
  addIndex('oauth_grants', 'oauth_grants_workspace', 'organization_id, created_at'),
  addIndex('oauth_grants', 'oauth_grants_client', 'client_id'),
  addIndex('oauth_grants', 'oauth_grants_idle', 'idle_expires_at'),
  createTable(
    'oauth_keys',
    `
    id VARCHAR(36) NOT NULL, purpose VARCHAR(24) NOT NULL, generation INTEGER NOT NULL, material TEXT NOT NULL,
    created_at BIGINT NOT NULL, active_at BIGINT NOT NULL, retired_at BIGINT
    `,
    'id',
  ),
  addUniqueIndex('oauth_keys', 'oauth_keys_generation', 'purpose, generation'),
  createTable(
    'oauth_audit',
    `
    id VARCHAR(36) NOT NULL, at BIGINT NOT NULL, action VARCHAR(24) NOT NULL, organization_id VARCHAR(36),
    user_id VARCHAR(36), client_id VARCHAR(512), client_name VARCHAR(100), grant_id VARCHAR(36), detail VARCHAR(255)
    `,
    'id',
  ),
  addIndex('oauth_audit', 'oauth_audit_at', 'at'),
  addIndex('oauth_audit', 'oauth_audit_workspace', 'organization_id, at'),
];

const mysql: readonly Step[] = [
  createTable(
    'oauth_clients',
    `
    id VARCHAR(512) NOT NULL, kind VARCHAR(24) NOT NULL, name VARCHAR(100) NOT NULL, uri VARCHAR(2048),
    redirect_uris MEDIUMTEXT NOT NULL, grant_types VARCHAR(100) NOT NULL, scopes VARCHAR(255) NOT NULL,
    created_at BIGINT NOT NULL, last_used_at BIGINT NOT NULL, fresh_until BIGINT
    `,
    'id',
  ),
  addIndex('oauth_clients', 'oauth_clients_idle', 'last_used_at'),
  createTable(
    'oauth_requests',
    `
    token_hash VARCHAR(64) NOT NULL, client_id VARCHAR(512) NOT NULL, redirect_uri VARCHAR(2048) NOT NULL,
    scopes VARCHAR(255) NOT NULL, state VARCHAR(2048), code_challenge VARCHAR(43) NOT NULL,
    created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT
    `,
    'token_hash',
  ),
  addIndex('oauth_requests', 'oauth_requests_expiry', 'expires_at'),
  createTable(
    'oauth_codes',
    `
    code_hash VARCHAR(64) NOT NULL, grant_id VARCHAR(36) NOT NULL, client_id VARCHAR(512) NOT NULL,
    redirect_uri VARCHAR(2048) NOT NULL, code_challenge VARCHAR(43) NOT NULL, created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, used_at BIGINT
    `,
    'code_hash',
  ),
  addIndex('oauth_codes', 'oauth_codes_expiry', 'expires_at'),
  createTable(
    'oauth_grants',
    `
    id VARCHAR(36) NOT NULL, organization_id VARCHAR(36) NOT NULL, user_id VARCHAR(36) NOT NULL,
    client_id VARCHAR(512) NOT NULL, client_name VARCHAR(100) NOT NULL, scopes VARCHAR(255) NOT NULL,
    created_at BIGINT NOT NULL, activated_at BIGINT, expires_at BIGINT NOT NULL, idle_expires_at BIGINT NOT NULL,
    refresh_hash VARCHAR(64), previous_hash VARCHAR(64), successor VARCHAR(400), rotated_at BIGINT,
    generation INTEGER NOT NULL, last_used_at BIGINT, call_count BIGINT NOT NULL, revoked_at BIGINT,
    revoked_reason VARCHAR(24)
    `,
    'id',
  ),
  addIndex('oauth_grants', 'oauth_grants_workspace', 'organization_id, created_at'),
  addIndex('oauth_grants', 'oauth_grants_client', 'client_id'),
  addIndex('oauth_grants', 'oauth_grants_idle', 'idle_expires_at'),
  createTable(
    'oauth_keys',
    `
    id VARCHAR(36) NOT NULL, purpose VARCHAR(24) NOT NULL, generation INTEGER NOT NULL, material MEDIUMTEXT NOT NULL,
    created_at BIGINT NOT NULL, active_at BIGINT NOT NULL, retired_at BIGINT
    `,
    'id',
  ),
  addUniqueIndex('oauth_keys', 'oauth_keys_generation', 'purpose, generation'),
  createTable(
    'oauth_audit',
    `
    id VARCHAR(36) NOT NULL, at BIGINT NOT NULL, action VARCHAR(24) NOT NULL, organization_id VARCHAR(36),
    user_id VARCHAR(36), client_id VARCHAR(512), client_name VARCHAR(100), grant_id VARCHAR(36), detail VARCHAR(255)
    `,
    'id',
  ),
  addIndex('oauth_audit', 'oauth_audit_at', 'at'),
  addIndex('oauth_audit', 'oauth_audit_workspace', 'organization_id, at'),
];

const down = [
  dropTable('oauth_audit'),
  dropTable('oauth_keys'),
  dropTable('oauth_grants'),
  dropTable('oauth_codes'),
  dropTable('oauth_requests'),
  dropTable('oauth_clients'),
];

export const oauth: Migration = {
  name: '0002-oauth',
  sqlite: { up: sqlite, down },
  mysql: { up: mysql, down },
};
