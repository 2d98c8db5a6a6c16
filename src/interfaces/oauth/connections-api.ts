/**
 * Calls about connections for any page that has a person's session token: list and end connections, ask for an app, answer such
 * requests, permit and forbid apps.
 */
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { PersonSession } from '../../auth/person-sessions';
import { sendJson } from '../../http/respond';
import { newId } from '../../database/new-id';
import {
  answerAccessRequest,
  findAccessRequest,
  listAccessRequests,
  saveAccessRequest,
} from '../../store/oauth/access-requests';
import { recordAudit } from '../../store/log/audit';
import { usageOfConnections, type DayOfUsage } from '../../store/access/usage';
import { findStoredGrant } from '../../store/oauth/grants';
import { listConnections, type ConnectionSummary } from '../../store/oauth/connections';
import { writeWorkspace } from '../../store/log/workspace-lock';
import { permitsOf } from '../../store/oauth/admin-consents';
import { openRequest } from './consent-request';
import { OauthError } from './errors';
import { queryOf, type Endpoint } from './http';
import { invalid, jsonBody, organizationIdShape } from './json-body';
import { firstPage } from '../../workspace/cursor';
import { mostAccessRequests } from '../../auth/connection-ceiling';
import { appKey, appName, forbidApp, permitApp } from '../../auth/admin-consent';
import { scopesOf, storedScopes } from '../../auth/scope';
import type { OauthService } from './service';
import { sessionOf } from './session';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const iso = (time: number) => new Date(time).toISOString();
const notFound = (what: string) => new OauthError('not_found', `No such ${what}.`);

type Places = PersonSession['places'];

/** The workspaces of the session's person. @throws OauthError `not_a_member` for a person unknown to this service. */
function knownPlaces({ person, places }: PersonSession): Places {
  if (!person) throw new OauthError('not_a_member', 'This person is not known here.');
  return places;
}

/** The membership of the person in a workspace. @throws OauthError `not_a_member`. */
function memberIn(places: Places, organizationId: string): Places[number] {
  const place = places.find((one) => one.organizationId === organizationId && one.active);
  if (!place) throw new OauthError('not_a_member', 'You are not an active member of this workspace.');
  return place;
}

/** @returns the id of the owner or admin. @throws OauthError `not_a_member` or `admin_required`. */
function requireAdmin(places: Places, organizationId: string): string {
  const { role, userId } = memberIn(places, organizationId);
  if (role === 'MEMBER') throw new OauthError('admin_required', 'This is for owners and admins of the workspace.');
  return userId;
}

/** Like `requireAdmin`, for things that only admins may know about. @throws OauthError `not_found`. */
function adminWhoMaySee(places: Places, organizationId: string, what: string): string {
  try {
    return requireAdmin(places, organizationId);
  } catch {
    throw notFound(what);
  }
}

/** The workspaces of a person who changes something. Counts against their limit in a minute. */
function actingIn(service: OauthService, session: PersonSession): Places {
  const places = knownPlaces(session);
  service.decisions.use([session.subject]);
  return places;
}

async function placesOf(service: OauthService, req: Request): Promise<Places> {
  return knownPlaces(await sessionOf(service, req));
}

async function actingPlaces(service: OauthService, req: Request): Promise<Places> {
  return actingIn(service, await sessionOf(service, req));
}

/** The known parameters of a query, each once. @throws OauthError `validation_failed`. */
function parametersOf(req: Request, known: readonly string[]): ReadonlyMap<string, string> {
  const query = queryOf(req);
  if (!query) throw invalid([{ path: '', message: 'The query is malformed.' }]);
  const wrong = [...new Set(query.keys())].flatMap((name) => {
    if (!known.includes(name))
      return [{ path: name.slice(0, 64), message: `is not known here; allowed are ${known.join(', ')}` }];
    return query.getAll(name).length === 1 && query.get(name) !== ''
      ? []
      : [{ path: name, message: 'must be there once, and not empty' }];
  });
  const organization = query.get('organizationId');
  if (organization !== null && !uuid.test(organization))
    wrong.push({ path: 'organizationId', message: 'must be a uuid' });
  if (wrong.length > 0) throw invalid(wrong);
  return new Map([...query].map(([name, value]) => [name, name === 'organizationId' ? value.toLowerCase() : value]));
}

/** GET /mcp/oauth/connections */
export function connectionsEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const places = await placesOf(service, req);
    const parameters = parametersOf(req, ['organizationId', 'limit', 'cursor']);
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
    sendJson(res, 200, {
      data: shown.map((one) => connectionFacts(one, usage.get(one.connectionId))),
      page: { limit, nextCursor, cursor: isFirst ? null : cursor },
    });
  };
}

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

function connectionFacts(one: ConnectionSummary, days: readonly DayOfUsage[] = []) {
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
export function endConnectionEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const places = await actingPlaces(service, req);
    const id = String(req.params['connectionId']).toLowerCase();
    const grant = uuid.test(id) ? await findStoredGrant(service.db, id) : null;
    if (!grant || grant.revoked_at !== null || grant.activated_at === null) throw notFound('connection');
    const own = places.some((at) => at.userId === grant.user_id && at.organizationId === grant.organization_id);
    // Only those who may see other people's connections learn whether one exists.
    const userId = own ? grant.user_id : adminWhoMaySee(places, grant.organization_id, 'connection');
    await service.end(id, 'revoked_by_person', { kind: 'session', userId });
    res.status(204).end();
  };
}

export const accessRequestShape = z.strictObject({
  requestToken: z.string('is required').min(1, 'is required').max(256).describe('That of the consent page.'),
  organizationId: organizationIdShape.describe('The workspace whose owners and admins are asked.'),
  scopes: z.array(z.string()).min(1).max(50).optional().describe('What is asked for; all of the request when omitted.'),
});

/**
 * POST /mcp/oauth/access-requests: a member asks for something that only an owner or admin may approve. The request stays open.
 */
export function askEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const session = await sessionOf(service, req);
    sendJson(res, 201, await askForAccess(service, session, jsonBody(req, accessRequestShape)));
  };
}

/** Asks the owners and admins of a workspace in the name of the person of this session. */
export async function askForAccess(
  service: OauthService,
  session: PersonSession,
  body: z.output<typeof accessRequestShape>,
) {
  const places = actingIn(service, session);
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
  const stored = await service.db.transaction(async () => {
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
export function accessRequestsEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const places = await placesOf(service, req);
    const organizationId = parametersOf(req, ['organizationId']).get('organizationId');
    if (organizationId !== undefined) requireAdmin(places, organizationId);
    const who = organizationId === undefined ? { within: places } : { organizationId };
    const rows = await listAccessRequests(service.db, who);
    const data = rows.map((row) => ({
      accessRequestId: row.id,
      organizationId: row.organization_id,
      user: { id: row.user_id, email: row.email, displayName: row.display_name },
      client: { id: row.client_id, name: row.client_name, redirectHost: row.redirect_host },
      scopes: storedScopes(row.scopes),
      requestedAt: iso(row.created_at),
      status: row.answer === null ? 'WAITING' : row.answer === 'permitted' ? 'PERMITTED' : 'REFUSED',
    }));
    sendJson(res, 200, { data });
  };
}

export const answerShape = z.strictObject({
  permitted: z.boolean('must be true or false').describe('Whether the app is permitted for the members.'),
  scopes: z.array(z.string()).min(1).max(50).optional().describe('What is permitted; what was asked for when omitted.'),
});

/** POST /mcp/oauth/access-requests/{accessRequestId}: an owner or admin answers. A yes permits the app. */
export function answerEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const places = await actingPlaces(service, req);
    const body = jsonBody(req, answerShape);
    const id = String(req.params['accessRequestId']).toLowerCase();
    const request = uuid.test(id) ? await findAccessRequest(service.db, id) : undefined;
    if (!request) throw notFound('access request');
    const userId = adminWhoMaySee(places, request.organization_id, 'access request');
    const scopes = body.scopes === undefined ? storedScopes(request.scopes) : scopesOf(body.scopes);
    if (!scopes) throw invalid([{ path: 'scopes', message: 'must be known scopes' }]);
    const { db } = service;
    const now = service.clock();
    // The workspace's turn first, as for those who ask: both ways round they could block each other.
    await writeWorkspace(db, request.organization_id, async () => {
      const answer = body.permitted ? 'permitted' : 'refused';
      if (!(await answerAccessRequest(db, id, answer, userId, now))) throw notFound('access request that waits');
      const { organization_id: organizationId, client_id: app } = request;
      if (body.permitted) await permitApp(db, { organizationId, app, scopes, by: { kind: 'session', userId }, now });
      else {
        const who = { organization_id: organizationId, user_id: userId, client_id: app };
        await recordAudit(db, { at: now, action: 'access_refused', client_name: request.client_name, ...who });
      }
    });
    res.status(204).end();
  };
}

/** GET /mcp/oauth/permits?organizationId= */
export function permitsEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const places = await placesOf(service, req);
    const organizationId = parametersOf(req, ['organizationId']).get('organizationId');
    if (organizationId === undefined) throw invalid([{ path: 'organizationId', message: 'is required' }]);
    requireAdmin(places, organizationId);
    const rows = await permitsOf(service.db, organizationId);
    const data = rows.map((row) => ({
      organizationId,
      app: appName(row.app),
      scopes: storedScopes(row.scopes),
      permittedBy: row.permitted_by,
      permittedAt: iso(row.updated_at),
    }));
    sendJson(res, 200, { data });
  };
}

export const permitShape = z.strictObject({
  organizationId: organizationIdShape,
  app: z.string('is required').min(1, 'is required').max(512).describe('A client id, or the name of an assistant.'),
  scopes: z.array(z.string()).min(1, 'must name at least one scope').max(50).describe('What members may connect.'),
});
export const forbidShape = permitShape.omit({ scopes: true });

/** PUT /mcp/oauth/permits: permits an app for a workspace's members. */
export function permitEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const session = await sessionOf(service, req);
    sendJson(res, 200, await permit(service, session, jsonBody(req, permitShape)));
  };
}

/** Permits an app in the name of the person of this session. */
export async function permit(service: OauthService, session: PersonSession, body: z.output<typeof permitShape>) {
  const userId = requireAdmin(actingIn(service, session), body.organizationId);
  const scopes = scopesOf(body.scopes);
  if (!scopes) throw invalid([{ path: 'scopes', message: 'must be known scopes' }]);
  const app = appKey(body.app);
  if (!app.startsWith('assistant:') && !(await service.clients.find(app))) throw notFound('client or assistant');
  await permitApp(service.db, {
    organizationId: body.organizationId,
    app,
    scopes,
    by: { kind: 'session', userId },
    now: service.clock(),
  });
  return { organizationId: body.organizationId, app: appName(app), scopes };
}

/** DELETE /mcp/oauth/permits: takes a permit back and ends the connections that members made with it. */
export function forbidEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const places = await actingPlaces(service, req);
    const body = jsonBody(req, forbidShape);
    const userId = requireAdmin(places, body.organizationId);
    const by = { kind: 'session', userId } as const;
    const change = { organizationId: body.organizationId, app: appKey(body.app), by, now: service.clock() };
    if (!(await forbidApp(service.db, change))) throw notFound('permit');
    res.status(204).end();
  };
}
