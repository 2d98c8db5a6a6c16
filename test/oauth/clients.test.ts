/** Clients that others wrote, against the real service: both generations of the MCP SDK, and oauth4webapi. */
import * as oauth from 'oauth4webapi';
import { callback, generations, Memory } from './support/sdk-clients';
import { startConsentingService, type ConsentingService } from './support/service';

let site: ConsentingService;
beforeAll(async () => {
  site = await startConsentingService();
});
afterAll(() => site.end());

describe.each(generations)('%s', (_name, begin) => {
  const memory = new Memory();
  const open = (remembered: Memory) => begin(site.resource, remembered);

  /** What the application does when it is told that it is not authorized. */
  const signIn = async () => {
    memory.opened = undefined;
    const attempt = open(memory);
    await expect(attempt.use()).rejects.toThrow(/unauthori[sz]ed/i);
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the attempt sets it
    if (!memory.opened) throw new Error('no authorization was begun');
    const back = await site.consent(memory.opened);
    expect(`${back.origin}${back.pathname}`).toBe(callback);
    expect(back.searchParams.get('state')).toBe('a-state-of-its-own');
    await attempt.finish(back);
  };

  test('discovers, registers, asks, redeems and uses the tools', async () => {
    await signIn();
    expect(memory.registrations).toBe(1);
    expect(memory.saved).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(await open(memory).use()).toBeGreaterThan(0);
  });

  test('refreshes by itself when the access token is no good any more', async () => {
    const before = memory.saved;
    if (!before) throw new Error('not signed in');
    memory.saved = { ...before, access_token: `${before.access_token}x` };
    expect(await open(memory).use()).toBeGreaterThan(0);
    expect(memory.saved.refresh_token).not.toBe(before.refresh_token);
    expect(memory.registrations).toBe(1);
  });

  test('a client the server has forgotten registers again instead of being locked out', async () => {
    await site.service.db.run('DELETE FROM oauth_clients WHERE id = ?', [memory.client?.client_id ?? '']);
    // Its page says so to the person at once; the application learns it from the next refresh.
    memory.saved = memory.saved && { ...memory.saved, access_token: 'gone' };
    await signIn();
    expect(memory.registrations).toBe(2);
    expect(await open(memory).use()).toBeGreaterThan(0);
  });
});

describe('oauth4webapi, strict but for plain http', () => {
  // The one relaxation: this server runs on http at 127.0.0.1.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out; the tests speak plain http
  const insecure = { [oauth.allowInsecureRequests]: true };
  const client = { client_id: '', token_endpoint_auth_method: 'none' };
  let server: oauth.AuthorizationServer;
  let refreshToken: string;

  test.each(['oauth2', 'oidc'] as const)('discovery by the %s path', async (algorithm) => {
    const issuer = new URL(site.issuer);
    const response = await oauth.discoveryRequest(issuer, { ...insecure, algorithm });
    server = await oauth.processDiscoveryResponse(issuer, response);
    expect(server.authorization_response_iss_parameter_supported).toBe(true);
  });

  test('protected resource metadata', async () => {
    const resource = new URL(site.resource);
    const response = await oauth.resourceDiscoveryRequest(resource, insecure);
    const metadata = await oauth.processResourceDiscoveryResponse(resource, response);
    expect(metadata.authorization_servers).toEqual([site.issuer]);
  });

  test('registration, authorization, redemption, use, refresh, revocation', async () => {
    const registration = await oauth.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: [callback], client_name: 'Strict', token_endpoint_auth_method: 'none' },
      insecure,
    );
    const registered = await oauth.processDynamicClientRegistrationResponse(registration);
    client.client_id = registered.client_id;

    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: callback,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: site.resource,
    }).toString();
    const back = oauth.validateAuthResponse(server, client, await site.consent(url), state);
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      back,
      callback,
      verifier,
      {
        ...insecure,
        additionalParameters: { resource: site.resource },
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900 });

    const request = new Request(site.resource, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
    const claims = await oauth.validateJwtAccessToken(server, request, site.resource, insecure);
    expect(claims.client_id).toBe(client.client_id);

    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      tokens.refresh_token ?? '',
      insecure,
    );
    const second = await oauth.processRefreshTokenResponse(server, client, refreshed);
    expect(second.refresh_token).not.toBe(tokens.refresh_token);
    refreshToken = second.refresh_token ?? '';

    const revocation = await oauth.revocationRequest(server, client, oauth.None(), refreshToken, insecure);
    await oauth.processRevocationResponse(revocation);
  });

  test('errors it can read', async () => {
    const refused = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, insecure);
    await expect(oauth.processRefreshTokenResponse(server, client, refused)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    });
    const unknown = { ...client, client_id: '2f1d9d0e-8f0e-4d57-9a43-0f6f3c3a7e11' };
    const forgotten = await oauth.refreshTokenGrantRequest(server, unknown, oauth.None(), refreshToken, insecure);
    await expect(oauth.processRefreshTokenResponse(server, unknown, forgotten)).rejects.toMatchObject({
      error: 'invalid_client',
      status: 401,
    });
  });
});
