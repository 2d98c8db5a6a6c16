/** Calls about permits: which apps the owners and admins of a workspace permit for its members. */
import { z } from 'zod';
import { permitsOf } from '../../store/oauth/admin-consents';
import { organizationParameter } from './connections-api';
import { sessionChange, sessionEndpoint, type AnswerOf } from './endpoint';
import { invalid, organizationIdShape } from './json-body';
import {
  actingPlaces,
  byAdmins,
  decideInTurn,
  knownPlaces,
  notFound,
  requireAdmin,
  requireStillAdmin,
} from './person-places';
import { scopeName, time } from './schema-parts';
import { appKey, appName, forbidApp, permitApp } from '../../auth/admin-consent';
import { scopesOf, storedScopes } from '../../auth/scope';
import type { OauthService } from './service';
import type { AskedSession } from './session';

const listedPermit = z.object({
  organizationId: z.guid(),
  app: z.string(),
  scopes: z.array(scopeName),
  permittedBy: z.string().nullable(),
  permittedAt: time,
});
const permitted = z.object({ organizationId: z.guid(), app: z.string(), scopes: z.array(scopeName) });

export const permitShape = z.strictObject({
  organizationId: organizationIdShape,
  app: z.string('is required').min(1, 'is required').max(512).describe('A client id, or the name of an assistant.'),
  scopes: z.array(z.string()).min(1, 'must name at least one scope').max(50).describe('What members may connect.'),
});

/** GET /mcp/oauth/permits?organizationId= */
export const permitsEndpoint = sessionEndpoint({
  id: 'list_permits',
  summary: 'Apps permitted for members',
  text: 'For owners and admins.',
  query: { organizationId: { ...organizationParameter, required: true } },
  answers: {
    status: 200,
    description: 'Permits.',
    body: { name: 'OauthPermits', schema: z.object({ data: z.array(listedPermit) }) },
  },
  errors: byAdmins,
  async run({ service, session, query }) {
    const places = knownPlaces(session);
    const organizationId = query().get('organizationId');
    if (organizationId === undefined) throw invalid([{ path: 'organizationId', message: 'is required' }]);
    requireAdmin(places, organizationId);
    const rows = await permitsOf(service.db, organizationId);
    return {
      data: rows.map((row) => ({
        organizationId,
        app: appName(row.app),
        scopes: storedScopes(row.scopes),
        permittedBy: row.permitted_by,
        permittedAt: new Date(row.updated_at).toISOString(),
      })),
    };
  },
});

/** PUT /mcp/oauth/permits: permits an app for a workspace's members. */
export const permitEndpoint = sessionEndpoint({
  id: 'permit_app',
  summary: 'Permit an app for members',
  text: 'They then connect it themselves.',
  takes: { name: 'OauthPermit', schema: permitShape },
  answers: { status: 200, description: 'Permitted.', body: { name: 'OauthPermitted', schema: permitted } },
  errors: [...byAdmins, 'not_found', 'conflict'],
  run: ({ service, session, body }) => permit(service, session, body()),
});

/** Permits an app in the name of the person of this session. */
export async function permit(
  service: OauthService,
  session: AskedSession,
  body: z.output<typeof permitShape>,
): Promise<AnswerOf<typeof permitted>> {
  const userId = requireAdmin(actingPlaces(service, session), body.organizationId);
  const scopes = scopesOf(body.scopes);
  if (!scopes) throw invalid([{ path: 'scopes', message: 'must be known scopes' }]);
  const app = appKey(body.app);
  if (!app.startsWith('assistant:') && !(await service.clients.find(app))) throw notFound('client or assistant');
  const { organizationId } = body;
  const change = { organizationId, app, scopes, by: { kind: 'session', userId }, now: service.clock() } as const;
  await decideInTurn(service, organizationId, async () => {
    await requireStillAdmin(session, organizationId);
    await permitApp(service.db, change);
  });
  return { organizationId, app: appName(app), scopes };
}

/** DELETE /mcp/oauth/permits: takes a permit back and ends the connections that members made with it. */
export const forbidEndpoint = sessionChange({
  id: 'forbid_app',
  summary: 'Forbid an app',
  text: 'What members connected by the permit ends.',
  takes: { name: 'OauthForbid', schema: permitShape.omit({ scopes: true }) },
  errors: [...byAdmins, 'not_found'],
  async run({ service, session, body: read }) {
    const places = actingPlaces(service, session);
    const body = read();
    const userId = requireAdmin(places, body.organizationId);
    const by = { kind: 'session', userId } as const;
    const change = { organizationId: body.organizationId, app: appKey(body.app), by, now: service.clock() };
    const forbidden = await decideInTurn(service, body.organizationId, async () => {
      await requireStillAdmin(session, body.organizationId);
      return forbidApp(service.db, change);
    });
    if (!forbidden) throw notFound('permit');
  },
});
