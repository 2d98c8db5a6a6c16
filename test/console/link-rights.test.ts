/** What a link may not do: raise or revive, stand for an address that nobody proved, or outlive a password. */
import { z } from 'zod';
import { action } from '../../tools/catalogue';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { makeLink } from '../../src/auth/one-time-links';
import { createProvisioningKey } from '../../src/auth/provisioning-keys';
import { hashPassword } from '../../src/auth/passwords';
import { Database } from '../../src/database/database';
import type { Role } from '../../src/shared/values';
import { addMember, changeMember, listMembers } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { network } from '../support/network';
import { bearer, startTestService, type TestService } from '../support/service';
import { Browser, isPerson } from './support';

const password = 'a password for tests';
let service: TestService;
let hash: string;
let acme: string;
let other: string;
let third: string;
let owner: Browser;
let people = 0;

beforeAll(async () => {
  hash = await hashPassword(password);
  service = await startTestService();
  acme = (await createOrganization(service.db, 'Acme'))?.id ?? '';
  other = (await createOrganization(service.db, 'Other'))?.id ?? '';
  third = (await createOrganization(service.db, 'Third'))?.id ?? '';
  owner = (await member('OWNER')).browser;
});
afterAll(() => service.end());

const address = () => `p${(people += 1)}@acme.example`;
async function member(role: Role, email = address()) {
  const made = { organizationId: acme, email, displayName: email, role, active: true, passwordHash: hash };
  const userId = (await addMember(service.db, made))?.userId ?? '';
  const browser = new Browser(service);
  expect((await browser.signIn(email, password)).status).toBe(200);
  return { userId, email, browser };
}
async function invited(email: string, role: Role, by = owner): Promise<string> {
  const answer = await by.post(`${acme}/invite_member`, { email, role });
  expect(answer.status).toBe(200);
  return z.string().parse(answer.body['link']).split('#')[1] ?? '';
}
const join = (token: string) => new Browser(service).post('join', { token, password, displayName: 'P' });
const placeOf = async (userId: string) => (await listMembers(service.db, acme)).find((one) => one.userId === userId);
const addByOperator = (organizationId: string, email: string) =>
  action.addMember.act(
    workspaceOpener(service.db, { cursorKey: Buffer.alloc(32), network })(
      organizationId,
      dataAccessOf(dataAccessFlags),
      { kind: 'operator', name: 'root' },
    ),
    { email, displayName: 'P', role: 'MEMBER' },
  );

describe('an invitation that is older than what happened since', () => {
  it('control: lets a new person in', async () => {
    expect((await join(await invited(address(), 'ADMIN'))).status).toBe(200);
  });

  it.each<[string, (email: string) => Promise<unknown>]>([
    ['they were added', (email) => member('MEMBER', email)],
    [
      'they were added and deactivated',
      async (email) => changeMember(service.db, acme, (await member('MEMBER', email)).userId, { active: false }),
    ],
    [
      'they were added and got another role',
      async (email) => changeMember(service.db, acme, (await member('MEMBER', email)).userId, { role: 'ADMIN' }),
    ],
  ])('ends when %s', async (_, happens) => {
    const email = address();
    const token = await invited(email, 'OWNER');
    await happens(email);
    const before = await service.db.select('SELECT role, active FROM memberships WHERE organization_id = ?', [acme]);
    expect((await join(token)).code).toBe('not_found');
    expect(await service.db.select('SELECT role, active FROM memberships WHERE organization_id = ?', [acme])).toEqual(
      before,
    );
  });

  it('brings a member back with the smaller of two roles', async () => {
    for (const [had, offered, has] of [
      ['MEMBER', 'OWNER', 'MEMBER'],
      ['ADMIN', 'MEMBER', 'MEMBER'],
      ['ADMIN', 'ADMIN', 'ADMIN'],
    ] as const) {
      const { userId, email } = await member(had);
      await changeMember(service.db, acme, userId, { active: false });
      expect((await join(await invited(email, offered))).status).toBe(200);
      expect(await placeOf(userId)).toMatchObject({ role: has, active: true });
    }
  });

  it('lets nobody in as somebody else who has the address since the password was checked', async () => {
    const [email, later] = [address(), address()];
    const ids: string[] = [];
    for (const at of [email, later]) {
      const made = { organizationId: other, email: at, displayName: at, role: 'MEMBER', active: true } as const;
      ids.push((await addMember(service.db, { ...made, passwordHash: hash }))?.userId ?? '');
    }
    const [one = '', two = ''] = ids;
    const token = await invited(email, 'MEMBER');
    await service.db.run('DELETE FROM known_places', []);
    await service.db.run(
      `CREATE TRIGGER moved AFTER INSERT ON known_places BEGIN
        UPDATE users SET email = 'gone-${later}' WHERE id = '${one}';
        UPDATE users SET email = '${email}' WHERE id = '${two}'; END`,
      [],
    );
    const answer = await join(token);
    await service.db.run('DROP TRIGGER moved', []);
    expect(answer.code).toBe('not_found');
    expect(await placeOf(two)).toBeUndefined();
  });

  it('is not used with a password that was replaced while it was checked', async () => {
    const { userId, email } = await member('MEMBER');
    await changeMember(service.db, acme, userId, { active: false });
    const token = await invited(email, 'MEMBER');
    // The last step of checking a password remembers the place.
    await service.db.run('DELETE FROM known_places', []);
    await service.db.run(
      `CREATE TRIGGER replaced AFTER INSERT ON known_places BEGIN
        UPDATE users SET sessions_not_before = 1 WHERE email = '${email}'; END`,
      [],
    );
    expect((await join(token)).code).toBe('invalid_session');
    await service.db.run('DROP TRIGGER replaced', []);
    expect((await join(token)).status).toBe(200);
  });

  it('of an admin lowers no owner', async () => {
    const admin = await member('ADMIN');
    const second = await member('OWNER');
    await changeMember(service.db, acme, second.userId, { active: false });
    const refused = await admin.browser.post(`${acme}/invite_member`, { email: second.email, role: 'MEMBER' });
    expect(refused.code).toBe('role_required');
    expect(await placeOf(second.userId)).toMatchObject({ role: 'OWNER', active: false });
  });
});

describe('links for a password or a sign-in', () => {
  const kinds = ['RESET', 'SIGN_IN'] as const;
  const use = async (kind: (typeof kinds)[number], userId: string) => {
    const token = (await makeLink(service.db, { kind, userId, createdBy: null }, 'x')).split('#')[1] ?? '';
    return () =>
      kind === 'RESET'
        ? new Browser(service).post('reset', { token, password: 'yet another password' })
        : new Browser(service).post('enter', { token });
  };
  it.each(kinds)('control: %s works', async (kind) => {
    expect((await (await use(kind, (await member('MEMBER')).userId))()).status).toBe(200);
  });
  /** Ends all sessions of an address once, right after the transaction that gave it a password. */
  function endedAfterPassword(email: string): void {
    const { transaction } = Database.prototype;
    const hashes = () => service.db.select('SELECT password_hash FROM users WHERE email = ?', [email]);
    let depth = 0;
    jest.spyOn(Database.prototype, 'transaction').mockImplementation(async function (this: Database, work) {
      const before = depth === 0 ? JSON.stringify(await hashes()) : '';
      depth += 1;
      const answer = await transaction.call(this, work).finally(() => (depth -= 1));
      if (depth > 0 || before === JSON.stringify(await hashes())) return answer;
      jest.restoreAllMocks();
      const soon = Date.now() + 60_000;
      await service.db.run('UPDATE users SET sessions_not_before = ? WHERE email = ?', [soon, email]);
      return answer;
    });
  }
  afterEach(() => jest.restoreAllMocks());

  it('a session that begins with a new password ends with the next one, however soon', async () => {
    const [reset, changed, fresh] = [await member('MEMBER'), await member('MEMBER'), address()];
    const token = await invited(fresh, 'MEMBER');
    const given = { current: password, password: 'another password of mine' };
    for (const [email, begin] of [
      [reset.email, await use('RESET', reset.userId)],
      [changed.email, () => changed.browser.post('password', given)],
      [fresh, () => join(token)],
    ] as const) {
      endedAfterPassword(email);
      expect((await begin()).code).toBe('invalid_session');
    }
  });

  it('so does one that begins with the link of the operator', async () => {
    const { userId } = await member('MEMBER');
    const enter = await use('SIGN_IN', userId);
    await service.db.run(
      `CREATE TRIGGER ended AFTER UPDATE OF used_at ON one_time_links BEGIN
        UPDATE users SET sessions_not_before = ${Date.now() + 60_000} WHERE id = '${userId}'; END`,
      [],
    );
    const answer = await enter();
    await service.db.run('DROP TRIGGER ended', []);
    expect(answer.code).toBe('invalid_session');
  });

  it.each(kinds)('%s dies with a new password, and with sign-out everywhere', async (kind) => {
    const changed = await member('MEMBER');
    const late = await use(kind, changed.userId);
    const given = { current: password, password: 'another password of mine' };
    expect((await changed.browser.post('password', given)).status).toBe(200);
    expect((await late()).code).toBe('not_found');
    const left = await member('MEMBER');
    const later = await use(kind, left.userId);
    expect((await left.browser.post('sign-out-everywhere')).status).toBe(204);
    expect((await later()).code).toBe('not_found');
  });
});

describe('an account made by a link that the inviter saw', () => {
  it('is not what `member add` of another workspace adds, until its address is proved', async () => {
    const email = address();
    const joined = await join(await invited(email, 'MEMBER'));
    expect(joined.status).toBe(200);
    await expect(addByOperator(other, email)).rejects.toMatchObject({ code: 'conflict' });
    const { id } = isPerson.parse(joined.body).person;
    // A link that no member made came by mail, or from the operator.
    const token = (await makeLink(service.db, { kind: 'RESET', userId: id, createdBy: null }, 'x')).split('#')[1] ?? '';
    expect((await new Browser(service).post('reset', { token, password: 'their own password' })).status).toBe(200);
    await expect(addByOperator(other, email)).resolves.toMatchObject({ userId: id });
  });

  it('stays as it was after a link that an admin made for it', async () => {
    const email = address();
    const { id } = isPerson.parse((await join(await invited(email, 'MEMBER'))).body).person;
    const made = await owner.post(`${acme}/make_reset_link`, { userId: id });
    const token = z.string().parse(made.body['link']).split('#')[1] ?? '';
    expect((await new Browser(service).post('reset', { token, password: 'known to the admin' })).status).toBe(200);
    await expect(addByOperator(other, email)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('an account of the operator is like it once an admin has used a link for its password', async () => {
    const { userId, email } = await member('MEMBER');
    const made = await owner.post(`${acme}/make_reset_link`, { userId });
    const token = z.string().parse(made.body['link']).split('#')[1] ?? '';
    // Made and not used: nobody else knows the password.
    await addByOperator(third, email);
    await service.db.run('DELETE FROM memberships WHERE organization_id = ?', [third]);
    expect((await new Browser(service).post('reset', { token, password: 'known to the admin' })).status).toBe(200);
    await expect(addByOperator(other, email)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('control: a link that an owner made for themselves and used tells nobody else', async () => {
    const { userId, email, browser } = await member('OWNER');
    const made = await browser.post(`${acme}/make_reset_link`, { userId });
    const token = z.string().parse(made.body['link']).split('#')[1] ?? '';
    expect((await new Browser(service).post('reset', { token, password: 'known to them alone' })).status).toBe(200);
    await addByOperator(other, email);
  });

  it('so is one whose application gave it another address', async () => {
    const [email, moved] = [address(), address()];
    const made = { organizationId: acme, email, displayName: 'P', role: 'MEMBER', active: true } as const;
    const userId = (await addMember(service.db, { ...made, passwordHash: null }))?.userId ?? '';
    const mailed = (await makeLink(service.db, { kind: 'RESET', userId, createdBy: null }, 'x')).split('#')[1] ?? '';
    const { key } = await createProvisioningKey(service.db, acme, 'their application');
    const put = (body: object) =>
      fetch(`${service.baseUrl}/admin/organizations/${acme}/members/e1`, {
        method: 'PUT',
        headers: { ...bearer(key), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await put({ email })).status).toBe(200);
    await addByOperator(third, email);
    await service.db.run('DELETE FROM memberships WHERE organization_id = ?', [third]);
    expect((await put({ email: moved })).status).toBe(200);
    expect((await new Browser(service).post('reset', { token: mailed, password })).code).toBe('not_found');
    await expect(addByOperator(other, moved)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('control: an account of the operator is added, and its older sessions do not gain the workspace', async () => {
    const { email, browser } = await member('MEMBER');
    await addByOperator(other, email);
    const places = async (by: Browser) => isPerson.parse((await by.get('session')).body).workspaces.map(({ id }) => id);
    expect(await places(browser)).toEqual([acme]);
    const again = new Browser(service);
    await again.signIn(email, password);
    expect((await places(again)).sort()).toEqual([acme, other].sort());
  });
});
