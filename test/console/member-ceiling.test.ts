/** How many members a workspace has, whichever way they come, also when many come at once. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { makeLink } from '../../src/auth/one-time-links';
import { createProvisioningKey } from '../../src/auth/provisioning-keys';
import { insertInto } from '../../src/database/define';
import { newId } from '../../src/database/new-id';
import { addMember, changeMember, mostMembers } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { memberships, users, type Role } from '../../src/store/tables/access';
import { availableDatabases } from '../support/databases';
import { bearer, send, startTestService, type TestService } from '../support/service';
import { Browser } from './support';

const password = 'a long enough password';

describe.each(availableDatabases())('on %s', (kind) => {
  let service: TestService;
  let organizationId: string;
  let key: string;
  let browser: Browser;

  beforeAll(async () => {
    service = await startTestService({ kind });
  });
  afterAll(() => service.end());
  beforeEach(async () => {
    organizationId = (await createOrganization(service.db, `Acme ${newId()}`))?.id ?? '';
    ({ key } = await createProvisioningKey(service.db, organizationId, 'directory'));
    browser = new Browser(service);
    browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(await member('ADMIN')));
  });

  async function member(role: Role): Promise<string> {
    const person = { organizationId, email: address(), displayName: 'P', role, passwordHash: null, active: true };
    return (await addMember(service.db, person))?.userId ?? '';
  }
  const address = () => `p${newId()}@acme.example`;

  /** Fills the workspace but for some places. */
  async function fill(left: number): Promise<void> {
    const more = mostMembers - left - (await count());
    const people = Array.from({ length: more }, () => ({ id: newId(), email: address(), display_name: 'P' }));
    await insertInto(
      service.db,
      users,
      people.map((one) => ({ ...one, password_hash: null, created_at: 1, sessions_not_before: null, proved_at: null })),
    );
    await insertInto(
      service.db,
      memberships,
      people.map(({ id }, at) => ({
        ...{ organization_id: organizationId, user_id: id, role: 'MEMBER', active: at % 2 === 0 ? 1 : 0 },
        ...{ created_at: 1, updated_at: 1, external_id: null, sessions_not_before: null },
      })),
    );
  }
  async function count(): Promise<number> {
    const sql = 'SELECT COUNT(*) AS members FROM memberships WHERE organization_id = ?';
    const [row] = await service.db.select<{ members: number }>(sql, [organizationId]);
    return row?.members ?? 0;
  }

  const put = (externalId: string, body: object) =>
    send(service, `/api/v1/admin/organizations/${organizationId}/members/${externalId}`, {
      method: 'PUT',
      headers: { ...bearer(key), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const invited = async (email: string) => {
    const link = { kind: 'INVITE', organizationId, email, role: 'MEMBER', createdBy: null } as const;
    const token = (await makeLink(service.db, link, service.url)).split('#')[1] ?? '';
    return () => new Browser(service).post('join', { token, displayName: 'Joan', password });
  };

  it('ten thousand, by an application and by invitations, six at once', async () => {
    await fill(3);
    expect((await put('first', { email: address() })).status).toBe(201);
    const joins = [await invited(address()), await invited(address()), await invited(address())];
    const answers = await Promise.all([
      ...joins.map((join) => join()),
      ...['a', 'b', 'c'].map((name) => put(name, { email: address() })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(2);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    expect(await count()).toBe(mostMembers);
  });

  it('one more is refused and nothing of it stays; those who are members can be changed, and come back', async () => {
    await fill(1);
    const last = address();
    expect((await put('last', { email: last })).status).toBe(201);
    const more = address();
    const refused = await put('more', { email: more });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('at most 10,000 members')]);
    const join = await invited(more);
    expect(await join()).toMatchObject({ status: 409, code: 'conflict' });
    expect(await browser.post(`${organizationId}/invite_member`, { email: more })).toMatchObject({
      status: 409,
      code: 'conflict',
    });
    const operators = { organizationId, email: more, displayName: 'M', role: 'MEMBER', passwordHash: null } as const;
    await expect(addMember(service.db, { ...operators, active: true })).rejects.toMatchObject({ code: 'conflict' });
    expect(await service.db.select('SELECT id FROM users WHERE email = ?', [more])).toEqual([]);

    expect((await put('last', { role: 'ADMIN' })).status).toBe(200);
    expect((await put('last', { active: false })).status).toBe(200);
    expect((await browser.post(`${organizationId}/invite_member`, { email: last })).status).toBe(200);
    expect((await put('last', { active: true })).status).toBe(200);
    expect(await addMember(service.db, { ...operators, email: last, active: true })).toBeUndefined();
  });

  it('a member who was made inactive joins again where it is full', async () => {
    await fill(1);
    const email = address();
    expect((await (await invited(email))()).status).toBe(200);
    const [row] = await service.db.select<{ id: string }>('SELECT id FROM users WHERE email = ?', [email]);
    expect(await changeMember(service.db, organizationId, row?.id ?? '', { active: false })).toBe('changed');
    expect((await (await invited(email))()).status).toBe(200);
    expect(await count()).toBe(mostMembers);
  });
});
