/** Nothing that gives access is ever logged: the whole way, and many wrong turns, with the log at trace. */
import * as flow from './support/flow';
import { sessionSecret } from './support/server';
import { startConsentingService, type ConsentingService } from './support/service';

let site: ConsentingService;
beforeAll(async () => {
  site = await startConsentingService({
    LOG_LEVEL: 'trace',
    OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com',
  });
});
afterAll(() => site.end());

test('no code, token, key, verifier, request token or redirect URL appears in the log', async () => {
  const { service, workspace } = site;
  const secrets = new Map<string, string>([['session secret', sessionSecret]]);
  const keep = (name: string, value: unknown) => {
    if (typeof value !== 'string' || value.length < 16) throw new Error(`${name} was not seen`);
    secrets.set(`${name} ${secrets.size}`, value);
    return value;
  };
  const { OWNER } = workspace.people;
  keep('session', OWNER.session);

  for (let round = 0; round < 3; round += 1) {
    const clientId = await flow.register(site);
    const { verifier, challenge } = flow.pkce();
    keep('verifier', verifier);
    const state = keep('state', `state-of-the-client-${round}`);
    const requestToken = keep(
      'request token',
      await flow.begin(site, clientId, challenge, { state, scope: flow.fullScope }),
    );
    await flow.send(`${site.issuer}/authorize/request?requestToken=${requestToken}`, {
      headers: { Authorization: `Bearer ${OWNER.session}` },
    });
    const decision = { requestToken, organizationId: workspace.organizationId, approved: true };
    const completed = await flow.complete(site, OWNER, decision);
    const redirectUrl = keep('redirect URL', completed.said('redirectUrl'));
    const code = keep('code', new URL(redirectUrl).searchParams.get('code'));
    const first = await flow.token(site, flow.codeRequest(site, { clientId, code, verifier }));
    const tokens = {
      clientId,
      access: keep('access token', first.said('access_token')),
      refresh: keep('refresh token', first.said('refresh_token')),
    };
    await flow.call(site, tokens.access);
    const second = await flow.token(site, flow.refreshRequest(tokens));
    keep('access token', second.said('access_token'));
    keep('refresh token', second.said('refresh_token'));

    // Wrong turns: each of them once with everything in the wrong place.
    await flow.send(
      `${site.issuer}/token?${new URLSearchParams(flow.codeRequest(site, { clientId, code, verifier })).toString()}`,
      { method: 'POST' },
    );
    await flow.send(`${site.resource}?access_token=${tokens.access}`, { method: 'POST' });
    await flow.send(`${site.issuer}/authorize/request/${requestToken}`);
    await flow.send(`${site.issuer}/jwks/${tokens.refresh}`);
    await flow.postForm(`${site.issuer}/token`, `${tokens.refresh}=x&%zz=${code}`);
    await flow.token(site, { grant_type: tokens.refresh, client_id: code, refresh_token: [tokens.refresh] });
    await flow.token(site, flow.codeRequest(site, { clientId, code, verifier }));
    await flow.complete(site, OWNER, decision);
    await flow.complete(site, OWNER, { requestToken: [requestToken], organizationId: code, approved: verifier });
    await flow.postJson(`${site.issuer}/revoke`, { token: tokens.refresh });
    await flow.call(site, tokens.access);
  }

  // Errors of the database carry statements and values: make some in the middle of the way.
  const broken = await flow.register(site);
  const { verifier, challenge } = flow.pkce();
  const approved = { clientId: broken, code: keep('code', await approvedCode(broken, challenge)), verifier };
  await service.db.run('ALTER TABLE oauth_codes RENAME TO oauth_codes_gone');
  await service.db.run('ALTER TABLE oauth_grants RENAME TO oauth_grants_gone');
  const failed = await flow.token(site, flow.codeRequest(site, approved));
  expect([failed.status, failed.said('error', 'code')]).toEqual([500, 'internal_error']);
  const form = await flow.postForm(`${site.issuer}/token`, flow.codeRequest(site, approved));
  expect([form.status, form.said('error')]).toEqual([500, 'server_error']);
  const requestToken = keep('request token', await flow.begin(site, broken, challenge));
  const decision = { requestToken, organizationId: workspace.organizationId, approved: true };
  expect((await flow.complete(site, OWNER, decision)).status).toBe(500);
  await service.db.run('ALTER TABLE oauth_codes_gone RENAME TO oauth_codes');
  await service.db.run('ALTER TABLE oauth_grants_gone RENAME TO oauth_grants');

  const keys = await service.db.select<{ material: string }>('SELECT material FROM oauth_keys');
  for (const { material } of keys) keep('key', material.split('\n')[1] ?? material);

  const log = service.logLines.join('\n');
  // The log is at work: it has the requests and the failures.
  expect(log).toContain('/token"');
  expect(log).toContain('request failed');
  for (const [name, secret] of secrets) {
    for (const form of new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      secret.slice(0, 24),
    ])) {
      // Named, not shown, should it ever fail.
      expect([name, log.includes(form)]).toEqual([name, false]);
    }
  }
});

async function approvedCode(clientId: string, challenge: string): Promise<string | null> {
  const requestToken = await flow.begin(site, clientId, challenge);
  const decision = { requestToken, organizationId: site.workspace.organizationId, approved: true };
  const answer = await flow.complete(site, site.workspace.people.OWNER, decision);
  return new URL(answer.said('redirectUrl')).searchParams.get('code');
}
