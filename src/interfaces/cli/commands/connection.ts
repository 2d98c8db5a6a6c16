import { phraseFor } from '../../../shared/value-words';
import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { findUserByEmail } from '../../../store/access/members';
import { findOrganization } from '../../../store/access/organizations';
import { listConnections, workspaceOfConnection } from '../../../store/oauth/connections';
import { usageOfConnections } from '../../../store/access/usage';
import { command, parameter, type CommandGroup } from '../command';
import { limitOption } from '../list-command';
import { missing } from '../exit-codes';
import { operatorWorkspace } from '../operator';
import { tableLines, timestamp } from '../text';

const list = command({
  name: 'list',
  summary: 'List connected assistants, newest first.',
  options: {
    workspace: parameter('-w, --workspace <id or name>', 'only those of this workspace', z.string().optional()),
    email: parameter('--email <email>', 'only those of this person', z.string().optional()),
    all: parameter('--all', 'also connections that ended in the last 30 days', z.boolean().default(false)),
    limit: limitOption(1000, 200),
  },
  examples: ['connection list -w "Acme Sales"', 'connection list --all --json'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = options.workspace && (await findOrganization(db, options.workspace));
    if (options.workspace && !organization) throw missing('workspace', options.workspace);
    const user = options.email && (await findUserByEmail(db, options.email));
    if (options.email && !user) throw missing('person', options.email);
    const found = await listConnections(db, {
      ...(organization ? { organizationId: organization.id } : {}),
      ...(user ? { userId: user.id } : {}),
      includeEnded: options.all,
      limit: options.limit,
    });
    const usage = await usageOfConnections(db, found, Date.now());
    const connections = found.map((row) => ({
      ...row,
      usage: { days: usage.get(row.connectionId) ?? [] },
      connectedAt: timestamp(row.connectedAt),
      lastUsedAt: timestamp(row.lastUsedAt),
      expiresAt: timestamp(row.expiresAt),
      approveAgainBy: timestamp(row.approveAgainBy),
      endedAt: timestamp(row.endedAt),
    }));
    return {
      data: { connections },
      lines: tableLines(
        ['ID', 'CLIENT', 'PERSON', 'WORKSPACE', 'SCOPES', 'CALLS', 'LAST USED', 'APPROVE AGAIN BY', 'STATUS'],
        connections.map((row) => [
          row.connectionId,
          row.clientName,
          row.userEmail ?? row.userId,
          row.organizationName ?? row.organizationId,
          row.scopes.join(' '),
          row.callCount,
          row.lastUsedAt,
          row.approveAgainBy,
          phraseFor(row.endReason ?? row.status),
        ]),
      ),
    };
  },
});

const revoke = command({
  name: 'revoke',
  summary: 'End a connection. Its tokens are refused everywhere within 5 seconds.',
  arguments: {
    connection: parameter('<connection id>', 'from `connection list`', z.uuid('is not an id').toLowerCase()),
  },
  examples: ['connection revoke 0198c0de-0000-7000-8000-000000000000'],
  async run(context, args) {
    const db = await context.database();
    const organizationId = await workspaceOfConnection(db, args.connection);
    if (organizationId === undefined) throw missing('live connection', args.connection);
    const workspace = operatorWorkspace(context, db, organizationId);
    const data = await action.endConnection.act(workspace, { connectionId: args.connection });
    return { data, lines: [`Ended connection ${args.connection}`] };
  },
});

export const connection: CommandGroup = {
  name: 'connection',
  summary: 'Assistants that people connected.',
  commands: [list, revoke],
};
