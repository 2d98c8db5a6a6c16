/**
 * The two public calls behind the consent page. The built-in page makes them over HTTP like anybody else's page would
 * (docs/consent-page.md), so what it can do, an integrator's page can do.
 */
import { z } from 'zod';

/** What `GET authorize/request` answers: what a consent page has to show. */
const consentRequest = z.object({
  client: z.object({
    id: z.string(),
    name: z.string(),
    uri: z.string().nullable().optional(),
    redirectHost: z.string(),
    redirectScheme: z.string(),
    loopback: z.boolean(),
    verified: z.boolean(),
    assistant: z.string().nullable(),
  }),
  scopes: z.array(z.object({ name: z.string(), title: z.string(), description: z.string(), sensitive: z.boolean() })),
  requiresAdmin: z.boolean(),
  organizations: z.array(
    z.object({
      organizationId: z.string(),
      name: z.string(),
      role: z.string(),
      canApprove: z.boolean(),
      approvableScopes: z.array(z.string()),
      admins: z.array(z.object({ displayName: z.string(), email: z.string() })),
      connections: z.object({ most: z.number(), approvingEnds: z.object({ clientName: z.string() }).nullable() }),
    }),
  ),
  existing: z.object({ scopes: z.array(z.string()) }).nullable(),
  context: z.object({ uiLocales: z.string().nullable() }),
  expiresAt: z.string(),
});

export type ConsentRequest = z.output<typeof consentRequest>;

const asked = z.object({ accessRequestId: z.string() });
const permitted = z.object({ app: z.string() });
const completed = z.object({ redirectUrl: z.string() });
const envelope = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** A person's answer. */
export interface Decision {
  readonly requestToken: string;
  readonly organizationId: string;
  readonly approved: boolean;
  /** Those left ticked, by name. Without it: all that were asked for. */
  readonly scopes?: readonly string[];
}

/** What members may then connect themselves. */
export interface Permit {
  readonly organizationId: string;
  /** A client id, or the name of an assistant. */
  readonly app: string;
  readonly scopes: readonly string[];
}

/** The call was refused; `code` is the error envelope's. */
export interface Refused {
  readonly refused: string;
  readonly status: number;
}

export interface ConsentCalls {
  lookUp(requestToken: string, sessionToken: string): Promise<ConsentRequest | Refused>;
  complete(decision: Decision, sessionToken: string): Promise<{ readonly redirectUrl: string } | Refused>;
  /** Asks owners and admins to permit the app. */
  ask(
    request: Omit<Decision, 'approved'>,
    sessionToken: string,
  ): Promise<{ readonly accessRequestId: string } | Refused>;
  /** Permits an app for the members of a workspace; for its owners and admins. */
  permit(permit: Permit, sessionToken: string): Promise<{ readonly app: string } | Refused>;
}

/**
 * The calls over HTTP.
 * @param authorizeUrl `{base_url}/mcp/oauth/authorize` of this service, as it reaches itself.
 */
export function consentCalls(authorizeUrl: string): ConsentCalls {
  const call = async <T>(
    schema: z.ZodType<T>,
    path: string,
    init: RequestInit,
    token: string,
  ): Promise<T | Refused> => {
    const response = await fetch(`${authorizeUrl}/${path}`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), Authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    });
    const body: unknown = await response.json();
    if (response.ok) return schema.parse(body);
    return { refused: envelope.parse(body).error.code, status: response.status };
  };
  return {
    lookUp: (requestToken, sessionToken) =>
      call(consentRequest, `request?requestToken=${encodeURIComponent(requestToken)}`, {}, sessionToken),
    ask: (request, sessionToken) =>
      call(
        asked,
        '../access-requests',
        { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) },
        sessionToken,
      ),
    permit: (permit, sessionToken) =>
      call(
        permitted,
        '../permits',
        { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(permit) },
        sessionToken,
      ),
    complete: (decision, sessionToken) =>
      call(
        completed,
        'complete',
        { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(decision) },
        sessionToken,
      ),
  };
}
