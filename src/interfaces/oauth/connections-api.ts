/** Calls about connections for any page that has a person's session token: list and end them. */
import { z } from 'zod';
import { usageOfConnections, type DayOfUsage } from '../../store/access/usage';
import { findStoredGrant } from '../../store/oauth/grants';
import { listConnections, type ConnectionSummary } from '../../store/oauth/connections';
import { sessionChange, sessionEndpoint, type AnswerOf, type ParameterText } from './endpoint';
import { invalid } from './json-body';
import { actingPlaces, adminWhoMaySee, byAdmins, knownPlaces, notFound, requireAdmin } from './person-places';
import { exampleId, scopeName, time } from './schema-parts';
import { firstPage } from '../../workspace/cursor';
import { appName } from '../../auth/admin-consent';

const iso = (at: number) => new Date(at).toISOString();

const connection = z.object({
  connectionId: z.guid(),
  organizationId: z.guid(),
  user: z.object({ id: z.guid(), email: z.string().nullable() }),
  client: z.object({ id: z.string(), name: z.string(), assistant: z.string().nullable() }),
  scopes: z.array(scopeName),
  connectedAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time,
  status: z.enum(['ACTIVE', 'EXPIRED', 'ENDED']),
  usage: z.object({
    days: z
      .array(z.object({ day: z.iso.date(), calls: z.int(), rows: z.int() }))
      .describe('The last 30 days with calls, oldest first, UTC.'),
  }),
});
const page = z.object({ limit: z.int(), nextCursor: z.string().nullable(), cursor: z.string().nullable() });

/** The workspace of a list that its owners and admins may see whole. */
export const organizationParameter: ParameterText = {
  description: 'For owners and admins: all of this workspace.',
  example: exampleId,
};

/** GET /mcp/oauth/connections */
export const connectionsEndpoint = sessionEndpoint({
  id: 'list_own_connections',
  summary: 'Connections',
  text: 'Of the person, or of a workspace; newest first.',
  query: {
    organizationId: organizationParameter,
    limit: {
      description: 'Page size.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      example: 50,
    },
    cursor: { description: '`page.nextCursor` of the page before; `start` for the first page.', example: 'start' },
  },
  answers: {
    status: 200,
    description: 'A page of connections.',
    body: { name: 'OauthConnections', schema: z.object({ data: z.array(connection), page }) },
  },
  errors: byAdmins,
  async run({ service, session, query }) {
    const places = knownPlaces(session);
    const parameters = query();
    const organizationId = parameters.get('organizationId');
    if (organizationId !== undefined) requireAdmin(places, organizationId);
    const asked = parameters.get('limit') ?? '50';
    const limit = Number(asked);
    if (!/^[1-9]\d{0,2}$/.test(asked) || limit > 100) {
      throw invalid([{ path: 'limit', message: 'must be a whole number from 1 to 100' }]);
    }
    const cursor = parameters.get('cursor');
    const isFirst = cursor === undefined || cursor === firstPage;
    const after = isFirst ? undefined : positionOf(cursor);
    const filter = organizationId === undefined ? { within: places } : { organizationId };
    const rows = await listConnections(service.db, { ...filter, after, limit: limit + 1 }, service.clock());
    const shown = rows.slice(0, limit);
    const usage = await usageOfConnections(service.db, shown, service.clock());
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const nextCursor = last ? cursorOf(last) : null;
    return {
      data: shown.map((one) => connectionFacts(one, usage.get(one.connectionId))),
      page: { limit, nextCursor, cursor: isFirst ? null : cursor },
    };
  },
});

function cursorOf({ connectedAt, connectionId }: ConnectionSummary): string {
  return Buffer.from(`${connectedAt} ${connectionId}`).toString('base64url');
}

/** The position of a page. A cursor holds nothing that its owner may not see, and reads are scoped without it. */
function positionOf(cursor: string): { connectedAt: number; connectionId: string } {
  const text = cursor.length <= 256 ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  const match = /^(\d{1,16}) ([0-9a-f-]{36})$/.exec(text);
  if (!match || Buffer.from(text).toString('base64url') !== cursor) {
    throw invalid([{ path: 'cursor', message: 'is not a cursor of this list' }]);
  }
  return { connectedAt: Number(match[1]), connectionId: match[2] ?? '' };
}

const statuses = { live: 'ACTIVE', expired: 'EXPIRED', ended: 'ENDED' } as const;

function connectionFacts(one: ConnectionSummary, days: readonly DayOfUsage[] = []): AnswerOf<typeof connection> {
  return {
    connectionId: one.connectionId,
    organizationId: one.organizationId,
    user: { id: one.userId, email: one.userEmail },
    client: {
      id: one.clientId,
      name: one.clientName,
      assistant: one.assistant === null ? null : appName(one.assistant),
    },
    scopes: one.scopes,
    connectedAt: iso(one.connectedAt),
    lastUsedAt: one.lastUsedAt === null ? null : iso(one.lastUsedAt),
    expiresAt: iso(one.expiresAt),
    status: statuses[one.status],
    usage: { days },
  };
}

/** DELETE /mcp/oauth/connections/{connectionId} */
export const endConnectionEndpoint = sessionChange({
  id: 'end_own_connection',
  summary: 'End a connection',
  text: 'Of the person, or of a workspace they run.',
  inPath: { connectionId: { description: 'The connection.', example: exampleId } },
  errors: ['not_a_member', 'not_found'],
  async run({ service, session, idInPath }) {
    const places = actingPlaces(service, session);
    const id = idInPath('connectionId');
    const grant = id === undefined ? null : await findStoredGrant(service.db, id);
    if (!grant || grant.revoked_at !== null || grant.activated_at === null) throw notFound('connection');
    const own = places.some((at) => at.userId === grant.user_id && at.organizationId === grant.organization_id);
    // Only those who may see other people's connections learn whether one exists.
    const userId = own ? grant.user_id : adminWhoMaySee(places, grant.organization_id, 'connection');
    await service.end(grant.id, 'revoked_by_person', { kind: 'session', userId });
  },
});
