/** POST /mcp/oauth/authorize/complete: the person's decision. */
import { z } from 'zod';
import type { Scope } from '../../auth/rights';
import { newId } from '../../database/new-id';
import { recordAudit } from '../../store/log/audit';
import type { StoredClient } from '../../store/oauth/clients';
import { deleteDeadApprovals, saveGrant } from '../../store/oauth/grants';
import { permitsFor } from '../../store/oauth/admin-consents';
import type { PlaceOf } from '../../store/access/session-rows';
import { claimRequest, saveCode } from '../../store/oauth/requests';
import type { RequestRow } from '../../store/tables/oauth';
import { assistantOf } from '../../shared/assistants';
import { decide } from '../../auth/consent-policy';
import { deadRequest, onlyWorkspaceOf, openRequest } from './consent-request';
import { OauthError } from './errors';
import { sessionEndpoint, type AnswerOf } from './endpoint';
import { invalid, organizationIdShape } from './json-body';
import { codeLifetime, familyLifetime, idleLifetime } from './lifetimes';
import { appsOf, assistantApp } from '../../auth/admin-consent';
import { callbackUrl } from '../../shared/redirect-uri';
import { formatScope, isSubset, scopesOf, storedScopes } from '../../auth/scope';
import { hashSecret, newSecret } from './secrets';
import type { OauthService } from './service';
import { byAdmins, decideInTurn } from './person-places';
import type { AskedSession } from './session';

/** Errors for the client when the person refuses (RFC 6749 §4.1.2.1). */
const refusalErrors = [
  'access_denied',
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
] as const;

/** The body that a consent page sends. */
export const decisionShape = z
  .strictObject({
    requestToken: z
      .string('is required')
      .min(1, 'is required')
      .max(256, 'is too long')
      .describe('The `requestToken` that the consent page was opened with.'),
    organizationId: organizationIdShape.optional().describe('The workspace to connect; required to approve.'),
    approved: z.boolean('must be true or false').describe('What the person decided.'),
    scopes: z
      .array(z.string())
      .min(1, 'must name at least one scope')
      .max(50)
      .optional()
      .describe('The scopes the person left ticked; all that were asked for when omitted.'),
    error: z
      .enum(refusalErrors, `must be one of ${refusalErrors.join(', ')}`)
      .optional()
      .describe('What the client is told when `approved` is false; `access_denied` when omitted.'),
  })
  .refine((body) => !body.approved || body.organizationId !== undefined, {
    path: ['organizationId'],
    error: 'is required to approve',
  })
  .refine((body) => !body.approved || body.error === undefined, {
    path: ['error'],
    error: 'is for a refusal, with approved false',
  });

const decided = z.object({ redirectUrl: z.url().describe('Where to send the browser. A secret: never log it.') });

export const completeEndpoint = sessionEndpoint({
  id: 'complete_authorization',
  summary: 'The decision of the person',
  text: 'For the consent page alone. Once.',
  takes: { name: 'OauthDecision', schema: decisionShape },
  answers: { status: 200, description: 'Decided, either way.', body: { name: 'OauthDecided', schema: decided } },
  headers: { 'Cache-Control': 'no-store' },
  errors: [...byAdmins, 'invalid_request_token'],
  run: ({ service, session, body }) => complete(service, session, body()),
});

/** Carries out the decision of this session's person. @returns where the browser goes. */
export async function complete(
  service: OauthService,
  session: AskedSession,
  decision: z.output<typeof decisionShape>,
): Promise<AnswerOf<typeof decided>> {
  service.decisions.use([session.subject]);
  const { request, client } = await openRequest(service, decision.requestToken);
  const membership = session.places.find(({ organizationId }) => organizationId === decision.organizationId) ?? null;
  const attempt = { step: 'consent', clientId: client.id, requestId: '' } as const;
  const here = { organizationId: membership?.organizationId };
  try {
    if (decision.approved) {
      const { scopes, organizationId = '' } = decision;
      const redirectUrl = await approve(service, { request, client, session, membership, organizationId, scopes });
      service.attempts?.note({ ...attempt, ...here, outcome: 'ok' });
      return { redirectUrl };
    }
    const code = decision.error ?? 'access_denied';
    const redirectUrl = await refuse(service, { request, client }, session.person?.id ?? null, code);
    service.attempts?.note({ ...attempt, outcome: 'refused', code, reason: 'The person refused the request.' });
    return { redirectUrl };
  } catch (error) {
    if (error instanceof OauthError)
      service.attempts?.note({ ...attempt, ...here, outcome: 'refused', code: error.code, reason: error.message });
    throw error;
  }
}

interface Decided {
  readonly request: RequestRow;
  readonly client: StoredClient;
}

async function refuse(
  service: OauthService,
  { request, client }: Decided,
  userId: string | null,
  error: (typeof refusalErrors)[number],
): Promise<string> {
  const { db, mcp, clock } = service;
  const now = clock();
  await db.transaction(async () => {
    if (!(await claimRequest(db, request.token_hash, now))) throw deadRequest('used');
    const who = { user_id: userId, client_id: client.id, client_name: client.name };
    await recordAudit(db, { at: now, action: 'refused', ...who });
  });
  return callbackUrl(request.redirect_uri, {
    error,
    error_description: 'The person refused the request.',
    state: request.state ?? undefined,
    iss: mcp.at(request.asked_host).issuer,
  });
}

const otherWorkspace =
  'This request is for another workspace: the address of the endpoint or the application is its own.';

/** A code lives for a minute. After that, its connection is still checked for a while. */
const deadAfter = 10 * codeLifetime;

interface Approval extends Decided {
  readonly session: AskedSession;
  /** The person's membership of the workspace; null if they are not a member. */
  readonly membership: PlaceOf | null;
  readonly organizationId: string;
  readonly scopes: readonly string[] | undefined;
}

async function approve(service: OauthService, decided: Approval): Promise<string> {
  const { db, mcp, clock, redirects } = service;
  const { request, client, session, membership, organizationId } = decided;
  const only = onlyWorkspaceOf(service, request, client);
  if (only !== undefined && only !== organizationId) throw new OauthError('not_a_member', otherWorkspace);
  const scopes = tickedScopes(decided.scopes, storedScopes(request.scopes));
  const requireApproval = async (place: PlaceOf | null): Promise<PlaceOf> => {
    const permits = await permitsFor(db, appsOf(client.id, request.redirect_uri, redirects.assistants));
    const decision = decide(place, scopes, storedScopes(permits.get(organizationId) ?? ''));
    if (decision === 'approve' && place) return place;
    throw new OauthError(
      decision === 'approve' ? 'not_a_member' : decision,
      decision === 'admin_required'
        ? 'An owner or admin of this workspace must approve this request, or permit this app for its members.'
        : 'You are not an active member of this workspace.',
    );
  };
  const { userId } = await requireApproval(membership);
  const now = clock();
  const code = newSecret();
  const grantId = newId();
  const assistant = assistantOf(request.redirect_uri, redirects.assistants);
  await decideInTurn(service, organizationId, async () => {
    if (!(await claimRequest(db, request.token_hash, now))) throw deadRequest('used');
    // Asked again where the connection is made: session and role may have gone since they were looked up.
    await requireApproval((await session.again()).places.find((one) => one.organizationId === organizationId) ?? null);
    await deleteDeadApprovals(db, { userId, organizationId, before: now - deadAfter });
    await saveGrant(db, {
      id: grantId,
      organization_id: organizationId,
      user_id: userId,
      client_id: client.id,
      client_name: client.name,
      scopes: formatScope(scopes),
      created_at: now,
      expires_at: now + familyLifetime,
      idle_expires_at: now + idleLifetime,
      assistant: assistant === undefined ? null : assistantApp(assistant),
      resource: request.resource,
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
  return callbackUrl(request.redirect_uri, {
    code,
    state: request.state ?? undefined,
    iss: mcp.at(request.asked_host).issuer,
  });
}

/** The scopes that the person left ticked: some or all of the requested ones. */
function tickedScopes(ticked: readonly string[] | undefined, requested: readonly Scope[]): readonly Scope[] {
  if (ticked === undefined) return requested;
  const chosen = scopesOf(ticked);
  if (!chosen || !isSubset(chosen, requested)) {
    throw invalid([{ path: 'scopes', message: 'must be scopes that the request asked for' }]);
  }
  return chosen;
}
