/** The steps of a connection, as plain HTTP requests; each answers status, headers and body. */
import { createHash, randomBytes } from 'node:crypto';
import type { Person, TestWorkspace } from './server';

/** Where requests go. */
export type Endpoints = { readonly issuer: string; readonly resource: string };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; `undefined` when it is no JSON. */
  readonly json: unknown;
  /**
   * A text in the body.
   * @param names that lead to it, from the outside in.
   * @throws Error when there is none; it does not show the body, which may hold a secret.
   */
  said(...names: readonly string[]): string;
}

export const redirectUri = 'https://app.example.com/callback';
export const fullScope = 'workspace:read leads:read analytics:read agent:read';
export const plainScope = 'workspace:read analytics:read agent:read';

export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    said(...names) {
      const value = names.reduce(member, json);
      if (typeof value === 'string') return value;
      throw new Error(`the answer with status ${response.status} has no text ${names.join('.')}`);
    },
  };
}

/** A member of a JSON value; undefined where it has none. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

export function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export function postForm(url: string, body: Record<string, string> | string): Promise<Answer> {
  const text = typeof body === 'string' ? body : new URLSearchParams(body).toString();
  return send(url, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: text });
}

export async function register(server: Endpoints, metadata: Record<string, unknown> = {}): Promise<string> {
  const answer = await postJson(`${server.issuer}/register`, {
    redirect_uris: [redirectUri],
    client_name: 'Assistant',
    ...metadata,
  });
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status}`);
  return answer.said('client_id');
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export type Query = Record<string, string | readonly string[] | undefined>;

export function authorizeUrl(server: Endpoints, clientId: string, challenge: string, changes: Query = {}): string {
  const parameters: Query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: plainScope,
    state: 'the-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    for (const item of typeof value === 'string' ? [value] : value) query.append(name, item);
  }
  return `${server.issuer}/authorize?${query.toString()}`;
}

/** A request that waits for a decision. */
export async function begin(
  server: Endpoints,
  clientId: string,
  challenge: string,
  changes: Query = {},
): Promise<string> {
  const answer = await send(authorizeUrl(server, clientId, challenge, changes));
  const token = new URL(answer.headers.get('location') ?? 'none:').searchParams.get('requestToken');
  if (answer.status !== 302 || token === null) throw new Error(`authorize answered ${answer.status}`);
  return token;
}

export function complete(server: Endpoints, person: Person, body: Record<string, unknown>): Promise<Answer> {
  return postJson(`${server.issuer}/authorize/complete`, body, { Authorization: `Bearer ${person.session}` });
}

export interface Approved {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
}

/** A code, not redeemed yet. */
export async function approve(
  server: Endpoints,
  workspace: TestWorkspace,
  options: { clientId?: string; person?: Person; scope?: string; redirectUri?: string } = {},
): Promise<Approved> {
  const clientId = options.clientId ?? (await register(server));
  const { verifier, challenge } = pkce();
  const requestToken = await begin(server, clientId, challenge, {
    scope: options.scope ?? plainScope,
    redirect_uri: options.redirectUri ?? redirectUri,
  });
  const answer = await complete(server, options.person ?? workspace.people.OWNER, {
    requestToken,
    organizationId: workspace.organizationId,
    approved: true,
  });
  if (answer.status !== 200) throw new Error(`complete answered ${answer.status}`);
  const code = new URL(answer.said('redirectUrl')).searchParams.get('code');
  if (code === null) throw new Error('the callback has no code');
  return { clientId, code, verifier };
}

export function codeRequest(server: Endpoints, approved: Approved): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: approved.code,
    redirect_uri: redirectUri,
    client_id: approved.clientId,
    code_verifier: approved.verifier,
  };
}

export function refreshRequest(tokens: Tokens, changes: Record<string, string> = {}): Record<string, string> {
  return { grant_type: 'refresh_token', refresh_token: tokens.refresh, client_id: tokens.clientId, ...changes };
}

export function token(server: Endpoints, body: unknown): Promise<Answer> {
  return postJson(`${server.issuer}/token`, body);
}

export interface Tokens {
  readonly clientId: string;
  readonly access: string;
  readonly refresh: string;
}

/** A connected assistant. */
export async function connect(
  server: Endpoints,
  workspace: TestWorkspace,
  options: Parameters<typeof approve>[2] = {},
): Promise<Tokens> {
  const approved = await approve(server, workspace, options);
  const answer = await token(server, codeRequest(server, approved));
  if (answer.status !== 200) throw new Error(`token answered ${answer.status}`);
  return { clientId: approved.clientId, access: answer.said('access_token'), refresh: answer.said('refresh_token') };
}

/** What the resource says to an access token. */
export function call(server: Endpoints, accessToken: string): Promise<Answer> {
  return send(server.resource, { method: 'POST', headers: { Authorization: `Bearer ${accessToken}` } });
}
