/** Ceilings that hold also when many requests come at once: open invitations, digests of a workspace and of a member. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { newLink } from '../../src/auth/one-time-links';
import { newId } from '../../src/database/new-id';
import { addDigest } from '../../src/digest/subscriptions';
import { insertLink } from '../../src/store/access/links';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import type { Role } from '../../src/shared/values';
import { availableDatabases } from '../support/databases';
import { testSuppressionKey } from '../support/keeper';
import { startTestService, type TestService } from '../support/service';
import { Browser } from './support';

const schedule = '0 8 * * 1-5';

describe.each(availableDatabases())('on %s', (kind) => {
  let service: TestService;
  let organizationId: string;
  beforeAll(async () => {
    service = await startTestService({ kind, env: { SUPPRESSION_KEY: testSuppressionKey } });
  });
  afterAll(() => service.end());
  beforeEach(async () => {
    organizationId = (await createOrganization(service.db, `Acme ${newId()}`))?.id ?? '';
  });

  async function signedIn(role: Role) {
    const email = `p${newId()}@acme.example`;
    const member = { organizationId, email, displayName: 'P', role, passwordHash: null, active: true };
    const userId = (await addMember(service.db, member))?.userId ?? '';
    const browser = new Browser(service);
    browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
    const ask = (operation: string, input: object = {}) => browser.post(`${organizationId}/${operation}`, input);
    const count = async (list: string) => ((await ask(list)).body['data'] as unknown[]).length;
    return { email, ask, count };
  }
  /** Asks six times at once. @returns the statuses, sorted. */
  const atOnce = async (ask: (n: number) => Promise<{ status: number }>) =>
    (await Promise.all(Array.from({ length: 6 }, (_, n) => ask(n)))).map(({ status }) => status).sort();
  const twoOfSix = [200, 200, 409, 409, 409, 409];

  it('two hundred invitations are open in a workspace', async () => {
    const ada = await signedIn('ADMIN');
    const now = Date.now();
    for (let n = 0; n < 197; n += 1) {
      const link = {
        kind: 'INVITE',
        organizationId,
        email: `i${n}@x.example`,
        role: 'MEMBER',
        createdBy: null,
      } as const;
      await insertLink(service.db, newLink(link, now).row);
    }
    const invite = (email: string) => ada.ask('invite_member', { email });
    expect((await invite('first@x.example')).status).toBe(200);
    expect(await atOnce((n) => invite(`more${n}@x.example`))).toEqual(twoOfSix);
    expect(await ada.count('list_invitations')).toBe(200);
    const refused = await invite('late@x.example');
    expect([refused.code, JSON.stringify(refused.body)]).toEqual([
      'conflict',
      expect.stringContaining('withdraw some'),
    ]);
    // A new invitation of the same address takes the place of the earlier one.
    expect((await invite('first@x.example')).status).toBe(200);
    expect(await ada.count('list_invitations')).toBe(200);
  });

  it('fifty digests are in a workspace', async () => {
    const ada = await signedIn('ADMIN');
    const target = { channel: 'mail', address: 'a@x.example' } as const;
    const digest = { target, audience: 'workspace', ownerId: null, pattern: schedule, timeZone: 'UTC' } as const;
    for (let n = 0; n < 47; n += 1) await addDigest(service.db, organizationId, digest, Date.now());
    const add = () => ada.ask('add_digest', { to: 'mailto:a@x.example', for: 'workspace', schedule });
    expect((await add()).status).toBe(200);
    expect(await atOnce(add)).toEqual(twoOfSix);
    expect(await ada.count('list_digests')).toBe(50);
    expect(await add()).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('five digests are a member’s own', async () => {
    const mia = await signedIn('MEMBER');
    const add = () => mia.ask('add_digest', { to: `mailto:${mia.email}`, for: 'owner', schedule });
    for (let n = 0; n < 3; n += 1) expect((await add()).status).toBe(200);
    expect(await atOnce(add)).toEqual(twoOfSix);
    expect(await mia.count('list_digests')).toBe(5);
  });
});
