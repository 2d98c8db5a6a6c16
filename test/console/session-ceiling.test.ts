/** How many sessions of one person last, and which ends when another begins, also when many begin at once. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { hashPassword } from '../../src/auth/passwords';
import { newId } from '../../src/database/new-id';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { mostSessions } from '../../src/store/access/session-rows';
import { availableDatabases } from '../support/databases';
import { startTestService, type TestService } from '../support/service';
import { Browser } from './support';

const password = 'a password for tests';
const hour = 3_600_000;

describe.each(availableDatabases())('on %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ kind });
  });
  afterAll(() => service.end());

  async function person() {
    const organizationId = (await createOrganization(service.db, `Acme ${newId()}`))?.id ?? '';
    const email = `p${newId()}@acme.example`;
    const passwordHash = await hashPassword(password);
    const member = { organizationId, email, displayName: 'P', role: 'MEMBER', passwordHash, active: true } as const;
    return { email, userId: (await addMember(service.db, member))?.userId ?? '' };
  }
  const startedAt = (userId: string, at: number) => new ConsoleSessions(service.db, () => at).start(userId);
  /** Whether the cookie still opens the console. */
  async function lasts(cookie: string) {
    const browser = new Browser(service);
    browser.cookies.set('leadlight-console', cookie);
    return (await browser.get('session')).status === 200;
  }
  async function lasting(userId: string) {
    const sql = 'SELECT id_hash FROM sessions WHERE user_id = ? AND ended_at IS NULL';
    return (await service.db.select(sql, [userId])).length;
  }

  it('a sign-in ends the longest unused session beyond the most', async () => {
    const [ada, ben] = [await person(), await person()];
    const now = Date.now();
    const other = await startedAt(ben.userId, now - 300 * hour);
    const cookies: string[] = [];
    for (let n = 0; n < mostSessions - 2; n += 1) cookies.push(await startedAt(ada.userId, now - (100 - n) * hour));
    const [used = '', unused = '', next = ''] = cookies;
    // A look at a page moves the end of the oldest one.
    expect(await lasts(used)).toBe(true);
    // A browser that signs in has two: that of the console and that of the consent page.
    const browser = new Browser(service);
    expect((await browser.signIn(ada.email, password)).status).toBe(200);
    expect(await lasting(ada.userId)).toBe(mostSessions);

    const started = await startedAt(ada.userId, now + 1);
    expect(await lasting(ada.userId)).toBe(mostSessions);
    expect(await lasts(unused)).toBe(false);
    for (const cookie of [used, next, started, other]) expect(await lasts(cookie)).toBe(true);
    expect((await browser.get('session')).status).toBe(200);
  });

  it('the most is kept also when many begin at once', async () => {
    const { userId } = await person();
    const now = Date.now();
    for (let n = 0; n < mostSessions - 2; n += 1) await startedAt(userId, now - hour);
    const cookies = await Promise.all(Array.from({ length: 6 }, () => startedAt(userId, now)));
    expect(await lasting(userId)).toBe(mostSessions);
    for (const cookie of cookies) expect(await lasts(cookie)).toBe(true);
  });
});
