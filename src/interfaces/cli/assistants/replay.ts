/** Connects as a vendor's assistant does, from its dated fixture (src/shared/vendors), and tells each step. */
import { createHash, randomBytes } from 'node:crypto';
import { fieldOf } from '../../../shared/records';
import type { Vendor } from '../../../shared/vendors';
import { ask, expectStatus, said, StepFailed, textMember, type HttpAnswer, type Site } from './site';

/** How an assistant makes itself known. */
export type Way =
  | { readonly by: 'document'; readonly clientId: string; readonly seen: string }
  | { readonly by: 'registration'; readonly body: Vendor['registrations'][number]['body']; readonly seen: string };

export const waysOf = ({ documents, registrations }: Vendor): readonly Way[] => [
  ...documents.map(({ seen, document }): Way => ({ by: 'document', clientId: document.client_id, seen })),
  ...registrations.map(({ seen, body }): Way => ({ by: 'registration', body, seen })),
];

export interface StepResult {
  readonly assistant: string;
  /** With the day of the fixture. */
  readonly by: string;
  readonly step: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface Replay {
  readonly site: Site;
  /** Decides on the consent page; returns where the browser goes. Undefined: nobody can sign in from here. */
  readonly approve: ((requestToken: string) => Promise<HttpAnswer>) | undefined;
  /** Why a copy of the document was used; undefined for a document that the service fetched. */
  standInFor(clientId: string): Promise<string | undefined>;
  tell(step: StepResult): void;
}

class Stopped extends Error {}

/** Replays one way of one assistant. It stops at the first step that fails. */
export async function replay({ site, approve, standInFor, tell }: Replay, vendor: Vendor, way: Way): Promise<void> {
  const line = { assistant: vendor.title, by: `${way.by} of ${way.seen}` };
  const step = async <Value>(name: string, work: () => Promise<readonly [Value, string]>): Promise<Value> => {
    try {
      const [value, detail] = await work();
      tell({ ...line, step: name, ok: true, detail });
      return value;
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      tell({ ...line, step: name, ok: false, detail: error.message });
      throw new Stopped();
    }
  };
  const { request } = vendor;
  // Some register another address than their document names.
  const redirectUri = way.by === 'document' ? request.redirectUri : (way.body.redirect_uris[0] ?? request.redirectUri);
  const resource: Record<string, string> = request.resource ? { resource: site.resource } : {};
  const verifier = randomBytes(32).toString('base64url');

  try {
    const clientId =
      way.by === 'document'
        ? way.clientId
        : await step('registration', async () => {
            const answer = expectStatus(await postJson(site.registrationEndpoint, way.body), 201);
            const registered = fieldOf(answer.json, 'redirect_uris');
            const many = Array.isArray(registered) ? registered.length : 0;
            return [
              textMember(answer, 'client_id'),
              `${many} of ${way.body.redirect_uris.length} redirect URIs taken`,
            ] as const;
          });
    const requestToken = await step('authorization', async () => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'leadlight-assistants-check',
        ...(request.scope === undefined ? {} : { scope: request.scope }),
        ...resource,
      });
      const token = consentOf(await ask(`${site.authorizeEndpoint}?${query.toString()}`));
      const why = way.by === 'document' ? await standInFor(clientId) : undefined;
      return [token, why ?? 'leads to the consent page'] as const;
    });
    if (!approve) {
      tell({
        ...line,
        step: 'consent',
        ok: true,
        detail: 'not tried: SESSION_TOKEN_JWKS_URL is set, so your application signs people in',
      });
      return;
    }
    const code = await step('consent', async () => {
      const answer = expectStatus(await approve(requestToken), 200);
      const back = new URL(textMember(answer, 'redirectUrl'));
      const given = back.searchParams.get('code');
      if (given === null)
        throw new StepFailed(`the browser goes back with ${back.searchParams.get('error') ?? 'no code'}`);
      return [given, `the browser goes back to ${back.host || back.protocol}`] as const;
    });
    const first = await step('redemption', async () => {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
      return tokensIn(await postForm(site.tokenEndpoint, { ...form, client_id: clientId, ...resource }));
    });
    await step('first call', () => firstCall(site, first.access));
    const second = await step('refresh', async () => {
      const form = { grant_type: 'refresh_token', refresh_token: first.refresh, client_id: clientId };
      return tokensIn(await postForm(site.tokenEndpoint, form));
    });
    await step('call after refresh', () => firstCall(site, second.access));
    await step('end', async () => {
      const form = { token: second.refresh, client_id: clientId };
      expectStatus(await postForm(site.revocationEndpoint, form), 200);
      return [undefined, 'the connection is ended'] as const;
    });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}

/** The request token of an answer to an authorization request. */
function consentOf(answer: HttpAnswer): string {
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) {
    const sentence = /<p lang="en">([^<]+)<\/p>/.exec(answer.text)?.[1];
    throw new StepFailed(sentence ?? said(answer));
  }
  const to = new URL(location);
  const token = to.searchParams.get('requestToken');
  if (token !== null) return token;
  const { error = 'no error', error_description: why = '' } = Object.fromEntries(to.searchParams);
  throw new StepFailed([error, why].filter((part) => part !== '').join(': '));
}

function tokensIn(answer: HttpAnswer) {
  expectStatus(answer, 200);
  const tokens = { access: textMember(answer, 'access_token'), refresh: textMember(answer, 'refresh_token') };
  const lasts = fieldOf(answer.json, 'expires_in');
  return [tokens, `granted ${textMember(answer, 'scope')}; the token lasts ${String(lasts)} s`] as const;
}

async function firstCall(site: Site, access: string) {
  const url =
    site.base + new URL(site.resource).pathname.slice(new URL(site.publicUrl).pathname.replace(/\/$/, '').length);
  const headers = { authorization: `Bearer ${access}`, 'mcp-protocol-version': '2025-06-18' };
  const answer = expectStatus(
    await postJson(url, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }, headers),
    200,
  );
  const tools = fieldOf(fieldOf(answer.json, 'result'), 'tools');
  if (!Array.isArray(tools)) throw new StepFailed(`no tools: ${said(answer)}`);
  return [undefined, `${tools.length} tools`] as const;
}

/** Posts JSON as assistants do. */
export const postJson = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });

const postForm = (url: string, form: Readonly<Record<string, string>>) =>
  ask(url, { method: 'POST', body: new URLSearchParams(form) });
