/** Links that let a person in once: invitations, new passwords, sign-ins; who may make them, and who gets in by them. */
import { z } from 'zod';
import { makeLink } from '../../src/auth/one-time-links';
import { hashPassword } from '../../src/auth/passwords';
import { createOrganization } from '../../src/store/access/organizations';
import { addMember, changeMember } from '../../src/store/access/members';
import type { Role } from '../../src/shared/values';
import { startTestService, type TestService } from '../support/service';
import { Browser, isPerson } from './support';

const password = 'a password for tests';
let service: TestService;
let hash: string;
let acme: string;
let other: string;
let owner: Browser;

async function member(
  organizationId: string,
  email: string,
  role: Role = 'MEMBER',
  passwordHash: string | null = hash,
) {
  const added = await addMember(service.db, {
    organizationId,
    email,
    displayName: email,
    role,
    active: true,
    passwordHash,
  });
  return added?.userId ?? '';
}

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(service);
  expect((await browser.signIn(email, password)).status).toBe(200);
  return browser;
}

const tokenOf = (link: unknown) => z.string().parse(link).split('#')[1] ?? '';
async function invited(email: string, role: Role = 'MEMBER', by = owner): Promise<string> {
  const answer = await by.post(`${acme}/invite_member`, { email, role });
  expect(answer.status).toBe(200);
  return tokenOf(answer.body['link']);
}

beforeAll(async () => {
  hash = await hashPassword(password);
  service = await startTestService();
  acme = (await createOrganization(service.db, 'Acme'))?.id ?? '';
  other = (await createOrganization(service.db, 'Other'))?.id ?? '';
  await member(acme, 'owner@acme.example', 'OWNER');
  owner = await signedIn('owner@acme.example');
});
afterAll(() => service.end());

describe('an invitation', () => {
  it('lets a new person in once, with a name and a password of their own', async () => {
    const token = await invited('New@Acme.example', 'ADMIN');
    const browser = new Browser(service);
    expect((await browser.post('link', { token })).body).toMatchObject({
      kind: 'INVITE',
      email: 'new@acme.example',
      workspace: 'Acme',
      role: 'ADMIN',
      account: false,
      signedIn: false,
    });
    expect(await browser.post('join', { token })).toMatchObject({ status: 400, code: 'validation_failed' });
    const joined = await browser.post('join', { token, displayName: 'New Person', password });
    expect(isPerson.parse(joined.body)).toMatchObject({
      person: { email: 'new@acme.example', displayName: 'New Person' },
      workspaces: [{ id: acme, role: 'ADMIN' }],
    });
    expect((await new Browser(service).post('join', { token, password })).code).toBe('not_found');
    expect((await signedIn('new@acme.example')).cookies.size).toBeGreaterThan(0);
    const stored = JSON.stringify(await service.db.select('SELECT * FROM one_time_links'));
    expect(stored).not.toContain(token);
    expect(service.logLines.join('')).not.toContain(token);
    expect(JSON.stringify(await service.db.select('SELECT * FROM oauth_audit'))).not.toContain(token);
  });

  it('joins an account that exists elsewhere only by its owner', async () => {
    await member(other, 'theirs@other.example');
    const token = await invited('theirs@other.example');
    const stranger = new Browser(service);
    expect((await stranger.post('link', { token })).body).toMatchObject({ account: false, signedIn: false });
    expect((await stranger.post('join', { token })).code).toBe('validation_failed');
    expect((await stranger.post('join', { token, password: 'another password' })).code).toBe('sign_in_refused');
    expect((await owner.post('join', { token })).code).toBe('validation_failed');
    const theirs = await signedIn('theirs@other.example');
    expect((await theirs.post('link', { token })).body).toMatchObject({ account: true, signedIn: true });
    const joined = await theirs.post('join', { token });
    expect(
      isPerson
        .parse(joined.body)
        .workspaces.map(({ id }) => id)
        .sort(),
    ).toEqual([acme, other].sort());
  });

  it('with the password of the account it joins too, without one it does not', async () => {
    await member(other, 'second@other.example');
    const joined = await new Browser(service).post('join', { token: await invited('second@other.example'), password });
    expect(joined.status).toBe(200);
    await member(other, 'none@other.example', 'MEMBER', null);
    const refused = await new Browser(service).post('join', { token: await invited('none@other.example'), password });
    expect(refused.code).toBe('conflict');
  });

  it.each([
    ['none', undefined],
    ['a short one', 'short'],
    ['a long one', 'x'.repeat(201)],
    ['one of the commonest', 'password123'],
  ])('does not tell who has an account elsewhere by what it says of a password: %s', async (_name, tried) => {
    const answers: object[] = [];
    const people: [string, string | null | undefined][] = [
      ['elsewhere', hash],
      ['keyless', null],
      ['nobody', undefined],
    ];
    for (const [name, passwordHash] of people) {
      const email = `${name}-${tried?.length ?? 0}@other.example`;
      if (passwordHash !== undefined) await member(other, email, 'MEMBER', passwordHash);
      const token = await invited(email);
      const { status, code, body } = await new Browser(service).post('join', { token, password: tried });
      answers.push({ status, code, error: { ...Object(body['error']), request_id: '' } });
    }
    expect(answers[0]).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  });

  it('ends when it is withdrawn, when another one follows, and with the rights of who made it', async () => {
    const first = await invited('ends@acme.example');
    const second = await invited('ends@acme.example');
    expect((await new Browser(service).post('join', { token: first, password })).code).toBe('not_found');
    const { data } = z
      .object({ data: z.array(z.object({ id: z.string(), email: z.string() })) })
      .parse((await owner.post(`${acme}/list_invitations`)).body);
    const [one, ...more] = data.filter(({ email }) => email === 'ends@acme.example');
    expect(more).toEqual([]);
    expect((await owner.post(`${acme}/withdraw_invitation`, { invitationId: one?.id })).status).toBe(200);
    expect((await new Browser(service).post('join', { token: second, password })).code).toBe('not_found');
    expect((await owner.post(`${acme}/withdraw_invitation`, { invitationId: one?.id })).code).toBe('not_found');

    const adminId = await member(acme, 'admin@acme.example', 'ADMIN');
    const byAdmin = await invited('late@acme.example', 'MEMBER', await signedIn('admin@acme.example'));
    await changeMember(service.db, acme, adminId, { role: 'MEMBER' });
    expect((await new Browser(service).post('join', { token: byAdmin, password })).code).toBe('not_found');
  });

  it('of an owner is made by an owner alone, and nobody is invited who is a member', async () => {
    await member(acme, 'second-admin@acme.example', 'ADMIN');
    const admin = await signedIn('second-admin@acme.example');
    // An admin takes back what an admin could give, and neither withdraws nor lowers what an owner gave.
    const pendingAt = async (email: string, role: string) =>
      (await owner.post(`${acme}/invite_member`, { email, role })).body['id'];
    const ofAdmin = await pendingAt('to-be-admin@acme.example', 'ADMIN');
    const ofOwner = await pendingAt('to-be-owner@acme.example', 'OWNER');
    expect((await admin.post(`${acme}/withdraw_invitation`, { invitationId: ofAdmin })).status).toBe(200);
    expect((await admin.post(`${acme}/withdraw_invitation`, { invitationId: ofOwner })).code).toBe('role_required');
    const lower = await admin.post(`${acme}/invite_member`, { email: 'to-be-owner@acme.example', role: 'MEMBER' });
    expect(lower.code).toBe('role_required');
    expect((await owner.post(`${acme}/withdraw_invitation`, { invitationId: ofOwner })).status).toBe(200);
    expect((await admin.post(`${acme}/invite_member`, { email: 'x@acme.example', role: 'OWNER' })).code).toBe(
      'role_required',
    );
    expect((await admin.post(`${acme}/invite_member`, { email: 'owner@acme.example' })).code).toBe('conflict');
  });

  it('after 48 hours it lets nobody in', async () => {
    const token = await invited('slow@acme.example');
    await service.db.run('UPDATE one_time_links SET expires_at = expires_at - ?', [48 * 3_600_000]);
    expect((await new Browser(service).post('link', { token })).code).toBe('not_found');
    expect((await new Browser(service).post('join', { token, password })).code).toBe('not_found');
  });
});

describe('a new password', () => {
  it('by a link ends the sessions there were, and the link', async () => {
    const userId = await member(acme, 'forgot@acme.example');
    const former = await signedIn('forgot@acme.example');
    const made = await owner.post(`${acme}/make_reset_link`, { userId });
    const token = tokenOf(made.body['link']);
    const browser = new Browser(service);
    expect((await browser.post('reset', { token, password: 'short' })).code).toBe('validation_failed');
    expect((await browser.post('reset', { token, password: 'another password' })).status).toBe(200);
    expect((await browser.get('session')).status).toBe(200);
    expect((await former.get('session')).code).toBe('invalid_session');
    expect((await browser.post('reset', { token, password: 'a third password' })).code).toBe('not_found');
    expect((await new Browser(service).signIn('forgot@acme.example', 'another password')).status).toBe(200);
  });

  it('is never given for people of other workspaces too, nor by an admin for an owner', async () => {
    const shared = await member(other, 'shared@other.example');
    await member(acme, 'shared@other.example');
    expect((await owner.post(`${acme}/make_reset_link`, { userId: shared })).code).toBe('conflict');
    const admin = await signedIn('second-admin@acme.example');
    const { data } = z
      .object({ data: z.array(z.object({ userId: z.string(), role: z.string() })) })
      .parse((await admin.post(`${acme}/list_members`)).body);
    const target = data.find(({ role }) => role === 'OWNER');
    expect((await admin.post(`${acme}/make_reset_link`, { userId: target?.userId })).code).toBe('role_required');
    expect((await owner.post(`${acme}/make_reset_link`, { userId: 'nobody' })).code).toBe('not_found');
  });
});

describe('a link for a new password, made by an admin', () => {
  let count = 0;
  /** Three people of one workspace: an owner, an admin who makes the link, and whom it is for. */
  async function made() {
    count += 1;
    const [adminMail, mail] = [`maker${count}@acme.example`, `target${count}@acme.example`];
    const admin = await member(acme, adminMail, 'ADMIN');
    const target = await member(acme, mail);
    const token = tokenOf(
      (await (await signedIn(adminMail)).post(`${acme}/make_reset_link`, { userId: target })).body['link'],
    );
    return { token, admin, target, adminMail, mail };
  }
  const used = (token: string) => new Browser(service).post('reset', { token, password: 'a password of the admin' });

  it('works while nothing changes', async () => {
    expect((await used((await made()).token)).status).toBe(200);
  });

  it.each<readonly [what: string, change: (people: Awaited<ReturnType<typeof made>>) => Promise<unknown>]>([
    ['the person joined another workspace', ({ mail }) => member(other, mail, 'OWNER')],
    ['the person became an owner', ({ target }) => changeMember(service.db, acme, target, { role: 'OWNER' })],
    ['the admin has no access any more', ({ admin }) => changeMember(service.db, acme, admin, { active: false })],
    [
      'the admin is only a member here, and the owner of a workspace elsewhere',
      async ({ admin, adminMail }) => {
        await member(other, adminMail, 'OWNER');
        await changeMember(service.db, acme, admin, { role: 'MEMBER' });
      },
    ],
    [
      'the admin has no access any more, and is the owner of a workspace elsewhere',
      async ({ admin, adminMail }) => {
        await member(other, adminMail, 'OWNER');
        await changeMember(service.db, acme, admin, { active: false });
      },
    ],
  ])('ends when %s', async (_what, change) => {
    const people = await made();
    await change(people);
    expect((await used(people.token)).code).toBe('not_found');
    expect((await new Browser(service).signIn(people.mail, password)).status).toBe(200);
  });
});

it('a sign-in link of the operator works once', async () => {
  const userId = await member(acme, 'linked@acme.example');
  const token = tokenOf(await makeLink(service.db, { kind: 'SIGN_IN', userId, createdBy: null }, 'http://x/app'));
  const browser = new Browser(service);
  expect((await browser.post('enter', { token }, { Origin: 'https://evil.example' })).code).toBe('origin_not_allowed');
  expect((await browser.post('enter', { token })).status).toBe(200);
  expect((await browser.get('session')).status).toBe(200);
  expect((await new Browser(service).post('enter', { token })).code).toBe('not_found');
});

it.each(['', 'lk_', `lk_${'A'.repeat(43)}`, "lk_' OR 1=1"])('a made-up token %j is none', async (token) => {
  for (const path of ['link', 'join', 'reset', 'enter']) {
    const body = { token, ...(path === 'link' || path === 'enter' ? {} : { password }) };
    expect((await new Browser(service).post(path, body)).code).toBe('not_found');
  }
});
