/** Recent attempts of assistants to connect. Frozen. */
import { createTable, dropTable, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    createTable(
      'connect_attempts',
      `
      organization_id VARCHAR(36) NOT NULL, id VARCHAR(36) NOT NULL, at BIGINT NOT NULL, times INTEGER NOT NULL,
      room VARCHAR(24) NOT NULL, step VARCHAR(24) NOT NULL, outcome VARCHAR(24) NOT NULL, client_id VARCHAR(512),
      client_name VARCHAR(200), code VARCHAR(64), reason VARCHAR(500), request_id VARCHAR(200) NOT NULL
      `,
      'organization_id, id',
    ),
  ],
  down: [dropTable('connect_attempts')],
};

export const connectAttempts: Migration = { name: '0100-connect-attempts', sqlite: steps, mysql: steps };
