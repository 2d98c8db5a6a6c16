/** The right to do something is asked when it is done: after the body has come, and with every page of a stream. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { defineQuery } from '../../tools/define';
import { createApiKey, revokeApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { hashPassword } from '../../src/auth/passwords';
import { createOrganization } from '../../src/store/access/organizations';
import { addMember, changeMember } from '../../src/store/access/members';
import { endSessionsOf } from '../../src/store/access/session-rows';
import { createProvisioningKey } from '../../src/auth/provisioning-keys';
import { revokeProvisioningKey } from '../../src/store/access/provisioning-keys';
import { endWorkspace } from '../../src/store/privacy/delete-workspace';
import { OperationError } from '../../src/shared/errors';
import { weakestRules } from '../../src/rules/audience/privacy';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { Browser } from '../console/support';
import { keyCaller } from '../support/callers';
import { network } from '../support/network';
import { seedWorkspace } from '../support/seed';
import { bearer, send, startTestService, type TestService } from '../support/service';

const password = 'a password for tests';
let service: TestService;
let acme: string;
let hash: string;
let people = 0;

beforeAll(async () => {
  hash = await hashPassword(password);
  service = await startTestService();
  acme = (await createOrganization(service.db, 'Acme'))?.id ?? '';
  await person('OWNER');
});
afterAll(() => service.end());

async function person(role: 'OWNER' | 'ADMIN') {
  const email = `p${(people += 1)}@acme.example`;
  const member = { organizationId: acme, email, displayName: email, role, active: true, passwordHash: hash };
  const userId = (await addMember(service.db, member))?.userId ?? '';
  const browser = new Browser(service);
  expect((await browser.signIn(email, password)).status).toBe(200);
  return { userId, browser };
}

interface Slow {
  readonly method?: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Sends the headers and half of the body, lets `meanwhile` happen once the service has read them, then sends the rest. */
async function slowly({ method = 'POST', path, headers, body }: Slow, meanwhile: () => Promise<unknown>) {
  // The service asks for the body once it has let the caller in.
  const all = { 'Content-Type': 'application/json', Expect: '100-continue', ...headers, 'Content-Length': body.length };
  const req = request({ host: '127.0.0.1', port: service.port, method, path, headers: all, agent: false });
  const answered = once(req, 'response');
  req.flushHeaders();
  await Promise.race([once(req, 'continue'), answered]);
  req.write(body.slice(0, 1));
  await meanwhile();
  req.end(body.slice(1));
  const [res] = (await answered) as [IncomingMessage];
  res.resume();
  return res.statusCode;
}

const consoleCall = (browser: Browser, operation: string, body: object): Slow => ({
  path: `/app/api/${operation}`,
  headers: { Origin: browser.origin, Cookie: browser.session.join('=') },
  body: JSON.stringify(body),
});

describe('a body that comes slowly, in the console', () => {
  const nothing = () => Promise.resolve();
  type Meanwhile = (userId: string) => Promise<unknown>;
  const cases: readonly [string, number, Meanwhile][] = [
    ['control: nothing happens', 200, nothing],
    ['the person is deactivated', 401, (id) => changeMember(service.db, acme, id, { active: false })],
    ['the person becomes a MEMBER', 403, (id) => changeMember(service.db, acme, id, { role: 'MEMBER' })],
    ['their sessions end', 401, (id) => endSessionsOf(service.db, id, Date.now() + 1)],
  ];
  test.each(cases)('%s: %i', async (_, status, meanwhile) => {
    const { userId, browser } = await person('ADMIN');
    const count = async () => (await service.db.select('SELECT id FROM one_time_links')).length;
    const before = await count();
    const invites = consoleCall(browser, `${acme}/invite_member`, { email: `i${people}@acme.example` });
    expect(await slowly(invites, () => meanwhile(userId))).toBe(status);
    expect((await count()) - before).toBe(status === 200 ? 1 : 0);
  });

  test.each(cases.filter(([, status]) => status !== 403))(
    'a read, and a new password: %s',
    async (_, status, meanwhile) => {
      const reads = await person('ADMIN');
      const list = consoleCall(reads.browser, `${acme}/list_invitations`, {});
      expect(await slowly(list, () => meanwhile(reads.userId))).toBe(status);
      const changes = await person('ADMIN');
      const change = consoleCall(changes.browser, 'password', { current: password, password: 'another long sentence' });
      const answered = await slowly(change, () => meanwhile(changes.userId));
      expect(answered).toBe(status);
    },
  );

  test.each(cases)('an upload: %s', async (_, status, meanwhile) => {
    const { userId, browser } = await person('ADMIN');
    const part = consoleCall(browser, `${acme}/upload`, {});
    const bytes = {
      ...part,
      headers: { ...part.headers, 'Content-Type': 'application/octet-stream' },
      body: 'a,b\n1,2\n',
    };
    expect(await slowly(bytes, () => meanwhile(userId))).toBe(status);
  });
});

describe('a body that comes slowly, over REST', () => {
  test.each([
    ['control: the key stays', false, 201],
    ['the key is revoked', true, 401],
  ])('%s', async (_, revoked, status) => {
    const key = { organizationId: acme, name: 'k', dataAccess: dataAccessFlags, expiresAt: null, canWrite: true };
    const { id, secret } = await createApiKey(service.db, key);
    const body = JSON.stringify({ url: 'https://hooks.example.com/x', types: ['leads.changed'] });
    const call = { path: '/api/v1/customer/webhooks', headers: bearer(secret), body };
    const meanwhile = async () => revoked && revokeApiKey(service.db, acme, id);
    expect(await slowly(call, meanwhile)).toBe(status);
  });

  test.each([
    ['control: the workspace stays', false, 201],
    ['the workspace is deleted', true, 401],
  ])('%s', async (name, deleted, status) => {
    const organizationId = (await createOrganization(service.db, name))?.id ?? '';
    const key = { organizationId, name: 'k', dataAccess: dataAccessFlags, expiresAt: null, canWrite: true };
    const { secret } = await createApiKey(service.db, key);
    const body = JSON.stringify({ profileUrl: 'https://www.linkedin.com/in/late' });
    const call = { method: 'PUT', path: '/api/v1/customer/watchlist/profiles', headers: bearer(secret), body };
    const meanwhile = async () => deleted && endWorkspace(service.db, organizationId);
    expect(await slowly(call, meanwhile)).toBe(status);
  });

  test.each([
    ['control: the provisioning key stays', false, 201],
    ['the provisioning key is revoked', true, 401],
  ])('%s', async (_, revoked, status) => {
    const { id, key } = await createProvisioningKey(service.db, acme, 'directory');
    const path = `/api/v1/admin/organizations/${acme}/members/late-${String(revoked)}`;
    const body = JSON.stringify({ email: `late-${String(revoked)}@acme.example` });
    const meanwhile = async () => revoked && revokeProvisioningKey(service.db, acme, id, Date.now());
    expect(await slowly({ method: 'PUT', path, headers: bearer(key), body }, meanwhile)).toBe(status);
  });
});

describe('a query that waits for its turn', () => {
  test.each([
    ['answers a key that stays', false, /^answered$/],
    ['does not answer a key that was revoked meanwhile', true, /invalid_api_key/],
  ])('%s', async (_, revoked, said) => {
    const caller = await keyCaller(service.db, acme);
    const workspace = workspaceOpener(service.db, {
      ...{ cursorKey: Buffer.alloc(32), network },
      audience: { rules: weakestRules, source: 'files', holdSize: 10 },
    })(acme, dataAccessOf(dataAccessFlags), caller);
    let ms = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => ms);
    const waits = defineQuery({
      ...{ name: 'wait', title: 'Wait', description: 'Waits.', right: 'readWorkspace', rest: null },
      ...{ input: z.strictObject({}), output: z.strictObject({ said: z.string() }) },
      async run() {
        ms = 2_000;
        if (revoked) await revokeApiKey(service.db, acme, caller.keyId);
        return { said: 'answered' };
      },
    });
    const answered = waits.ask(workspace, {}).then(
      ({ said: words }) => String(words),
      (error: unknown) => (error instanceof OperationError ? error.code : String(error)),
    );
    try {
      expect(await answered).toMatch(said);
    } finally {
      clock.mockRestore();
    }
  });
});

test('HEAD of a CSV answers as GET does, and reads no page', async () => {
  const { organizationId } = await seedWorkspace(service.db, 'streams');
  const headers = bearer(await service.key(organizationId));
  const path = '/api/v1/customer/leads.csv';
  const whole = await send(service, path, { headers });
  const head = await send(service, path, { method: 'HEAD', headers });
  expect([whole.status, head.status, head.text]).toEqual([200, 200, '']);
  expect(head.headers['content-type']).toBe(whole.headers['content-type']);
  expect((await send(service, `${path}?nothing=1`, { method: 'HEAD', headers })).status).toBe(400);
  const narrow = bearer(await service.key(organizationId, ['workspace']));
  expect((await send(service, path, { method: 'HEAD', headers: narrow })).status).toBe(403);
});
