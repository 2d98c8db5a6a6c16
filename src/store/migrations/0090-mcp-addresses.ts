/** Which of the endpoint's addresses a connection is for, and the host at which it was asked for. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('oauth_requests', 'resource VARCHAR(512)'),
    addColumn('oauth_requests', 'asked_host VARCHAR(255)'),
    addColumn('oauth_grants', 'resource VARCHAR(512)'),
  ],
  down: [
    dropColumn('oauth_grants', 'resource'),
    dropColumn('oauth_requests', 'asked_host'),
    dropColumn('oauth_requests', 'resource'),
  ],
};

export const mcpAddresses: Migration = { name: '0090-mcp-addresses', sqlite: steps, mysql: steps };
