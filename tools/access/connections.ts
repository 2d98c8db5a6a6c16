/** Assistants: their connections, and what members ask owners and admins for. */
import { z } from 'zod';
import { appName } from '../../src/auth/admin-consent';
import { isScope, scopes, type Scope } from '../../src/auth/rights';
import { notFound, OperationError } from '../../src/shared/errors';
import { printDate, printDateOrNull } from '../dates';
import { defineAction, defineQuery } from '../define';
import { asUuid, input, pathId } from '../fields';
import { shownUsage, usageSchema } from '../schemas/usage';
import { timestamp, timestampOrNull, uuid } from '../schemas/values';
import { othersWords } from '../words-of-others';

/** Most connections in one answer. The command line lists the rest. */
const most = 500;

const scopeList = z.array(z.enum(scopes)).min(1).max(scopes.length);
const known = (names: readonly string[]): Scope[] => names.filter(isScope);

export const listConnections = defineQuery({
  name: 'list_connections',
  title: 'List connected assistants',
  description:
    'Lists the live connections of assistants, newest first. Owners and admins can list those of all members, others list their own.',
  right: 'readConnections',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({
    of: z
      .enum(['me', 'everybody'])
      .default('me')
      .describe('Whose connections to list. Only owners and admins can list those of everybody.'),
  }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        connectionId: uuid('Connection id, uuid.'),
        user: z.strictObject({ id: uuid('User id, uuid.'), email: z.string().nullable().describe('Their address.') }),
        clientId: z.string().describe('Client id.'),
        clientName: othersWords('Name that the assistant gave when it registered.'),
        assistant: z.string().nullable().describe('Name of the assistant, if Leadlight knows its return address.'),
        scopes: z.array(z.enum(scopes)).describe('What it may read.'),
        connectedAt: timestamp('When it was approved.'),
        lastUsedAt: timestampOrNull('When it was last used.'),
        calls: z.int().min(0).describe('Calls it made.'),
        usage: usageSchema,
        expiresAt: timestamp('When it ends, unless it is used before that.'),
        standIn: z
          .strictObject({
            from: z.enum(['copy', 'table']).describe('`copy`: the last good one. `table`: one that this release has.'),
            since: timestamp('Since when the document could not be fetched.'),
          })
          .nullable()
          .describe("What is used instead of the assistant's metadata document. Null if the document itself is."),
        approveAgainBy: timestamp(
          'When the person has to approve it again, however much it is used: 90 days after they did.',
        ),
      }),
    ),
  }),
  async run({ store, caller }, { of }) {
    const userId = caller.kind === 'session' ? caller.userId : undefined;
    if (of === 'everybody' && caller.kind === 'session' && caller.role === 'MEMBER') {
      throw new OperationError(
        'role_required',
        'Listing the connections of all members needs the role ADMIN or a higher one.',
      );
    }
    const rows = await store.admin.connections(of === 'me' ? userId : undefined, most);
    const usage = await store.admin.usage(
      rows.map(({ connectionId }) => connectionId),
      Date.now(),
    );
    return {
      data: rows.map((row) => ({
        connectionId: row.connectionId,
        user: { id: row.userId, email: row.userEmail },
        clientId: row.clientId,
        clientName: row.clientName,
        assistant: row.assistant === null ? null : appName(row.assistant),
        scopes: known(row.scopes),
        connectedAt: printDate(row.connectedAt),
        lastUsedAt: printDateOrNull(row.lastUsedAt),
        calls: row.callCount,
        usage: shownUsage(usage.get(row.connectionId)),
        expiresAt: printDate(row.expiresAt),
        standIn: row.standIn && { from: row.standIn.from, since: printDate(row.standIn.since) },
        approveAgainBy: printDate(row.approveAgainBy),
      })),
    };
  },
});

export const endOwnConnection = defineAction({
  name: 'end_own_connection',
  title: 'End a connection of mine',
  description: 'Ends one of your own connections. Its tokens are refused everywhere within five seconds.',
  right: 'endOwnConnections',
  rest: null,
  input: input({ connectionId: pathId('Connection id, uuid.') }),
  output: z.strictObject({ connectionId: uuid('Connection id, uuid.'), status: z.literal('ended') }),
  async run({ writes, store, caller }, { connectionId }) {
    const id = asUuid(connectionId);
    const userId = caller.kind === 'session' ? caller.userId : undefined;
    const own = await store.admin.connections(userId, most);
    if (id === undefined || !own.some((one) => one.connectionId === id) || !(await writes.endConnection(id, caller))) {
      throw notFound('live connection');
    }
    // Ending a connection writes its own audit entry.
    return { answer: { connectionId: id, status: 'ended' as const }, changed: null };
  },
});

export const listAccessRequests = defineQuery({
  name: 'list_access_requests',
  title: 'List requests for apps',
  description: "Lists members' requests for apps that need the permission of an owner or admin, newest first.",
  right: 'manageApps',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        accessRequestId: uuid('Request id, uuid.'),
        user: z.strictObject({
          id: uuid('User id, uuid.'),
          email: z.string().describe('Their address.'),
          displayName: z.string().describe('Display name.'),
        }),
        clientId: z.string().describe('Client id.'),
        clientName: othersWords('Name that the app gave when it registered.'),
        redirectHost: z.string().describe('Host that the app returns to.'),
        scopes: z.array(z.enum(scopes)).describe('The requested scopes.'),
        requestedAt: timestamp('When they asked.'),
      }),
    ),
  }),
  async run({ store }) {
    return {
      data: (await store.admin.accessRequests(most)).map((row) => ({
        accessRequestId: row.id,
        user: { id: row.user_id, email: row.email, displayName: row.display_name },
        clientId: row.client_id,
        clientName: row.client_name,
        redirectHost: row.redirect_host,
        scopes: known(row.scopes.split(' ')),
        requestedAt: printDate(row.created_at),
      })),
    };
  },
});

export const answerAccessRequest = defineAction({
  name: 'answer_access_request',
  title: 'Answer a request for an app',
  description: 'Permits the app that a member asked for, for all members, or refuses the request.',
  right: 'manageApps',
  rest: null,
  input: input({
    accessRequestId: pathId('Request id, uuid, as {list_access_requests} shows it.'),
    permitted: z.boolean().describe('Whether members may connect the app.'),
    scopes: scopeList.describe('The permitted scopes. By default the requested ones.').optional(),
  }),
  output: z.strictObject({ accessRequestId: uuid('Request id, uuid.'), status: z.enum(['PERMITTED', 'REFUSED']) }),
  async run({ apps }, { accessRequestId, permitted, scopes: chosen }) {
    const id = asUuid(accessRequestId);
    if (id === undefined || !(await apps.answer(id, permitted, chosen))) throw notFound('pending request');
    const status = permitted ? ('PERMITTED' as const) : ('REFUSED' as const);
    // Answering a request writes its own audit entry.
    return { answer: { accessRequestId: id, status }, changed: null };
  },
});

export const listPermits = defineQuery({
  name: 'list_permits',
  title: 'List permitted apps',
  description: 'Lists the apps that an owner or admin permitted for members, with their scopes.',
  right: 'manageApps',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        app: z.string().describe('A client id, or the name of an assistant.'),
        appName: othersWords(
          'Name that the app gave when it registered, or that of an assistant; null for one that is gone.',
        ).nullable(),
        scopes: z.array(z.enum(scopes)).describe('What members may connect.'),
        permittedBy: z.string().nullable().describe('Id of the user who permitted it. Null means the operator.'),
        permittedAt: timestamp('When it was permitted.'),
      }),
    ),
  }),
  async run({ store }) {
    return {
      data: (await store.admin.permits()).map((row) => ({
        app: appName(row.app),
        appName: row.client_name ?? (appName(row.app) === row.app ? null : appName(row.app)),
        scopes: known(row.scopes.split(' ')),
        permittedBy: row.permitted_by,
        permittedAt: printDate(row.updated_at),
      })),
    };
  },
});

export const forbidApp = defineAction({
  name: 'forbid_app',
  title: 'Forbid an app',
  description: 'Takes back the permit of an app. Connections that members made with it end.',
  right: 'manageApps',
  rest: null,
  input: input({ app: z.string().min(1).max(512).describe('The app, as {list_permits} shows it.') }),
  output: z.strictObject({ app: z.string(), status: z.literal('FORBIDDEN') }),
  async run({ apps }, { app }) {
    if (!(await apps.forbid(app))) throw notFound('permitted app');
    // Withdrawing admin consent writes its own audit entry.
    return { answer: { app, status: 'FORBIDDEN' as const }, changed: null };
  },
});
