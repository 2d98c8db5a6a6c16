/** Provisioning: members kept by another application, by its own ids, with a key for nothing else. */
import { createProvisioningKey } from '../../src/auth/provisioning-keys';
import { listAudit } from '../../src/store/log/audit';
import { addMember, listMembers } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { bearer, send, startTestService, type TestService } from '../support/service';

let service: TestService;
let organizationId: string;
let otherId: string;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  organizationId = (await createOrganization(service.db, 'Northwind'))?.id ?? '';
  otherId = (await createOrganization(service.db, 'Other'))?.id ?? '';
  ({ key } = await createProvisioningKey(service.db, organizationId, 'directory'));
});
afterAll(() => service.end());

const path = (externalId: string, organization = organizationId) =>
  `/api/v1/admin/organizations/${organization}/members/${encodeURIComponent(externalId)}`;
const put = async (externalId: string, body: unknown, secret = key, organization = organizationId) => {
  const answer = await send(service, path(externalId, organization), {
    method: 'PUT',
    headers: { ...bearer(secret), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const json = JSON.parse(answer.text) as { data?: Record<string, unknown>; error?: { code: string } };
  return { status: answer.status, data: json.data, code: json.error?.code };
};
const remove = async (externalId: string, secret = key) => {
  const { status, text } = await send(service, path(externalId), { method: 'DELETE', headers: bearer(secret) });
  return [status, text === '' ? undefined : (JSON.parse(text) as { error: { code: string } }).error.code];
};

test('makes a member once, changes it, and takes its access away', async () => {
  const ada = { email: 'Ada@Example.com', displayName: 'Ada', role: 'OWNER' };
  const made = await put('user|1', ada);
  expect(made).toMatchObject({
    status: 201,
    data: { externalId: 'user|1', email: 'ada@example.com', displayName: 'Ada', role: 'OWNER', active: true },
  });
  expect(await put('user|1', ada)).toMatchObject({ status: 200, data: made.data });
  expect(await put('user/2 é', { email: 'bob@example.com' })).toMatchObject({ status: 201, data: { role: 'MEMBER' } });
  expect(await put('user/2 é', { email: 'bobby@example.com', role: 'ADMIN' })).toMatchObject({
    status: 200,
    data: { email: 'bobby@example.com', role: 'ADMIN', displayName: 'bob' },
  });
  expect(await remove('user/2 é')).toEqual([204, undefined]);
  expect((await listMembers(service.db, organizationId)).map(({ email, active }) => [email, active])).toEqual([
    ['ada@example.com', true],
    ['bobby@example.com', false],
  ]);
  expect(await put('user/2 é', { active: true })).toMatchObject({ status: 200, data: { active: true, role: 'ADMIN' } });
});

test('each change is in the audit log once, with the key and the member; what changes nothing leaves no entry', async () => {
  const { id: keyId, key: own } = await createProvisioningKey(service.db, organizationId, 'audited');
  const entries = async () =>
    (await listAudit(service.db, { organizationId }))
      .filter(({ actor_id }) => actor_id === keyId)
      .map(({ action, actor_kind, object_kind, object_id, detail }) => ({
        action,
        actor_kind,
        object_kind,
        object_id,
        detail,
      }));
  const made = await put('audited|1', { email: 'grace@example.com' }, own);
  await put('audited|1', { email: 'grace@example.com' }, own);
  await put('audited|1', { role: 'ADMIN' }, own);
  await put('audited|1', { displayName: 'Grace' }, own);
  await put('audited|1', { displayName: 'Grace', role: 'ADMIN', active: true }, own);
  await remove('audited|1', own);
  await remove('audited|1', own);
  await put('user|1', { role: 'MEMBER' }, own);
  const member = { actor_kind: 'provisioning_key', object_kind: 'member', object_id: made.data?.['userId'] };
  expect((await entries()).reverse()).toEqual([
    { ...member, action: 'put_member', detail: 'grace@example.com: MEMBER, active' },
    { ...member, action: 'put_member', detail: 'grace@example.com: ADMIN, active' },
    { ...member, action: 'put_member', detail: 'grace@example.com: ADMIN, active' },
    { ...member, action: 'deactivate_member', detail: 'grace@example.com' },
  ]);
});

test.each([
  ['Ada\nLovelace', 'Ada Lovelace'],
  [' Ada\u001b[2J\u0000 ', 'Ada[2J'],
  ['Ada \u202eecalevoL\u202c', 'Ada ecalevoL'],
  ['\ud800Ada', 'Ada'],
  ['\u200b', undefined],
])('a name is kept on one line and without what nobody sees: %j', async (displayName, stored) => {
  const answer = await put('named|1', { email: 'named@example.com', displayName });
  if (stored === undefined) expect(answer).toMatchObject({ status: 400, code: 'validation_failed' });
  else expect(answer.data).toMatchObject({ displayName: stored });
});

test('of many that make the same member at once, all agree', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => put('user|race', { email: 'race@example.com' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ data }) => data?.['userId'])).size).toBe(1);
});

test('adopts a person who belongs here alone, and nobody else’s', async () => {
  const place = { displayName: 'C', role: 'MEMBER', active: true, passwordHash: null } as const;
  await addMember(service.db, { organizationId, email: 'cy@example.com', ...place });
  await addMember(service.db, { organizationId: otherId, email: 'dee@example.com', ...place });
  expect(await put('user|3', { email: 'cy@example.com' })).toMatchObject({ status: 200 });
  expect(await put('user|4', { email: 'dee@example.com' })).toMatchObject({ status: 409, code: 'conflict' });
  expect(await put('user|5', { email: 'cy@example.com' })).toMatchObject({ status: 409, code: 'conflict' });
});

test('changes nothing about a person whom another workspace knows too', async () => {
  const { key: others } = await createProvisioningKey(service.db, otherId, 'directory');
  const theirs = { email: 'eve@example.com', displayName: 'Eve' };
  const made = await put('shared|1', theirs);
  expect(made).toMatchObject({ status: 201 });
  // Her address alone does not join her.
  expect(await put('shared|1', theirs, others, otherId)).toMatchObject({ status: 409, code: 'conflict' });
  const place = { displayName: 'Eve', role: 'MEMBER', active: true, passwordHash: null } as const;
  await addMember(service.db, { organizationId: otherId, email: theirs.email, ...place });
  expect(await put('shared|1', theirs, others, otherId)).toMatchObject({ status: 200, data: { role: 'MEMBER' } });
  expect(await put('shared|1', { email: 'mallory@example.com' }, others, otherId)).toMatchObject({ status: 409 });
  expect(await put('shared|1', { displayName: 'Mallory' })).toMatchObject({ status: 409, code: 'conflict' });
});

test('keeps the last owner', async () => {
  expect(await put('user|1', { role: 'MEMBER' })).toMatchObject({ status: 409, code: 'conflict' });
  expect(await remove('user|1')).toEqual([409, 'conflict']);
});

test('takes the same request when nothing is wrong with it', async () => {
  const body = { email: 'right@example.com', role: 'MEMBER', active: true };
  expect((await put('user|right', body)).status).toBeLessThan(300);
});

test.each<readonly [string, unknown]>([
  ['no e-mail of a new person', {}],
  ['an unknown member', { email: 'x@example.com', admin: true }],
  ['a member called __proto__', { email: 'x@example.com', ['__proto__']: { role: 'OWNER' } }],
  ['everything in a member called __proto__', { ['__proto__']: { email: 'x@example.com', active: false } }],
  ['a role that is none', { email: 'x@example.com', role: 'ROOT' }],
  ['no address', { email: 'x' }],
  ['access as text', { email: 'x@example.com', active: 'yes' }],
])('refuses %s', async (_name, body) => {
  expect(await put('user|new', body)).toMatchObject({ status: 400, code: 'validation_failed' });
});

test('is for its key and its workspace alone', async () => {
  const reading = await service.key(organizationId);
  expect(await put('user|9', { email: 'x@example.com' }, reading)).toMatchObject({
    status: 401,
    code: 'invalid_api_key',
  });
  expect(await put('user|9', { email: 'x@example.com' }, 'llp_x')).toMatchObject({ status: 401 });
  expect(await put('user|9', { email: 'x@example.com' }, key, otherId)).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  const read = await send(service, '/api/v1/customer/leads', { headers: bearer(key) });
  expect(read.status).toBe(401);
  expect(await remove('nobody')).toEqual([404, 'not_found']);
});
