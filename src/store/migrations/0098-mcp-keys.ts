/** Whether an API key may speak at the MCP endpoint. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addColumn('api_keys', 'for_mcp TINYINT NOT NULL DEFAULT 0')],
  down: [dropColumn('api_keys', 'for_mcp')],
};

export const mcpKeys: Migration = { name: '0098-mcp-keys', sqlite: steps, mysql: steps };
