/** The running service as an assistant meets it: its addresses, found the way assistants find them. */
import { fieldOf } from '../../../shared/records';

/** A step that went wrong, in words. */
export class StepFailed extends Error {}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown;
}

/** Assistants give up after ten seconds (claude.ai). */
const patienceMs = 10_000;

/** A service that is asked. `base` is where requests go, `publicUrl` what the service calls itself; both without a final slash. */
export interface Site {
  readonly base: string;
  readonly publicUrl: string;
  /** The address that a person gives an assistant. */
  readonly resource: string;
  readonly authorizeEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string;
  readonly revocationEndpoint: string;
  /** Whether it takes an https URL as client id. */
  readonly takesDocuments: boolean;
}

/** How OpenSSL and Node name what is wrong with a certificate: expired, self-signed, incomplete chain, another name. */
const aboutCertificate = /CERT|SIGNATURE|ISSUER/;

/** Sends one request, without following redirects. @throws StepFailed when there is no answer. */
export async function ask(url: string, init: RequestInit = {}): Promise<HttpAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  } catch (error) {
    const cause = String(fieldOf(fieldOf(error, 'cause'), 'code') ?? fieldOf(error, 'name'));
    const says = aboutCertificate.test(cause) ? 'has a certificate that assistants refuse' : 'does not answer';
    throw new StepFailed(`${new URL(url).origin} ${says} (${cause})`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text member of an answer. @throws StepFailed naming it when it is missing. */
export function textMember(answer: HttpAnswer, member: string): string {
  const value = fieldOf(answer.json, member);
  if (typeof value === 'string' && value !== '') return value;
  throw new StepFailed(`the answer has no ${member}: ${said(answer)}`);
}

/** What an answer says, in a few words: its error, else its status. */
export function said({ status, json }: HttpAnswer): string {
  const error = fieldOf(json, 'error');
  const message = fieldOf(error, 'message') ?? fieldOf(json, 'error_description');
  const code = fieldOf(fieldOf(error, 'data'), 'code') ?? fieldOf(error, 'code') ?? error;
  const words = [code, message].filter((part) => typeof part === 'string' || typeof part === 'number');
  return [`HTTP ${status}`, words.join(': ')].filter((part) => part !== '').join(', ');
}

/** @throws StepFailed unless the answer has this status. */
export function expectStatus(answer: HttpAnswer, status: number): HttpAnswer {
  if (answer.status === status) return answer;
  throw new StepFailed(`expected HTTP ${status}: ${said(answer)}`);
}

/** The same address at `base` instead of the public one. */
const at = ({ base, publicUrl }: Pick<Site, 'base' | 'publicUrl'>, url: string) =>
  url.startsWith(publicUrl) ? base + url.slice(publicUrl.length) : url;

const mcpPath = '/api/v1/mcp';

export interface Found {
  readonly site: Site;
  /** One line for each thing that was found. */
  readonly details: readonly string[];
}

/**
 * Finds the service: the challenge, the metadata of the endpoint, the metadata of the authorization server.
 * @param base address of the service, without a final slash. @throws StepFailed
 */
export async function discover(base: string): Promise<Found> {
  const asked = await ask(base + mcpPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  expectStatus(asked, 401);
  const challenge = asked.headers.get('www-authenticate') ?? '';
  const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1];
  if (metadataUrl === undefined) throw new StepFailed('the 401 has no WWW-Authenticate with resource_metadata');
  // RFC 9728 §3.1: the well-known part stands between host and path.
  const named = new URL(metadataUrl);
  const path = named.pathname.replace('/.well-known/oauth-protected-resource', '');
  if (!path.endsWith(mcpPath)) throw new StepFailed(`the challenge names ${metadataUrl}, which is not of ${mcpPath}`);
  const publicUrl = named.origin + path.slice(0, -mcpPath.length);
  const places = { base, publicUrl };
  const wellKnown = (name: string, of: string) => {
    const url = new URL(of);
    // A proxy may take the path away, so the service is asked at its own root; the public address is asked as it is.
    const own =
      base === publicUrl ? url.pathname : url.pathname.slice(new URL(publicUrl).pathname.replace(/\/$/, '').length);
    return `${base === publicUrl ? url.origin : base}/.well-known/${name}${own}`;
  };
  const resource = publicUrl + mcpPath;
  const about = expectStatus(await ask(wellKnown('oauth-protected-resource', resource)), 200);
  if (textMember(about, 'resource') !== resource)
    throw new StepFailed(`its metadata names another resource: ${resource} is expected`);
  const servers = fieldOf(about.json, 'authorization_servers');
  const issuer: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof issuer !== 'string') throw new StepFailed('its metadata names no authorization server');
  const server = expectStatus(await ask(wellKnown('oauth-authorization-server', issuer)), 200);
  const takesDocuments = fieldOf(server.json, 'client_id_metadata_document_supported') === true;
  return {
    site: {
      ...places,
      resource,
      authorizeEndpoint: at(places, textMember(server, 'authorization_endpoint')),
      tokenEndpoint: at(places, textMember(server, 'token_endpoint')),
      registrationEndpoint: at(places, textMember(server, 'registration_endpoint')),
      revocationEndpoint: at(places, textMember(server, 'revocation_endpoint')),
      takesDocuments,
    },
    details: [
      `401 names ${metadataUrl}`,
      `the endpoint is ${resource}`,
      `the authorization server is ${issuer}; it ${takesDocuments ? 'takes' : 'does not take'} metadata documents`,
    ],
  };
}
