/** How clients authenticate, and which copy of a client's metadata document is used since when and why. Frozen. */
import {
  addColumn,
  addIndex,
  createTable,
  dropColumn,
  dropTable,
  type Migration,
} from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('oauth_clients', 'auth_method VARCHAR(24)'),
    addColumn('oauth_clients', 'jwks_uri VARCHAR(255)'),
    addColumn('oauth_clients', 'signing_alg VARCHAR(24)'),
    addColumn('oauth_clients', 'fetched_at BIGINT'),
    addColumn('oauth_clients', 'stand_in VARCHAR(24)'),
    addColumn('oauth_clients', 'stand_in_since BIGINT'),
    addColumn('oauth_clients', 'stand_in_reason VARCHAR(255)'),
    createTable(
      'oauth_document_faults',
      `
      client_id VARCHAR(512) NOT NULL, kind VARCHAR(24) NOT NULL, reason VARCHAR(255) NOT NULL,
      since BIGINT NOT NULL, last_at BIGINT NOT NULL
      `,
      'client_id',
    ),
    addIndex('oauth_document_faults', 'oauth_document_faults_at', 'last_at'),
    createTable('oauth_assertions', 'id_hash VARCHAR(64) NOT NULL, expires_at BIGINT NOT NULL', 'id_hash'),
    addIndex('oauth_assertions', 'oauth_assertions_expiry', 'expires_at'),
  ],
  down: [
    dropTable('oauth_assertions'),
    dropTable('oauth_document_faults'),
    ...['stand_in_reason', 'stand_in_since', 'stand_in', 'fetched_at', 'signing_alg', 'jwks_uri', 'auth_method'].map(
      (column) => dropColumn('oauth_clients', column),
    ),
  ],
};

export const clientDocuments: Migration = { name: '0089-client-documents', sqlite: steps, mysql: steps };
