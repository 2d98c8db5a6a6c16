/** API keys at the endpoint: their flags as rights, and what a credential at the wrong door is told. */
import { z } from 'zod';
import { createApiKey, revokeApiKey } from '../../src/auth/api-keys';
import { createProvisioningKey } from '../../src/auth/provisioning-keys';
import { dataAccessFlags, type DataAccessFlag } from '../../src/auth/rights';
import { seedWorkspace } from '../support/seed';
import { startTestService, type TestService } from '../support/service';
import { post, stateless } from './support/messages';

let on: TestService;
let off: TestService;
let organizationId: string;
let otherId: string;
beforeAll(async () => {
  on = await startTestService({ env: { MCP_API_KEYS: 'on' } });
  off = await startTestService();
  organizationId = (await seedWorkspace(on.db, 'Keys', 3)).organizationId;
  otherId = (await seedWorkspace(on.db, 'Other keys', 1)).organizationId;
});
afterAll(async () => {
  await on.end();
  await off.end();
});

const made = (flags: readonly DataAccessFlag[] = dataAccessFlags, mcp = true, expiresAt: number | null = null) =>
  createApiKey(on.db, { organizationId, name: 'nightly', dataAccess: flags, expiresAt, mcp });
const withoutFlag = async (flag: DataAccessFlag) => (await made(dataAccessFlags.filter((one) => one !== flag))).secret;
const root = (service: TestService) => `http://127.0.0.1:${service.port}`;
const call = (secret: string, name: string, args: Readonly<Record<string, unknown>> = {}) =>
  post(`${root(on)}/mcp`, secret, stateless('tools/call', { name: `svc_${name}`, arguments: args }));
const answerText = (answer: { readonly json: { readonly result?: unknown } | undefined }) =>
  JSON.stringify(answer.json?.result);

describe('a key with the flag', () => {
  test('lists and calls the tools at each address, and still reads over REST', async () => {
    const { secret } = await made();
    for (const path of ['/mcp', '/api/v1/mcp', `/mcp/${organizationId}`]) {
      const listed = await post(root(on) + path, secret, stateless('tools/list'));
      expect([path, listed.status, listed.headers.get('ratelimit') === null]).toEqual([path, 200, false]);
    }
    const answer = await call(secret, 'list_leads', { limit: 2 });
    expect(answer.json?.result).toMatchObject({ structuredContent: { page: { limit: 2 } } });
    expect(answer.json?.result).not.toHaveProperty('isError', true);
    const rest = await fetch(`${root(on)}/api/v1/customer/leads`, { headers: { authorization: `Bearer ${secret}` } });
    expect(rest.status).toBe(200);
  });

  test('reads what its flags open, and is told the flag that it lacks', async () => {
    const answer = await call(await withoutFlag('analytics'), 'list_posts');
    expect([answer.status, answerText(answer)]).toEqual([
      200,
      expect.stringContaining('dataAccess flag \\"analytics\\"'),
    ]);
    const hidden = await call(await withoutFlag('leadContactData'), 'list_leads', { limit: 1 });
    expect(hidden.json?.result).toMatchObject({ structuredContent: { data: [{ contact: null }] } });
    const guide = await post(
      `${root(on)}/mcp`,
      await withoutFlag('workspace'),
      stateless('resources/read', { uri: 'leadlight://scoring' }),
    );
    expect(guide.json?.error?.message).toContain('"workspace"');
  });

  test('speaks for its service, not for a person', async () => {
    const { secret } = await made();
    for (const tool of ['list_leads', 'find_people_to_contact', 'list_signals'])
      expect(answerText(await call(secret, tool, { ownerIds: ['me'] }))).toContain('an API key speaks for its service');
    expect(answerText(await call(secret, 'get_mcp_connection_status'))).toContain('speaks for its service');
  });
});

describe('a credential at the wrong door', () => {
  const refusal = async (service: TestService, path: string, secret: string) => {
    const { status, headers, json } = await post(root(service) + path, secret, stateless('tools/list'));
    expect(headers.get('www-authenticate')).toContain('resource_metadata=');
    return { status, code: json?.error?.data?.['code'], message: json?.error?.message };
  };

  test('a key that may not speak here is told so, the same whether it is good elsewhere or not', async () => {
    const { secret: good } = await made();
    expect((await post(`${root(on)}/mcp`, good, stateless('tools/list'))).status).toBe(200);
    const { id, secret: revoked } = await made();
    await revokeApiKey(on.db, organizationId, id);
    const unknown = `ll_${'x'.repeat(43)}`;
    const refused: [string, string, string][] = [
      ['without the flag', '/mcp', (await made(dataAccessFlags, false)).secret],
      ['revoked', '/mcp', revoked],
      ['expired', '/mcp', (await made(dataAccessFlags, true, Date.now() - 1)).secret],
      ['made up', '/mcp', unknown],
      ['of another workspace', `/mcp/${otherId}`, good],
    ];
    const expected = await refusal(on, '/api/v1/mcp', unknown);
    expect(expected).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(expected.message).toMatch(/This is an API key\..*key create --mcp.*REST API \(below \/api\/v1\)/);
    for (const [what, path, secret] of refused)
      expect([what, await refusal(on, path, secret)]).toEqual([what, expected]);
    const provisioning = await createProvisioningKey(on.db, organizationId, 'directory');
    expect(await refusal(on, '/mcp', provisioning.key)).toMatchObject({ status: 401 });
  });

  test('by default a key belongs to REST, and REST sends a token to /mcp', async () => {
    const { message } = await refusal(off, '/mcp', (await made()).secret);
    expect(message).toMatch(/This is an API key, which belongs to the REST API.*MCP_API_KEYS/);
    const answer = await fetch(`${root(off)}/api/v1/customer/leads`, {
      headers: { authorization: 'Bearer eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJ4In0.c2lnbmF0dXJl' },
    });
    expect(await answer.text()).toContain('belongs to the MCP endpoint (/mcp)');
  });

  test('a credential that clients send in another scheme is told where it belongs, good or not', async () => {
    const { secret } = await made();
    const { key } = await createProvisioningKey(off.db, organizationId, 'directory');
    const madeUp = `ll_${'x'.repeat(43)}`;
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const json = { 'Content-Type': 'application/json' };
    const asked = async (path: string, authorization: string, init: RequestInit = {}) => {
      const answer = await fetch(`${root(off)}${path}`, { ...init, headers: { ...json, authorization } });
      const { error } = z.object({ error: z.object({ message: z.string() }) }).parse(await answer.json());
      return [answer.status, error.message];
    };
    const call = { method: 'POST', body: '{}' };
    for (const form of [
      (one: string) => one,
      (one: string) => `Token ${one}`,
      basic,
      (one: string) => basic(`:${one}`),
    ]) {
      const good = await asked('/mcp', form(secret), call);
      expect(good).toEqual([401, expect.stringMatching(/^This is an API key, which belongs to the REST API/)]);
      expect(await asked('/mcp', form(madeUp), call)).toEqual(good);
      const provisioning = [401, expect.stringMatching(/^This is a provisioning key, which belongs to the addresses/)];
      expect(await asked('/mcp', form(key), call)).toEqual(provisioning);
      expect(await asked('/api/v1/customer/leads', form(key))).toEqual(provisioning);
    }
  });
});
