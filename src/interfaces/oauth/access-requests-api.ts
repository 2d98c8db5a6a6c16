/** Calls about requests for apps: a member asks for what only an owner or admin may approve, and one of those answers. */
import { z } from 'zod';
import { newId } from '../../database/new-id';
import {
  answerAccessRequest,
  findAccessRequest,
  listAccessRequests,
  saveAccessRequest,
  type ListedAccessRequest,
} from '../../store/oauth/access-requests';
import { recordAudit } from '../../store/log/audit';
import { organizationParameter } from './connections-api';
import { openRequest } from './consent-request';
import { sessionChange, sessionEndpoint, type AnswerOf } from './endpoint';
import { OauthError } from './errors';
import { invalid, organizationIdShape } from './json-body';
import {
  actingPlaces,
  adminWhoMaySee,
  byAdmins,
  decideInTurn,
  knownPlaces,
  memberIn,
  notFound,
  requireAdmin,
  requireStillAdmin,
} from './person-places';
import { exampleId, scopeName, time } from './schema-parts';
import { mostAccessRequests } from '../../auth/connection-ceiling';
import { permitApp } from '../../auth/admin-consent';
import { scopesOf, storedScopes } from '../../auth/scope';
import type { OauthService } from './service';
import type { AskedSession } from './session';

const accessRequest = z.object({
  accessRequestId: z.guid(),
  organizationId: z.guid(),
  user: z.object({ id: z.guid(), email: z.string(), displayName: z.string() }),
  client: z.object({ id: z.string(), name: z.string(), redirectHost: z.string() }),
  scopes: z.array(scopeName),
  requestedAt: time,
  status: z.enum(['WAITING', 'PERMITTED', 'REFUSED']),
});
const requested = z.object({ accessRequestId: z.guid(), organizationId: z.guid(), scopes: z.array(scopeName) });

export const accessRequestShape = z.strictObject({
  requestToken: z.string('is required').min(1, 'is required').max(256).describe('That of the consent page.'),
  organizationId: organizationIdShape.describe('The workspace whose owners and admins are asked.'),
  scopes: z.array(z.string()).min(1).max(50).optional().describe('What is asked for; all of the request when omitted.'),
});

/** POST /mcp/oauth/access-requests: a member asks. The request stays open. */
export const askEndpoint = sessionEndpoint({
  id: 'request_access',
  summary: 'Ask owners and admins to permit an app',
  text: 'The request stays open.',
  takes: { name: 'OauthAccessRequest', schema: accessRequestShape },
  answers: { status: 201, description: 'Asked.', body: { name: 'OauthAccessRequested', schema: requested } },
  errors: [...byAdmins, 'invalid_request_token'],
  run: ({ service, session, body }) => askForAccess(service, session, body()),
});

/** Asks the owners and admins of a workspace in the name of the person of this session. */
export async function askForAccess(
  service: OauthService,
  session: AskedSession,
  body: z.output<typeof accessRequestShape>,
): Promise<AnswerOf<typeof requested>> {
  const places = actingPlaces(service, session);
  const { request, client } = await openRequest(service, body.requestToken);
  const { userId } = memberIn(places, body.organizationId);
  const asked = storedScopes(request.scopes);
  const scopes = body.scopes === undefined ? asked : scopesOf(body.scopes);
  if (!scopes?.every((scope) => asked.includes(scope))) {
    throw invalid([{ path: 'scopes', message: 'must be scopes that the request asked for' }]);
  }
  const now = service.clock();
  const row = {
    organization_id: body.organizationId,
    id: newId(),
    user_id: userId,
    client_id: client.id,
    client_name: client.name,
    redirect_host: new URL(request.redirect_uri).host.slice(0, 255),
    scopes: scopes.join(' '),
    created_at: now,
    answer: null,
    answered_by: null,
    answered_at: null,
  };
  const stored = await decideInTurn(service, body.organizationId, async () => {
    memberIn(knownPlaces(await session.again()), body.organizationId);
    const asking = await saveAccessRequest(service.db, row, mostAccessRequests);
    if (asking.outcome !== 'asked') return asking;
    await recordAudit(service.db, {
      at: now,
      action: 'access_requested',
      organization_id: body.organizationId,
      user_id: userId,
      client_id: client.id,
      client_name: client.name,
      detail: scopes.join(' '),
    });
    return asking;
  });
  if (stored.outcome === 'too_many') {
    throw new OauthError(
      'rate_limited',
      `${mostAccessRequests} of your requests wait for an answer in this workspace.`,
      { headers: { 'Retry-After': '86400' } },
    );
  }
  return { accessRequestId: stored.id, organizationId: body.organizationId, scopes };
}

/** GET /mcp/oauth/access-requests: with `organizationId` those that wait for its owners and admins, else the person's own. */
export const accessRequestsEndpoint = sessionEndpoint({
  id: 'list_access_requests',
  summary: 'Requests for apps',
  text: 'The person’s own, or those that wait.',
  query: { organizationId: organizationParameter },
  answers: {
    status: 200,
    description: 'Requests.',
    body: { name: 'OauthAccessRequests', schema: z.object({ data: z.array(accessRequest) }) },
  },
  errors: byAdmins,
  async run({ service, session, query }) {
    const places = knownPlaces(session);
    const organizationId = query().get('organizationId');
    if (organizationId !== undefined) requireAdmin(places, organizationId);
    const who = organizationId === undefined ? { within: places } : { organizationId };
    const rows = await listAccessRequests(service.db, who);
    return { data: rows.map(requestFacts) };
  },
});

function requestFacts(row: ListedAccessRequest): AnswerOf<typeof accessRequest> {
  return {
    accessRequestId: row.id,
    organizationId: row.organization_id,
    user: { id: row.user_id, email: row.email, displayName: row.display_name },
    client: { id: row.client_id, name: row.client_name, redirectHost: row.redirect_host },
    scopes: storedScopes(row.scopes),
    requestedAt: new Date(row.created_at).toISOString(),
    status: row.answer === null ? 'WAITING' : row.answer === 'permitted' ? 'PERMITTED' : 'REFUSED',
  };
}

/** POST /mcp/oauth/access-requests/{accessRequestId}: an owner or admin answers. A yes permits the app. */
export const answerEndpoint = sessionChange({
  id: 'answer_access_request',
  summary: 'Permit or refuse',
  text: 'For owners and admins.',
  inPath: { accessRequestId: { description: 'The request.', example: exampleId } },
  takes: {
    name: 'OauthAccessAnswer',
    schema: z.strictObject({
      permitted: z.boolean('must be true or false').describe('Whether the app is permitted for the members.'),
      scopes: z
        .array(z.string())
        .min(1)
        .max(50)
        .optional()
        .describe('What is permitted; what was asked for when omitted.'),
    }),
  },
  errors: [...byAdmins, 'not_found', 'conflict'],
  async run(call) {
    const { db } = call.service;
    const places = actingPlaces(call.service, call.session);
    const body = call.body();
    const id = call.idInPath('accessRequestId');
    const request = id === undefined ? undefined : await findAccessRequest(db, id);
    if (!request) throw notFound('access request');
    const userId = adminWhoMaySee(places, request.organization_id, 'access request');
    const scopes = body.scopes === undefined ? storedScopes(request.scopes) : scopesOf(body.scopes);
    if (!scopes) throw invalid([{ path: 'scopes', message: 'must be known scopes' }]);
    const now = call.service.clock();
    // The workspace's turn first, as for those who ask: both ways round they could block each other.
    await decideInTurn(call.service, request.organization_id, async () => {
      await requireStillAdmin(call.session, request.organization_id);
      const answer = body.permitted ? 'permitted' : 'refused';
      if (!(await answerAccessRequest(db, request.id, answer, userId, now))) {
        throw notFound('access request that waits');
      }
      const { organization_id: organizationId, client_id: app } = request;
      if (body.permitted) await permitApp(db, { organizationId, app, scopes, by: { kind: 'session', userId }, now });
      else {
        const who = { organization_id: organizationId, user_id: userId, client_id: app };
        await recordAudit(db, { at: now, action: 'access_refused', client_name: request.client_name, ...who });
      }
    });
  },
});
