/** The first owner and workspace, by the address that `serve` prints. */
import { makeLink } from '../../src/auth/one-time-links';
import { claimSetUp } from '../../src/store/access/first-workspace';
import { startTestService, type TestService } from '../support/service';
import { Browser, isPerson } from './support';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const first = {
  workspace: 'Acme Sales',
  displayName: 'Ada',
  email: 'Ada@acme.example',
  password: 'a password for tests',
};
const address = async () =>
  (await makeLink(service.db, { kind: 'SETUP', createdBy: null }, 'http://x/app')).split('#')[1] ?? '';

it('makes one workspace of two links that are used at once', async () => {
  const tokens = [await address(), await address()];
  // What two machines do that share no memory: both have seen an empty database.
  const posts = tokens.map((token, at) =>
    new Browser(service).post('setup', { ...first, token, workspace: `Of ${at}`, email: `${at}@acme.example` }),
  );
  const codes = (await Promise.all(posts)).map(({ code }) => code);
  expect(codes.filter((code) => code === 'not_found')).toHaveLength(1);
  const made = await service.db.select<{ id: string }>('SELECT id FROM organizations');
  expect(made).toHaveLength(1);
  // The row decides alone: another claim is refused while that workspace exists, and granted when it is gone.
  const claim = (id: string) => service.db.transaction(() => claimSetUp(service.db, id, Date.now()));
  expect(await claim('another')).toBe(false);
  for (const table of ['memberships', 'users', 'organizations']) await service.db.run(`DELETE FROM ${table}`);
  expect(await claim('another')).toBe(true);
});

it('makes them once, and signs the owner in', async () => {
  const [token, another] = [await address(), await address()];
  const browser = new Browser(service);
  expect((await browser.get('service')).body).toEqual({ setUp: false, mails: false });
  expect((await browser.post('link', { token })).body).toMatchObject({ kind: 'SETUP', email: null });
  expect((await browser.post('setup', { ...first, token }, { Origin: 'https://evil.example' })).code).toBe(
    'origin_not_allowed',
  );
  expect((await browser.post('setup', { ...first, token: 'lk_made-up' })).code).toBe('not_found');
  expect((await browser.post('setup', { ...first, token, password: 'short' })).code).toBe('validation_failed');
  const done = await browser.post('setup', { ...first, token, data: 'demo' });
  expect(isPerson.parse(done.body)).toMatchObject({
    person: { email: 'ada@acme.example', displayName: 'Ada' },
    workspaces: [
      { name: 'Acme Sales', role: 'OWNER' },
      { name: 'Example data', role: 'OWNER' },
    ],
  });
  expect(await service.db.select('SELECT name FROM jobs')).toContainEqual({ name: 'load-demo' });
  expect((await new Browser(service).get('service')).body).toEqual({ setUp: true, mails: false });
  // The other address was printed too, by another process: there is an owner now.
  expect((await new Browser(service).post('setup', { ...first, token: another, workspace: 'B' })).code).toBe(
    'not_found',
  );
  expect((await new Browser(service).post('setup', { ...first, token })).code).toBe('not_found');
  expect((await new Browser(service).signIn('ada@acme.example', first.password)).status).toBe(200);
});
