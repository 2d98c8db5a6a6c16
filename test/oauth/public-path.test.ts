/** PUBLIC_URL with a path of its own: everything is reached, and named, below it, through a proxy that cuts the path or keeps it. */
import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import { bearer } from '../support/service';
import { seedWorkspace } from '../support/seed';
import { post, stateless } from '../mcp/support/messages';
import { approve, codeRequest, redirectUri, send, token } from './support/flow';
import { startProxy, type Proxy } from './support/proxy';
import { startConsentingService, type ConsentingService } from './support/service';

// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out; the tests speak plain http
const insecure = { [oauth.allowInsecureRequests]: true };

describe.each([
  { proxy: 'cuts the path off', cuts: true, path: '/leadlight' },
  { proxy: 'keeps the path', cuts: false, path: '/leadlight' },
  { proxy: 'keeps a path of two parts', cuts: false, path: '/tools/leads' },
])('behind a proxy that $proxy', ({ cuts, path }) => {
  let proxy: Proxy;
  let site: ConsentingService;
  let publicUrl: string;
  let endpoints: { issuer: string; resource: string };

  beforeAll(async () => {
    proxy = await startProxy(path, cuts);
    publicUrl = `${proxy.origin}${path}`;
    // As somebody may write it: with a final slash.
    site = await startConsentingService({
      PUBLIC_URL: `${publicUrl}/`,
      OAUTH_ALLOWED_REDIRECT_ORIGINS: new URL(redirectUri).origin,
    });
    proxy.forwardTo(site.service.port);
    endpoints = { issuer: `${publicUrl}/api/v1/mcp/oauth`, resource: `${publicUrl}/api/v1/mcp` };
  });
  afterAll(async () => {
    await proxy.close();
    await site.end();
  });

  test('a call without a token names the metadata where RFC 9728 puts it', async () => {
    const refused = await post(endpoints.resource, undefined, stateless('tools/list'));
    expect(refused.status).toBe(401);
    const metadata = `${proxy.origin}/.well-known/oauth-protected-resource${path}/api/v1/mcp`;
    expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`);
    expect((await send(metadata)).json).toMatchObject({
      resource: endpoints.resource,
      authorization_servers: [endpoints.issuer],
    });
  });

  test('a strict client finds both documents, and everything they name is below the public address', async () => {
    const resource = new URL(endpoints.resource);
    const found = await oauth.resourceDiscoveryRequest(resource, insecure);
    const metadata = await oauth.processResourceDiscoveryResponse(resource, found);
    const issuer = new URL(metadata.authorization_servers?.[0] ?? '');
    for (const algorithm of ['oauth2', 'oidc'] as const) {
      const response = await oauth.discoveryRequest(issuer, { ...insecure, algorithm });
      const server = await oauth.processDiscoveryResponse(issuer, response);
      const named = Object.entries(server).filter(([name]) => /_endpoint$|_uri$/.test(name));
      expect(named.length).toBeGreaterThan(4);
      for (const [, address] of named) expect(address).toMatch(new RegExp(`^${endpoints.issuer}/\\w+$`));
    }
    expect((await send(`${endpoints.issuer}/jwks`)).status).toBe(200);
  });

  test('a connection is made on the consent page and used', async () => {
    const approved = await approve(endpoints, site.workspace);
    const issued = await token(endpoints, codeRequest(endpoints, approved));
    const access = issued.said('access_token');
    expect(decodeJwt(access)).toMatchObject({ iss: endpoints.issuer, aud: endpoints.resource });
    const called = await post(endpoints.resource, access, stateless('tools/list'));
    expect([called.status, called.json?.error]).toEqual([200, undefined]);
  });

  test('the consent page and what it links to open', async () => {
    const { clientId } = await approve(endpoints, site.workspace);
    const authorize = new URL(`${endpoints.issuer}/authorize`);
    authorize.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
      code_challenge_method: 'S256',
    }).toString();
    const toConsent = await send(authorize.href);
    const consent = new URL(toConsent.headers.get('location') ?? '');
    expect([toConsent.status, consent.origin + consent.pathname]).toEqual([302, `${publicUrl}/consent`]);
    const page = await send(consent.href);
    expect([page.status, page.text.includes('<form method="post" action="sign-in">')]).toEqual([200, true]);
    for (const [, link = ''] of page.text.matchAll(/href="([^"]+)"/g)) {
      expect((await send(new URL(link, consent).href)).status).toBe(200);
    }
  });

  test('the REST reads answer, and the OpenAPI document names them', async () => {
    const { organizationId, leadIds } = await seedWorkspace(site.service.db, `behind ${path} ${cuts}`);
    const headers = bearer(await site.service.key(organizationId));
    const list = await send(`${publicUrl}/api/v1/customer/leads?limit=1`, { headers });
    expect(list.json).toMatchObject({ data: [{ id: leadIds[0] }] });

    const { json } = await send(`${publicUrl}/api/v1/openapi.json`);
    expect(json).toMatchObject({
      servers: [{ url: `${publicUrl}/api/v1` }],
    });
    expect(JSON.stringify(json).match(/"servers"/g)).toHaveLength(1);
    const root = await send(`${publicUrl}/api/v1/openapi-root.json`);
    expect(root.json).toMatchObject({
      servers: [{ url: proxy.origin }],
      paths: {
        [`${path}/healthz`]: {},
        [`/.well-known/oauth-protected-resource${path}/api/v1/mcp`]: {},
      },
    });
    expect((await send(`${publicUrl}/healthz`)).status).toBe(200);
  });

  test('the bare address leads to the documentation', async () => {
    for (const address of [`${publicUrl}/`, `${publicUrl}/api/v1/`, ...(cuts ? [] : [publicUrl])]) {
      const answer = await send(address);
      const location = new URL(answer.headers.get('location') ?? '', address).href;
      expect([address, answer.status, location]).toEqual([address, 302, `${publicUrl}/api/v1/docs`]);
    }
    const page = await send(`${publicUrl}/api/v1/docs`);
    for (const [, link = ''] of page.text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      expect((await send(new URL(link, `${publicUrl}/api/v1/docs`).href)).status).toBe(200);
    }
  });
});
