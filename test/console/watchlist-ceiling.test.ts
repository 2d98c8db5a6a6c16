/** How many profiles a workspace watches, also when many are added at once. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { insertInto } from '../../src/database/define';
import { newId } from '../../src/database/new-id';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { monitoredProfiles, type MonitoredProfileRow } from '../../src/store/tables/leads';
import { mostWatched } from '../../tools/watchlist-entry';
import { availableDatabases } from '../support/databases';
import { startTestService, type TestService } from '../support/service';
import { Browser } from './support';

const watched = (organization_id: string, n: number): MonitoredProfileRow => ({
  ...{ organization_id, id: newId(), person_id: newId(), display_name: `P ${n}`, headline: null },
  ...{ profile_url: `https://www.linkedin.com/in/p-${n}`, profile_type: 'CUSTOM', source: 'MANUAL_WATCHLIST' },
  ...{ relationship: 'STANDARD', status: 'PAUSED', label: null, label_key: null, followers: null },
  ...{ last_engagement_sync_at: null, lead_count: 0, created_at: 1, name_sort: `p ${n}`, search_text: `p ${n}` },
  ...{ name_revision: 1, followers_revision: 1, sync_revision: 1 },
});

describe.each(availableDatabases())('on %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ kind });
  });
  afterAll(() => service.end());

  it('ten thousand; all of a call are saved or none; a known one can be changed', async () => {
    const organizationId = (await createOrganization(service.db, `Acme ${newId()}`))?.id ?? '';
    const email = `m${newId()}@acme.example`;
    const person = { organizationId, email, displayName: 'M', role: 'MEMBER', passwordHash: null } as const;
    const userId = (await addMember(service.db, { ...person, active: true }))?.userId ?? '';
    const browser = new Browser(service);
    browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
    const rows = Array.from({ length: mostWatched - 3 }, (_, n) => watched(organizationId, n));
    await insertInto(service.db, monitoredProfiles, rows);

    const profile = (name: string, label = '') => ({ profileUrl: `https://www.linkedin.com/in/${name}`, label });
    const save = (...profiles: object[]) => browser.post(`${organizationId}/save_watchlist_profiles`, { profiles });
    const put = (name: string) => browser.post(`${organizationId}/put_watchlist_profile`, profile(name));
    const count = async () => {
      const sql = 'SELECT id FROM monitored_profiles WHERE organization_id = ?';
      return (await service.db.select(sql, [organizationId])).length;
    };

    expect((await save(profile('ada'))).status).toBe(200);
    expect(await save(profile('ben'), profile('cem'), profile('dan'))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await count()).toBe(mostWatched - 2);

    const add = (n: number) => (n % 2 === 0 ? put(`eve-${n}`) : save(profile(`eve-${n}`)));
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => add(n)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(await count()).toBe(mostWatched);
    const refused = await put('fay');
    expect([refused.code, JSON.stringify(refused.body)]).toEqual([
      'conflict',
      expect.stringMatching(/10,000 profiles: stop watching some/),
    ]);

    expect((await save(profile('ada', 'known'))).status).toBe(200);
    const [some] = rows;
    const removed = { monitoredProfileId: some?.id };
    expect((await browser.post(`${organizationId}/remove_watchlist_profile`, removed)).status).toBe(200);
    expect((await put('fay')).status).toBe(200);
  });
});
