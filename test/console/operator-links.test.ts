/** Links that the operator makes on the command line, opened in the console of a service on the same database. */
import { join } from 'node:path';
import { operator, type Operator } from '../cli/recorded-terminal';
import { startTestService, type TestService } from '../support/service';
import { Browser } from './support';

const password = 'a password for tests';
let op: Operator;
let service: TestService;

beforeAll(async () => {
  op = operator();
  await op.run('migrate');
  await op.run('workspace create Acme');
  service = await startTestService({ env: { DATABASE_URL: `sqlite:${join(op.dataDir, 'leadlight.db')}` } });
});
afterAll(async () => {
  await service.end();
  op.dispose();
});

const tokenIn = (link: unknown, page: string) => {
  const [, name, token] = /\/app\/(\w+)#(.+)$/.exec(String(link)) ?? [];
  expect(name).toBe(page);
  return token;
};

it('an invitation lets the person in with its role, once; a link for a new password signs them in', async () => {
  const invited = (await op.run('member invite Ada@Example.com --role ADMIN --json')).json();
  expect(invited).toMatchObject({ email: 'ada@example.com', role: 'ADMIN', mailed: false });
  const given = { token: tokenIn(invited['link'], 'join'), displayName: 'Ada', password };
  const browser = new Browser(service);
  expect((await browser.post('join', given)).body).toMatchObject({
    person: { email: 'ada@example.com' },
    workspaces: [{ name: 'Acme', role: 'ADMIN' }],
  });
  expect((await new Browser(service).post('join', given)).status).toBe(404);

  const reset = (await op.run('member reset-link ada@example.com --json')).json();
  const changed = { token: tokenIn(reset['link'], 'reset'), password: 'another password' };
  expect((await new Browser(service).post('reset', changed)).status).toBe(200);
  expect((await browser.get('session')).code).toBe('invalid_session');
  expect((await new Browser(service).signIn('ada@example.com', 'another password')).status).toBe(200);
});

it('a command without PUBLIC_URL says that its link is for this machine; with it, the link begins with it', async () => {
  const here = await op.run('member invite bob@example.com');
  expect(here.out).toMatch(/ {2}http:\/\/127\.0\.0\.1:3000\/app\/join#/);
  expect(here.out).toContain(
    'PUBLIC_URL is not set: links begin with http://127.0.0.1:3000, which only this machine can',
  );
  op.env['PUBLIC_URL'] = 'https://example.com/leads/';
  const there = await op.run('member invite bob@example.com');
  delete op.env['PUBLIC_URL'];
  expect(there.out).toMatch(/ {2}https:\/\/example\.com\/leads\/app\/join#/);
  expect(there.out).not.toContain('PUBLIC_URL');
});

it('what cannot be is said', async () => {
  expect((await op.run('member invite ada@example.com')).err).toContain('is a member of the workspace already');
  expect((await op.run('member invite nobody')).err).toContain('is not an e-mail address');
  expect((await op.run('member invite bob@example.com --role BOSS')).err).toContain('MEMBER, ADMIN, OWNER');
  expect((await op.run('member reset-link nobody@example.com')).err).toContain('nobody@example.com');
});
