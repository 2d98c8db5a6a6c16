/** An application with a scheme of its own is returned to through the built-in pages. */
import { startConsentService, password, person, type ConsentService } from './support/service';
import * as flow from '../oauth/support/flow';

let service: ConsentService;
beforeAll(async () => {
  service = await startConsentService();
  await person(service, 'owner@example.com', { Acme: 'OWNER' });
});
afterAll(() => service.close());

test('Cursor registers all its addresses together and gets its code at its own scheme', async () => {
  const endpoints = { issuer: `${service.url}/api/v1/mcp/oauth`, resource: `${service.url}/api/v1/mcp` };
  const redirectUri = 'cursor://anysphere.cursor-mcp/oauth/callback';
  const clientId = await flow.register(endpoints, {
    client_name: 'Cursor',
    redirect_uris: [redirectUri, 'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
  });
  const { verifier, challenge } = flow.pkce();
  const requestToken = await flow.begin(endpoints, clientId, challenge, { redirect_uri: redirectUri });
  const cookies = new Map<string, string>();
  const visit = async (path: string, form?: Record<string, string>) => {
    const answer = await flow.send(`${service.url}/${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return answer.text;
  };
  const token = (page: string, name: string) => new RegExp(`name="${name}"\\s+value="([^"]+)"`).exec(page)?.[1] ?? '';
  const asked = await visit(`consent?requestToken=${requestToken}`);
  const formToken = token(asked, 'formToken');
  await visit('sign-in', { requestToken, formToken, email: 'owner@example.com', password });
  const consent = await visit(`consent?requestToken=${requestToken}`);
  const organizationId = token(consent, 'organizationId');
  const done = await visit('consent', {
    requestToken,
    formToken,
    organizationId,
    scope: 'workspace:read',
    decision: 'approve',
  });
  const back = /href="(cursor:[^"]+)"/.exec(done)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(back.startsWith(`${redirectUri}?`)).toBe(true);
  const code = new URL(back).searchParams.get('code') ?? '';
  const issued = await flow.token(endpoints, {
    ...flow.codeRequest(endpoints, { clientId, code, verifier }),
    redirect_uri: redirectUri,
  });
  expect([issued.status, issued.said('scope')]).toEqual([200, 'workspace:read']);
  expect(service.errors()).toEqual([]);
});
