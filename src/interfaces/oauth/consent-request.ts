/** GET /mcp/oauth/authorize/request: everything that a consent page shows. */
import { z } from 'zod';
import type { PersonSession } from '../../auth/person-sessions';
import type { PlaceOf } from '../../store/access/session-rows';
import { scopeDefinitions, type Scope } from '../../auth/rights';
import type { StoredClient } from '../../store/oauth/clients';
import { adminsOf, latestConnection, liveConnectionsOf, type LiveConnectionOf } from '../../store/oauth/consent-facts';
import { permitsFor } from '../../store/oauth/admin-consents';
import { findRequest } from '../../store/oauth/requests';
import type { RequestRow } from '../../store/tables/oauth';
import { assistantOf } from '../../shared/assistants';
import { mostConnections, surplusOf } from '../../auth/connection-ceiling';
import { decide, demandOf } from '../../auth/consent-policy';
import { mayReturnTo } from './authorization-request';
import { OauthError } from './errors';
import { sessionEndpoint, type AnswerOf } from './endpoint';
import { queryOf } from './http';
import { invalid } from './json-body';
import { isWaiting } from './lifetimes';
import { appsOf } from '../../auth/admin-consent';
import { pictureAddress } from './pictures';
import { readsAs } from './reads-as';
import { isLoopback } from '../../shared/redirect-uri';
import { storedScopes } from '../../auth/scope';
import { roles } from '../../shared/values';
import { scopeName, time } from './schema-parts';
import { hashSecret } from './secrets';
import type { OauthService } from './service';

const authorizationRequest = z.object({
  client: z
    .object({
      id: z.string(),
      name: z.string(),
      uri: z.url().nullable(),
      redirectHost: z.string().describe('Host that receives the code.'),
      redirectScheme: z
        .string()
        .describe('How it is reached: https, http on a loopback, or the scheme of a native application.'),
      loopback: z.boolean().describe('Whether that host is the computer of the person.'),
      verified: z.boolean().describe('Whether the name was fetched from the very host that receives the code.'),
      readsAs: z
        .string()
        .nullable()
        .describe(
          'Whose name an unproven name reads as: a known vendor, a workspace of the person, or this service. Warn of it.',
        ),
      assistant: z.string().nullable().describe('The named assistant that the redirect URI belongs to.'),
      logoUri: z
        .url()
        .nullable()
        .describe('Its picture, passed on by this service: the whole address, to open as it is. At most 64 KB.'),
      tosUri: z.url().nullable(),
      policyUri: z.url().nullable(),
      createdAt: time.describe('When this service first met it.'),
    })
    .describe('The application that asks.'),
  scopes: z
    .array(
      z.object({
        name: scopeName,
        title: z.string(),
        description: z.string(),
        sensitive: z.boolean(),
      }),
    )
    .describe('What it asks for, in words for a person.'),
  requiresAdmin: z.boolean().describe('Whether an owner or admin must approve all of it.'),
  organizations: z
    .array(
      z.object({
        organizationId: z.guid(),
        name: z.string(),
        role: z.enum(roles),
        canApprove: z.boolean().describe('Whether this person may approve all of it there.'),
        approvableScopes: z.array(scopeName).describe('What of it this person may approve there.'),
        permitted: z.array(scopeName).describe('What an owner or admin permitted this application for the members.'),
        admins: z
          .array(z.object({ displayName: z.string(), email: z.string() }))
          .describe('For members: the admins to ask, if the workspace names them.'),
        connections: z
          .object({
            live: z.number().describe('Connections that this person has there.'),
            most: z.number().describe('How many there may be.'),
            approvingEnds: z
              .object({ connectionId: z.guid(), clientName: z.string() })
              .nullable()
              .describe('The one unused for longest, which ends when one more begins; null while there is room.'),
          })
          .describe('The page says what approving ends.'),
      }),
    )
    .describe('Workspaces of the person.'),
  person: z
    .object({ id: z.guid(), email: z.string(), displayName: z.string(), active: z.boolean() })
    .nullable()
    .describe('Null: the session token names nobody known here. Not active: not a member of any workspace.'),
  existing: z
    .object({
      connectionId: z.guid(),
      organizationId: z.guid(),
      scopes: z.array(scopeName),
      connectedAt: time,
    })
    .nullable()
    .describe('The newest connection of this person to this application. Approving more replaces it.'),
  context: z
    .object({ loginHint: z.string().nullable(), uiLocales: z.string().nullable(), prompt: z.string().nullable() })
    .describe('What the application said for the page.'),
  expiresAt: time.describe('When the request ends undecided.'),
});

export const requestEndpoint = sessionEndpoint({
  id: 'get_authorization_request',
  summary: 'What a consent page shows',
  text: 'For the consent page alone.',
  query: {
    requestToken: {
      description: 'What the consent page was opened with. A secret: never log it.',
      required: true,
      example: 'mBbaKLew2yQq6tvGUnM8CoGP-Nyh9KER7-RGh7-r0X4',
    },
  },
  answers: {
    status: 200,
    description: 'The request.',
    body: { name: 'OauthAuthorizationRequest', schema: authorizationRequest },
  },
  errors: ['validation_failed', 'invalid_request_token'],
  run({ service, session, req }) {
    // Other parameters, which an application's page may add, are ignored.
    const tokens = queryOf(req)?.getAll('requestToken') ?? [];
    const [requestToken] = tokens;
    if (tokens.length !== 1 || !requestToken) {
      throw invalid([{ path: 'requestToken', message: 'is required, once' }]);
    }
    return requestFacts(service, session, requestToken);
  },
});

/** The facts about a request for this session's person. @throws OauthError as `openRequest`. */
export async function requestFacts(
  service: OauthService,
  session: PersonSession,
  requestToken: string,
): Promise<AnswerOf<typeof authorizationRequest>> {
  const { person } = session;
  const { request, client } = await openRequest(service, requestToken);
  const only = onlyWorkspaceOf(service, request, client);
  const places = session.places.filter(({ organizationId }) => only === undefined || only === organizationId);
  const scopes = storedScopes(request.scopes);
  return {
    client: clientFacts(service, request, client, places),
    scopes: scopes.map((name) => {
      const { title, description, sensitive } = scopeDefinitions[name];
      return { name, title, description, sensitive };
    }),
    requiresAdmin: demandOf(scopes) === 'elevated',
    person: person && {
      id: person.id,
      email: person.email,
      displayName: person.displayName,
      active: person.active,
    },
    organizations: await organizationFacts(service, request, places, scopes),
    existing: await existingFacts(service, request, places),
    context: { loginHint: request.login_hint, uiLocales: request.ui_locales, prompt: request.prompt },
    expiresAt: new Date(request.expires_at).toISOString(),
  };
}

/** The only workspace that may approve a request: the address that was asked for, or the application, is its own. */
export function onlyWorkspaceOf(service: OauthService, request: RequestRow, client: StoredClient): string | undefined {
  const asked = service.mcp.workspaceOf(request.resource);
  const { registeredFor } = client;
  if (registeredFor === null) return asked;
  // Two workspaces that differ leave none.
  return asked === undefined || asked === registeredFor ? registeredFor : '';
}

function clientFacts(service: OauthService, request: RequestRow, client: StoredClient, places: readonly PlaceOf[]) {
  const redirect = new URL(request.redirect_uri);
  const verified = isVerified(client, redirect);
  const assistant = assistantOf(request.redirect_uri, service.redirects.assistants) ?? null;
  const names = places.map(({ organizationName }) => organizationName);
  // Known by where the code goes, or made by an admin of the workspace itself: its name needs no doubt.
  const isKnown = verified || assistant !== null || client.registeredFor !== null;
  return {
    id: client.id,
    name: client.name,
    uri: client.uri,
    redirectHost: redirect.host,
    redirectScheme: redirect.protocol.slice(0, -1),
    loopback: isLoopback(redirect),
    verified,
    readsAs: isKnown ? null : readsAs(client.name, names, service.options.settings.BRAND_NAME),
    assistant,
    logoUri: client.logoUri === null ? null : pictureAddress(service, client),
    tosUri: client.tosUri,
    policyUri: client.policyUri,
    createdAt: new Date(client.createdAt).toISOString(),
  };
}

/** A name proves nothing. A document from the host that receives the code proves the name. */
function isVerified(client: StoredClient, redirect: URL): boolean {
  return client.kind === 'document' && redirect.protocol === 'https:' && new URL(client.id).host === redirect.host;
}

async function organizationFacts(
  service: OauthService,
  request: RequestRow,
  places: readonly PlaceOf[],
  scopes: readonly Scope[],
) {
  const { db } = service;
  const active = places.filter((place) => place.active);
  const apps = appsOf(request.client_id, request.redirect_uri, service.redirects.assistants);
  const permits = await permitsFor(db, apps);
  const admins = await adminsOf(
    db,
    active.filter(({ role }) => role === 'MEMBER').map((one) => one.organizationId),
  );
  const live = await liveConnectionsOf(db, places, service.clock());
  return active.map((membership) => {
    const permitted = storedScopes(permits.get(membership.organizationId) ?? '');
    return {
      organizationId: membership.organizationId,
      name: membership.organizationName,
      role: membership.role,
      canApprove: decide(membership, scopes, permitted) === 'approve',
      approvableScopes: scopes.filter((scope) => decide(membership, [scope], permitted) === 'approve'),
      permitted,
      admins: admins.get(membership.organizationId) ?? [],
      connections: connectionFacts(live.filter((one) => one.organization_id === membership.organizationId)),
    };
  });
}

/** How many connections the person has in a workspace, how many are allowed, and which one a further connection ends. */
function connectionFacts(live: readonly LiveConnectionOf[]) {
  const [ends] = surplusOf(live, mostConnections - 1);
  const ended = ends && { connectionId: ends.id, clientName: ends.client_name };
  return { live: live.length, most: mostConnections, approvingEnds: ended ?? null };
}

async function existingFacts(service: OauthService, request: RequestRow, places: readonly PlaceOf[]) {
  const found = await latestConnection(service.db, places, request.client_id, service.clock());
  return (
    found && {
      connectionId: found.id,
      organizationId: found.organization_id,
      scopes: storedScopes(found.scopes),
      connectedAt: new Date(found.activated_at).toISOString(),
    }
  );
}

/**
 * The request of a token, while it waits for its decision.
 * @throws OauthError `invalid_request_token`. Its `reason` is `unknown`, `expired` or `used`. For the last two, `client` says
 * where the person came from.
 */
export async function openRequest(
  service: OauthService,
  requestToken: string,
): Promise<{ request: RequestRow; client: StoredClient }> {
  const request = await findRequest(service.db, hashSecret(requestToken));
  const client = request && (await service.clients.find(request.client_id));
  if (!request || !client) throw deadRequest('unknown');
  const from = { name: client.name, uri: client.uri, redirectHost: new URL(request.redirect_uri).host };
  if (request.used_at !== null) throw deadRequest('used', from);
  if (!isWaiting(request, service.clock())) throw deadRequest('expired', from);
  // While it waited, the client's document may have dropped the address, or the operator its origin.
  if (!mayReturnTo(request.redirect_uri, client, service.redirects)) throw deadRequest('unknown');
  return { request, client };
}

const deadTexts = {
  unknown: 'This request is not known. Start again from the application you came from.',
  expired: 'This request waited longer than 10 minutes. Start again from the application you came from.',
  used: 'This request was already decided. If that did not work, start again from the application you came from.',
} as const;

export function deadRequest(reason: keyof typeof deadTexts, client?: object): OauthError {
  return new OauthError('invalid_request_token', deadTexts[reason], {
    more: { reason, ...(client ? { client } : {}) },
  });
}
