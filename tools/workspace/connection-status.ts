import { z } from 'zod';
import { othersWords } from '../words-of-others';
import { scopes } from '../../src/auth/rights';
import { roles } from '../../src/shared/values';
import { printDate, printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import { OperationError } from '../../src/shared/errors';
import { input } from '../fields';
import { timestamp } from '../schemas/lead';
import { uuid, timestampOrNull } from '../schemas/values';

export const getMcpConnectionStatus = defineQuery({
  name: 'get_mcp_connection_status',
  title: 'Get the status of this connection',
  description:
    'The connection this call came through: who approved it, its scopes, the protocol revision in use and when its token expires. Use it when a call is refused.',
  right: 'readWorkspace',
  rest: null,
  input: input({}),
  output: z.strictObject({
    connectionId: uuid('Connection id, uuid.'),
    clientName: othersWords('Name that the assistant gave when it registered.'),
    organizationId: uuid('Workspace id, uuid.'),
    userRole: z.enum(roles).describe('Role of the person who approved the connection.'),
    scopes: z.array(z.enum(scopes)).describe('What the connection may read.'),
    protocolVersion: z.string().describe('MCP revision of this call.'),
    tokenExpiresAt: timestamp('When the access token expires. The assistant renews it automatically.'),
    connectedAt: timestamp('When the connection was approved.'),
    lastUsedAt: timestampOrNull('The time of the previous call.'),
  }),
  async run(workspace) {
    if (workspace.caller.kind !== 'connection') {
      throw new OperationError(
        'data_access_denied',
        'An API key speaks for its service and has no connection. The workspace access says what it may read.',
      );
    }
    const { connection } = workspace.caller;
    return {
      connectionId: connection.connectionId,
      clientName: connection.clientName,
      organizationId: workspace.organizationId,
      userRole: connection.userRole,
      scopes: [...connection.scopes],
      protocolVersion: connection.protocolVersion,
      tokenExpiresAt: printDate(connection.tokenExpiresAt),
      connectedAt: printDate(connection.connectedAt),
      lastUsedAt: printDateOrNull(connection.lastUsedAt),
    };
  },
});
