/**
 * Provisioning keys of neighbours: what a key of one workspace can learn of another's people, take from them, or end. Each row is
 * tried after the same call of the workspace itself, which works.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { createProvisioningKey } from '../../src/auth/provisioning-keys';
import { hashPassword } from '../../src/auth/passwords';
import { addMember, listMembers, setPasswordHash } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import * as flow from '../oauth/support/flow';
import { bearer, send, startTestService, type TestService } from '../support/service';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let keySet: Server;
let service: TestService;
let issuer: string;

/** A session token of the application that signs people in. */
const tokenOf = (sub: string, more: object = {}) =>
  jwt.sign({ sub, aud: 'leadlight:session', ...more }, pair.privateKey, {
    algorithm: 'ES256',
    expiresIn: 600,
    keyid: 'k',
  });

beforeAll(async () => {
  const keys = JSON.stringify({ keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'k' }] });
  keySet = createServer((_req, res) => res.end(keys));
  await new Promise<void>((resolve) => keySet.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(keySet.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => keySet.close(resolve)));

interface Neighbour {
  readonly id: string;
  readonly key: string;
}

async function start(directory: 'workspace' | 'shared'): Promise<void> {
  service = await startTestService({
    env: {
      SESSION_TOKEN_JWKS_URL: `${issuer}/jwks`,
      SESSION_TOKEN_SUBJECT: 'external',
      CONSENT_PAGE_URL: 'http://127.0.0.1/connect',
      OAUTH_REGISTRATIONS_PER_HOUR: '1000',
      OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com',
      PROVISIONING_DIRECTORY: directory,
    },
  });
}

/** Two workspaces, and nobody in the service. */
async function neighbours() {
  for (const table of ['memberships', 'users', 'organizations']) await service.db.run(`DELETE FROM ${table}`);
  const neighbour = async (name: string): Promise<Neighbour> => {
    const id = (await createOrganization(service.db, name))?.id ?? '';
    return { id, key: (await createProvisioningKey(service.db, id, name)).key };
  };
  return { a: await neighbour('Attacker'), b: await neighbour('Bystander') };
}

const path = (organization: string, externalId: string) =>
  `/api/v1/admin/organizations/${organization}/members/${encodeURIComponent(externalId)}`;

async function put(by: Neighbour, externalId: string, body: object) {
  const answer = await send(service, path(by.id, externalId), {
    method: 'PUT',
    headers: { ...bearer(by.key), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const json = JSON.parse(answer.text) as { data?: Record<string, unknown>; error?: { code: string; message: string } };
  return { status: answer.status, text: answer.text, data: json.data, code: json.error?.code };
}
const remove = async (by: Neighbour, externalId: string) =>
  (await send(service, path(by.id, externalId), { method: 'DELETE', headers: bearer(by.key) })).status;

const endpoints = () => ({ issuer: `${service.baseUrl}/mcp/oauth`, resource: `${service.baseUrl}/mcp` });

/** What a consent page is told with this token: who it is, and their workspaces. */
async function seenBy(token: string) {
  const requestToken = await flow.begin(endpoints(), await flow.register(endpoints()), flow.pkce().challenge);
  const query = new URLSearchParams({ requestToken });
  const answer = await send(service, `/api/v1/mcp/oauth/authorize/request?${query.toString()}`, {
    headers: bearer(token),
  });
  const json = JSON.parse(answer.text) as {
    person?: { email: string; active: boolean } | null;
    organizations?: { name: string; role: string }[];
  };
  return {
    status: answer.status,
    email: json.person?.email,
    active: json.person?.active,
    places: json.organizations?.map(({ name, role }) => `${name} ${role}`),
  };
}

const membersOf = async ({ id }: Neighbour) =>
  (await listMembers(service.db, id)).map(({ email, role, active }) => `${email} ${role}${active ? '' : ' inactive'}`);

describe('each workspace keeps its own', () => {
  let a: Neighbour;
  let b: Neighbour;
  const owner = { email: 'owner@b.example', displayName: 'Olive of B', role: 'OWNER' };

  beforeAll(() => start('workspace'));
  afterAll(() => service.end());
  beforeEach(async () => {
    ({ a, b } = await neighbours());
    expect(await put(b, 'emp-1', owner)).toMatchObject({ status: 201 });
    expect(await put(b, 'emp-2', { email: 'second@b.example' })).toMatchObject({ status: 201 });
  });

  /** Everything of B that a key of A must leave as it is. */
  const untouched = async () => {
    expect(await put(b, 'emp-1', {})).toMatchObject({ status: 200, data: { ...owner, active: true } });
    expect(await put(b, 'emp-1', { displayName: 'Olive' })).toMatchObject({ status: 200 });
    expect(await put(b, 'emp-1', { displayName: owner.displayName })).toMatchObject({ status: 200 });
    expect(await membersOf(b)).toEqual(['owner@b.example OWNER', 'second@b.example MEMBER']);
    const seen = await seenBy(tokenOf('emp-1'));
    expect(seen).toMatchObject({ status: 200, email: 'owner@b.example' });
    expect(seen.places).toContain('Bystander OWNER');
  };

  test('the positive control: nobody does anything', untouched);

  test.each<readonly [string, (session: string) => Promise<void>]>([
    [
      'reads by id',
      async () => {
        const answer = await put(a, 'emp-1', {});
        expect(answer).toMatchObject({ status: 400, code: 'validation_failed' });
        expect(answer.text).not.toMatch(/olive|owner@b/i);
        // The same as of an id that nobody has.
        expect(answer.status).toBe((await put(a, 'nobody', {})).status);
      },
    ],
    [
      'reads by address',
      async () => {
        const answer = await put(a, 'emp-9', { email: owner.email });
        expect(answer).toMatchObject({ status: 409, code: 'conflict' });
        expect(answer.text).not.toMatch(/olive|emp-1/i);
        expect(await membersOf(a)).toEqual([]);
      },
    ],
    [
      'joins by address in other writing',
      async () => {
        for (const email of ['OWNER@B.example', 'owner@B.EXAMPLE', 'Second@b.example'])
          expect(await put(a, email, { email, role: 'OWNER' })).toMatchObject({ status: 409 });
        expect(await membersOf(a)).toEqual([]);
      },
    ],
    ['ends by id', async () => expect(await remove(a, 'emp-1')).toBe(404)],
    [
      'has an own person of that id, and ends it',
      async (session) => {
        expect(await put(a, 'emp-1', { email: 'mallory@a.example', role: 'OWNER' })).toMatchObject({
          status: 201,
          data: { email: 'mallory@a.example' },
        });
        expect(await put(a, 'emp-0', { email: 'other@a.example', role: 'OWNER' })).toMatchObject({ status: 201 });
        expect((await seenBy(session)).places).toContain('Bystander OWNER');
        expect(await remove(a, 'emp-1')).toBe(204);
        expect(await seenBy(session)).toMatchObject({ status: 200, places: ['Bystander OWNER'] });
        expect(await remove(a, 'emp-1')).toBe(204);
      },
    ],
    [
      'moves an own person to the address',
      async () => {
        expect(await put(a, 'x', { email: 'mallory@a.example' })).toMatchObject({ status: 201 });
        expect(await put(a, 'x', { email: owner.email })).toMatchObject({ status: 409 });
        expect(await put(a, 'x', { email: 'mallory2@a.example' })).toMatchObject({ status: 200 });
      },
    ],
    [
      'asks in the name of the other workspace',
      async () => {
        for (const organization of [b.id, b.id.toUpperCase()]) {
          const at = { id: organization, key: a.key };
          expect(await put(at, 'emp-1', { role: 'MEMBER' })).toMatchObject({ status: 404, code: 'not_found' });
          expect(await remove(at, 'emp-1')).toBe(404);
        }
      },
    ],
  ])('a key that %s', async (_name, attack) => {
    const session = tokenOf('emp-1');
    await attack(session);
    await untouched();
    expect((await seenBy(session)).places).toContain('Bystander OWNER');
  });

  test('the person who takes an id first is not made a member of the other workspace', async () => {
    expect(await put(a, 'emp-7', { email: 'mallory@a.example', role: 'OWNER' })).toMatchObject({ status: 201 });
    const made = await put(b, 'emp-7', { email: 'victor@b.example', role: 'ADMIN' });
    expect(made).toMatchObject({ status: 201, data: { email: 'victor@b.example', role: 'ADMIN' } });
    expect((await membersOf(b)).join()).not.toContain('mallory');
    // Asked without an address, as well: nobody is made.
    expect(await put(a, 'emp-8', { email: 'mallet@a.example' })).toMatchObject({ status: 201 });
    expect(await put(b, 'emp-8', { role: 'ADMIN' })).toMatchObject({ status: 400 });
  });

  test('a person of both is changed and ended by each for itself', async () => {
    // The operator joins them: a key could not. Some seconds ago: a session from before would not reach the workspace.
    const before = Date.now() - 5_000;
    const place = { displayName: 'Ada', active: true, passwordHash: null };
    await addMember(service.db, { organizationId: a.id, email: 'ada@example.com', role: 'MEMBER', ...place }, before);
    await addMember(service.db, { organizationId: b.id, email: 'ada@example.com', role: 'ADMIN', ...place }, before);
    expect(await put(a, 'ada-a', { email: 'ada@example.com' })).toMatchObject({ status: 200 });
    expect(await put(b, 'ada-b', { email: 'ada@example.com' })).toMatchObject({ status: 200 });
    for (const change of [{ email: 'mallory@a.example' }, { displayName: 'Mallory' }])
      expect(await put(a, 'ada-a', change)).toMatchObject({ status: 409, code: 'conflict' });
    // The id that A gives reaches A alone, so A cannot make itself a way into B.
    const [byA, byB] = [tokenOf('ada-a'), tokenOf('ada-b')];
    expect(await seenBy(byA)).toMatchObject({ places: ['Attacker MEMBER'] });
    expect(await seenBy(byB)).toMatchObject({ places: ['Bystander ADMIN'] });
    const connections = await send(service, `/api/v1/mcp/oauth/connections?organizationId=${b.id}`, {
      headers: bearer(byA),
    });
    expect(connections.status).toBe(403);
    expect(await remove(a, 'ada-a')).toBe(204);
    expect(await seenBy(byA)).toMatchObject({ status: 200, active: false, places: [] });
    expect(await seenBy(byB)).toMatchObject({ status: 200, places: ['Bystander ADMIN'] });
    // Sessions that ended stay ended when the access comes back.
    expect(await put(a, 'ada-a', { active: true })).toMatchObject({ status: 200 });
    expect(await seenBy(byA)).toMatchObject({ places: [] });
  });

  test('an account with a password keeps its address; the name may change', async () => {
    const place = { displayName: 'Cy', role: 'MEMBER', active: true } as const;
    const passwordHash = await hashPassword('correct horse battery');
    await addMember(service.db, { organizationId: a.id, email: 'cy@a.example', ...place, passwordHash });
    expect(await put(a, 'cy', { email: 'cy@a.example', displayName: 'Cyrus' })).toMatchObject({ status: 200 });
    expect(await put(a, 'cy', { email: 'new-boss@b.example' })).toMatchObject({ status: 409 });
    const userId = (await listMembers(service.db, a.id))[0]?.userId ?? '';
    await setPasswordHash(service.db, userId, null);
    expect(await put(a, 'cy', { email: 'new-cy@a.example' })).toMatchObject({ status: 200 });
  });

  test('an id in the body does not override that of the path', async () => {
    expect(await put(a, 'y', { email: 'y@a.example', externalId: 'emp-1' })).toMatchObject({ status: 400 });
    expect(await put(a, 'y', { email: 'y@a.example', organizationId: b.id })).toMatchObject({ status: 400 });
  });
});

describe('the operator says that all share one directory', () => {
  let a: Neighbour;
  let b: Neighbour;
  beforeAll(async () => {
    await start('shared');
    ({ a, b } = await neighbours());
  });
  afterAll(() => service.end());

  test('an id or an address is the same person everywhere; each ends their access for itself', async () => {
    const made = await put(b, 'olive', { email: 'olive@example.com', role: 'OWNER' });
    expect(made).toMatchObject({ status: 201 });
    expect(await put(b, 'nils', { email: 'nils@example.com', role: 'OWNER' })).toMatchObject({ status: 201 });
    const joined = await put(a, 'olive', { role: 'ADMIN' });
    expect(joined).toMatchObject({ status: 201, data: { userId: made.data?.['userId'], role: 'ADMIN' } });
    expect(await put(a, 'other-id-of-nils', { email: 'nils@example.com' })).toMatchObject({ status: 201 });
    expect(await put(a, 'olive', { displayName: 'Olive N.' })).toMatchObject({ status: 200 });
    const session = tokenOf('olive');
    expect(await seenBy(session)).toMatchObject({ places: ['Attacker ADMIN', 'Bystander OWNER'] });
    expect(await put(a, 'nobody', { email: 'olive@example.com' })).toMatchObject({ status: 409 });
    expect(await remove(a, 'olive')).toBe(204);
    expect(await seenBy(session)).toMatchObject({ places: ['Bystander OWNER'] });
  });
});
