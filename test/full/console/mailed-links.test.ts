/** Links that are mailed, to a real mail server: invitations, and new passwords that people ask for themselves. */
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { ConsoleSessions } from '../../../src/auth/console-sessions';
import { hashPassword } from '../../../src/auth/passwords';
import { addMember, changeMember } from '../../../src/store/access/members';
import { createOrganization } from '../../../src/store/access/organizations';
import { startTestService, type TestService } from '../../support/service';
import { Browser } from '../../console/support';

const mails: { to: string; text: string }[] = [];
const password = 'a password for tests';
let smtp: SMTPServer;
let service: TestService;
let organizationId: string;
let owner: Browser;

/** The text of a mail, out of quoted-printable. */
const decoded = (raw: string) =>
  Buffer.from(
    raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

async function member(email: string, role: 'OWNER' | 'MEMBER', passwordHash: string | null): Promise<string> {
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

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(',');
        mails.push({ to, text: decoded(Buffer.concat(parts).toString('latin1')) });
        smtp.emit('mail');
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const address = smtp.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'leads@example.com', TRUST_PROXY: 'loopback' };
  service = await startTestService({ env });
  organizationId = (await createOrganization(service.db, 'Acme”\r\nBcc: all@evil.example. It has ended. “'))?.id ?? '';
  owner = new Browser(service);
  const ada = await member('ada@acme.example', 'OWNER', await hashPassword(password));
  owner.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(ada));
});
afterAll(async () => {
  await service.end();
  await new Promise<void>((resolve) => smtp.close(resolve));
});
beforeEach(() => mails.splice(0));

test('the start says that links in mails are for this machine while PUBLIC_URL is not set', () => {
  const warnings = service.logLines.filter((line) => line.includes('PUBLIC_URL is not set'));
  expect(warnings).toEqual([
    expect.stringContaining(`links begin with http://127.0.0.1:${service.port}, which only this machine can open`),
  ]);
});

/** The next mail that arrives while something is done. */
async function mailAfter<T>(work: () => Promise<T>): Promise<readonly [T, { to: string; text: string }]> {
  const arrived = once(smtp, 'mail');
  const done = await work();
  await arrived;
  return [done, mails[0] ?? { to: '', text: '' }];
}
/** Each asks from a network address of its own. */
let addresses = 0;
const ask = (email: string, from = `203.0.113.${(addresses += 1)}`) =>
  new Browser(service).post('forgot', { email }, { 'X-Forwarded-For': from });

test('an invitation is shown and mailed, and lets in', async () => {
  const invite = () => owner.post(`${organizationId}/invite_member`, { email: 'bob@acme.example' });
  const [answer, mail] = await mailAfter(invite);
  expect(answer.body).toMatchObject({ mailed: true });
  expect(mail.to).toBe('bob@acme.example');
  expect(mail.text).toContain(String(answer.body['link']));
  expect(mail.text).not.toMatch(/^bcc:/im);
  // The name of the workspace cannot end the quotation that it stands in.
  const [, body = ''] = /\r\n\r\n([^]*)/.exec(mail.text) ?? [];
  expect(body).toContain("“Acme' Bcc: (address left out) It has ended. '”");
  // In English and in German, as text and as a page.
  expect(body.match(/[“”„]/g)).toEqual(['“', '”', '„', '“', '“', '”', '„', '“']);
});

test('a link for a new password is mailed by an owner', async () => {
  const userId = await member('cy@acme.example', 'MEMBER', await hashPassword(password));
  const [answer, mail] = await mailAfter(() => owner.post(`${organizationId}/make_reset_link`, { userId }));
  expect(answer.body).toMatchObject({ mailed: true, email: mail.to });
  expect(mail.text).toContain(String(answer.body['link']));
});

test('who forgot a password gets a link that sets another; one before it is over', async () => {
  await member('dee@acme.example', 'MEMBER', await hashPassword(password));
  const tokenOf = (text: string) => /reset#(lk_[\w-]{43})/.exec(text)?.[1] ?? '';
  const [, first] = await mailAfter(() => ask('dee@acme.example'));
  mails.splice(0);
  const [answer, second] = await mailAfter(() => ask(' Dee@ACME.example'.trim()));
  expect({ status: answer.status, body: answer.body, to: second.to }).toEqual({
    status: 204,
    body: {},
    to: 'dee@acme.example',
  });
  const browser = new Browser(service);
  const reset = (text: string) => browser.post('reset', { token: tokenOf(text), password: 'another password' });
  expect((await reset(first.text)).code).toBe('not_found');
  expect((await reset(second.text)).status).toBe(200);
  const again = new Browser(service);
  expect((await again.post('sign-in', { email: 'dee@acme.example', password: 'another password' })).status).toBe(200);
});

test('nobody hears whether an address has an account, and no mail goes where none is', async () => {
  const gone = await member('gone@acme.example', 'MEMBER', await hashPassword(password));
  await changeMember(service.db, organizationId, gone, { active: false });
  await member('no-password@acme.example', 'MEMBER', null);
  await member('eve@acme.example', 'MEMBER', await hashPassword(password));
  const strangers = ['nobody@acme.example', 'gone@acme.example', 'no-password@acme.example'];
  const answers = [];
  for (const email of strangers) answers.push(await ask(email));
  const [last] = await mailAfter(() => ask('eve@acme.example'));
  for (const { status, body, code } of [...answers, last])
    expect({ status, body, code }).toEqual({ status: 204, body: {}, code: last.code });
  expect(mails.map(({ to }) => to)).toEqual(['eve@acme.example']);
  expect(service.logLines.join('\n')).not.toMatch(/eve@acme|lk_[\w-]{43}/);
});

test('an address gets three mails an hour, no matter who asks, and nobody asks more than ten times in a quarter of an hour', async () => {
  await member('fay@acme.example', 'MEMBER', await hashPassword(password));
  for (let turn = 0; turn < 3; turn += 1) await mailAfter(() => ask('fay@acme.example'));
  expect((await ask('fay@acme.example')).status).toBe(204);
  await member('gus@acme.example', 'MEMBER', await hashPassword(password));
  await mailAfter(() => ask('gus@acme.example'));
  expect(mails.map(({ to }) => to)).toEqual([
    ...Array.from({ length: 3 }, () => 'fay@acme.example'),
    'gus@acme.example',
  ]);
  const statuses = [];
  for (let turn = 0; turn < 11; turn += 1) statuses.push((await ask(`n${turn}@acme.example`, '198.51.100.7')).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
});

test('only a page of the console may ask, and for an address alone', async () => {
  const browser = new Browser(service);
  const body = { email: 'ada@acme.example' };
  expect((await browser.post('forgot', body, { Origin: 'https://evil.example' })).code).toBe('origin_not_allowed');
  expect((await ask('no address')).code).toBe('validation_failed');
  expect(mails).toEqual([]);
});

test('without a mail server it says so, whatever the address', async () => {
  const other = await startTestService();
  try {
    for (const email of ['ada@acme.example', 'nobody@acme.example'])
      expect((await new Browser(other).post('forgot', { email })).code).toBe('conflict');
  } finally {
    await other.end();
  }
});

test('an address is mailed five times an hour by a workspace, and a workspace mails a hundred times; links are made all the same', async () => {
  const invite = (email: string) => owner.post(`${organizationId}/invite_member`, { email });
  for (let turn = 0; turn < 5; turn += 1) {
    const [answer] = await mailAfter(() => invite('hal@acme.example'));
    expect(answer.body).toMatchObject({ mailed: true });
  }
  const sixth = await invite('HAL@acme.example');
  expect([sixth.status, sixth.body['mailed']]).toEqual([200, false]);
  expect(sixth.body['link']).toContain('join#lk_');
  // Asking for a new password oneself is counted by itself.
  await member('hal@acme.example', 'MEMBER', await hashPassword(password));
  await mailAfter(() => ask('hal@acme.example'));
  const mailed = [];
  for (let at = 0; at < 101; at += 1) {
    const { body } = await invite(`many${at}@acme.example`);
    mailed.push(body['mailed']);
    await owner.post(`${organizationId}/withdraw_invitation`, { invitationId: body['id'] });
  }
  expect(mailed[0]).toBe(true);
  expect(mailed.at(-1)).toBe(false);
});

test('the addresses of one IPv6 network count together, and those of another do not', async () => {
  const from = (network: string, count: number) =>
    Array.from({ length: count }, (_, turn) => `2001:db8:${network}::${(turn + 1).toString(16)}`);
  const askAll = async (addresses: readonly string[]) => {
    const statuses = [];
    for (const address of addresses) statuses.push((await ask('nobody@acme.example', address)).status);
    return statuses;
  };
  expect(new Set(await askAll(from('1:1', 10)))).toEqual(new Set([204]));
  expect(new Set(await askAll(from('1:1', 12).slice(10)))).toEqual(new Set([429]));
  expect(await askAll(from('2:1', 1))).toEqual([204]);
});
