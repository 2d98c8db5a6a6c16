/** The two endpoints of a consent page: what it shows, and the person's decision. */
import type { Request, Response } from 'express';
import { newId } from '../store/new-id';
import { z } from 'zod';
import { scopeDefinitions, type Scope } from '../access/rights';
import { sendJson } from '../http/respond';
import { recordAudit } from '../store/oauth/audit';
import type { StoredClient } from '../store/oauth/clients';
import { saveGrant } from '../store/oauth/grants';
import { membershipsOf } from '../store/oauth/memberships';
import { claimRequest, findOpenRequest, saveCode } from '../store/oauth/requests';
import type { RequestRow } from '../store/oauth/tables';
import { decide, demandOf } from './consent-policy';
import { OauthError, type OauthErrorDetail } from './errors';
import { bodyOf, queryOf, type Endpoint } from './http';
import { familyLifetime, idleLifetime } from './lifetimes';
import { mediaTypeOf, parsedJson } from './parameters';
import { sessionOf } from './session';
import { callbackUrl, isLoopback } from './redirect-uri';
import { formatScope, isSubset, scopesOf, storedScopes } from './scope';
import { hashSecret, newSecret } from './secrets';
import type { OauthService } from './service';
import { codeLifetime } from './lifetimes';

/** GET /mcp/oauth/authorize/request */
export function requestEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const session = await sessionOf(service, req);
    const userId = session.person?.id ?? '';
    const tokens = queryOf(req)?.getAll('requestToken') ?? [];
    const [requestToken] = tokens;
    if (tokens.length !== 1 || !requestToken) {
      throw invalid([{ path: 'requestToken', message: 'is required, once' }]);
    }
    const { request, client } = await openRequest(service, requestToken);
    const scopes = storedScopes(request.scopes);
    const redirect = new URL(request.redirect_uri);
    const memberships = await membershipsOf(service.db, userId);
    sendJson(res, 200, {
      client: {
        id: client.id,
        name: client.name,
        uri: client.uri,
        redirectHost: redirect.host,
        loopback: isLoopback(redirect),
        verified: isVerified(client, redirect),
      },
      scopes: scopes.map((name) => {
        const { title, description, sensitive } = scopeDefinitions[name];
        return { name, title, description, sensitive };
      }),
      requiresAdmin: demandOf(scopes) === 'elevated',
      organizations: memberships
        .filter((membership) => membership.active)
        .map((membership) => ({
          organizationId: membership.organizationId,
          name: membership.organizationName,
          role: membership.role,
          canApprove: decide(membership, scopes) === 'approve',
        })),
      expiresAt: new Date(request.expires_at).toISOString(),
    });
  };
}

/** A name proves nothing; a document fetched from the very host that receives the code does. */
function isVerified(client: StoredClient, redirect: URL): boolean {
  return client.kind === 'document' && redirect.protocol === 'https:' && new URL(client.id).host === redirect.host;
}

const organizationId = z.guid('must be a uuid').transform((value) => value.toLowerCase());
/** What a consent page posts. */
export const decisionShape = z
  .strictObject({
    requestToken: z
      .string('is required')
      .min(1, 'is required')
      .max(256, 'is too long')
      .describe('The `requestToken` that the consent page was opened with.'),
    organizationId: organizationId.optional().describe('The workspace to connect; required to approve.'),
    approved: z.boolean('must be true or false').describe('What the person decided.'),
    scopes: z
      .array(z.string())
      .min(1, 'must name at least one scope')
      .max(50)
      .optional()
      .describe('The scopes the person left ticked; all that were asked for when omitted.'),
  })
  .refine((body) => !body.approved || body.organizationId !== undefined, {
    path: ['organizationId'],
    error: 'is required to approve',
  });

/** POST /mcp/oauth/authorize/complete */
export function completeEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const userId = (await sessionOf(service, req)).person?.id ?? null;
    const body = decisionOf(req);
    const { request, client } = await openRequest(service, body.requestToken);
    const redirectUrl = body.approved
      ? await approve(service, {
          request,
          client,
          userId: userId ?? '',
          organizationId: body.organizationId ?? '',
          scopes: body.scopes,
        })
      : await refuse(service, { request, client, userId });
    sendJson(res, 200, { redirectUrl }, { 'Cache-Control': 'no-store' });
  };
}

interface Decided {
  readonly request: RequestRow;
  readonly client: StoredClient;
  /** Null: the person is not known here. */
  readonly userId: string | null;
}

async function refuse(service: OauthService, { request, client, userId }: Decided): Promise<string> {
  const { db, addresses, clock } = service;
  const now = clock();
  await db.transaction(async () => {
    if (!(await claimRequest(db, request.token_hash, now))) throw unknownRequest();
    const who = { user_id: userId, client_id: client.id, client_name: client.name };
    await recordAudit(db, { at: now, action: 'refused', ...who });
  });
  return callbackUrl(request.redirect_uri, {
    error: 'access_denied',
    error_description: 'The person refused the request.',
    state: request.state ?? undefined,
    iss: addresses.issuer,
  });
}

async function approve(
  service: OauthService,
  decided: Decided & {
    readonly userId: string;
    readonly organizationId: string;
    readonly scopes: readonly string[] | undefined;
  },
): Promise<string> {
  const { db, addresses, clock } = service;
  const { request, client, userId, organizationId } = decided;
  const scopes = keptScopes(decided.scopes, storedScopes(request.scopes));
  const memberships = await membershipsOf(db, userId);
  const membership = memberships.find((candidate) => candidate.organizationId === organizationId) ?? null;
  const decision = decide(membership, scopes);
  if (decision !== 'approve') {
    throw new OauthError(
      decision,
      decision === 'not_a_member'
        ? 'You are not an active member of this workspace.'
        : 'An owner or admin of this workspace must approve this request.',
    );
  }

  const now = clock();
  const code = newSecret();
  const grantId = newId();
  await db.transaction(async () => {
    if (!(await claimRequest(db, request.token_hash, now))) throw unknownRequest();
    await saveGrant(db, {
      id: grantId,
      organization_id: organizationId,
      user_id: userId,
      client_id: client.id,
      client_name: client.name,
      scopes: formatScope(scopes),
      created_at: now,
      activated_at: null,
      expires_at: now + familyLifetime,
      idle_expires_at: now + idleLifetime,
      refresh_hash: null,
      previous_hash: null,
      successor: null,
      rotated_at: null,
      generation: 0,
      last_used_at: null,
      call_count: 0,
      revoked_at: null,
      revoked_reason: null,
    });
    await saveCode(db, {
      code_hash: hashSecret(code),
      grant_id: grantId,
      client_id: client.id,
      redirect_uri: request.redirect_uri,
      code_challenge: request.code_challenge,
      created_at: now,
      expires_at: now + codeLifetime,
      used_at: null,
    });
    await recordAudit(db, {
      at: now,
      action: 'approved',
      organization_id: organizationId,
      user_id: userId,
      client_id: client.id,
      client_name: client.name,
      grant_id: grantId,
      detail: formatScope(scopes),
    });
  });
  return callbackUrl(request.redirect_uri, { code, state: request.state ?? undefined, iss: addresses.issuer });
}

/** The scopes the person left ticked: some or all of what was asked for. */
function keptScopes(ticked: readonly string[] | undefined, requested: readonly Scope[]): readonly Scope[] {
  if (ticked === undefined) return requested;
  const kept = scopesOf(ticked);
  if (!kept || !isSubset(kept, requested)) {
    throw invalid([{ path: 'scopes', message: 'must be scopes that the request asked for' }]);
  }
  return kept;
}

async function openRequest(
  service: OauthService,
  requestToken: string,
): Promise<{ request: RequestRow; client: StoredClient }> {
  const request = await findOpenRequest(service.db, hashSecret(requestToken), service.clock());
  const client = request && (await service.clients.find(request.client_id));
  if (!request || !client) throw unknownRequest();
  return { request, client };
}

function unknownRequest(): OauthError {
  return new OauthError('invalid_request_token', 'This request is unknown, expired, or was already decided.');
}

/** Problems that are named in one answer. */
const maximumProblems = 20;

function problemsOf(issue: z.core.$ZodIssue): OauthErrorDetail[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.join('.'), message: issue.message }];
  const allowed = Object.keys(decisionShape.shape).join(', ');
  return issue.keys.map((key) => ({ path: key.slice(0, 64), message: `is not known here; allowed are ${allowed}` }));
}

function decisionOf(req: Request): z.output<typeof decisionShape> {
  const contentType = req.headers['content-type'];
  if (mediaTypeOf(contentType) !== 'json') {
    throw new OauthError('unsupported_media_type', 'Send application/json.');
  }
  let body: unknown;
  try {
    body = parsedJson(contentType, bodyOf(req));
  } catch (error) {
    if (error instanceof OauthError && error.status === 415) throw error;
    throw invalid([{ path: '', message: 'The body is not valid JSON.' }]);
  }
  const parsed = decisionShape.safeParse(body);
  if (!parsed.success) {
    throw invalid(parsed.error.issues.flatMap(problemsOf).slice(0, maximumProblems));
  }
  return parsed.data;
}

function invalid(details: readonly OauthErrorDetail[]): OauthError {
  const message = details.map(({ path, message: text }) => (path ? `${path}: ${text}` : text)).join('; ');
  return new OauthError('validation_failed', message, { details });
}
