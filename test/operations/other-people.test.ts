/** "Why is she not a lead?": the reason, and of somebody who must not be contacted nothing but that, to whom it may be said. */
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import type { Role } from '../../src/shared/values';
import { workOffQueue } from '../../src/scoring/rescore';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { queries } from '../../tools/catalogue';
import { importInto, memberId, ndjson, now, slugUrl, watched } from '../import/support/site';
import { byProfile, ines, openHousehold, type Household } from '../privacy/support/household';
import { availableDatabases } from '../support/databases';
import { network } from '../support/network';

describe.each(availableDatabases())('on %s', (kind) => {
  let house: Household;
  beforeAll(async () => {
    house = await openHousehold(kind);
    const { db, organizationId, site } = house;
    await saveWatchlistEntry(db, organizationId, watched('ada-lovelace', { profileType: 'TEAMMATE' }), now);
    const known = { kind: 'person', profileUrl: slugUrl('zoé-müller-1a2b'), name: 'Zoé Müller' };
    const author = { kind: 'post', postUrl: 'urn:li:activity:7463935779509784999', text: 'x' };
    const own = { ...author, authorProfileUrl: slugUrl('own-author'), authorName: 'Own Author' };
    const reply = { ...author, kind: 'comment', profileUrl: slugUrl('own-author'), name: 'Own Author' };
    const rows = [known, own, { ...reply, commentText: 'thanks', occurredAt: '2026-11-02T10:00:00Z' }];
    await importInto(site, organizationId, site.file('more.ndjson', ndjson(rows)));
    await workOffQueue(db, organizationId, now);
  });
  afterAll(() => house.close());

  const ask = async (search: string, role: Role = 'MEMBER') => {
    const open = workspaceOpener(house.db, { cursorKey: Buffer.alloc(32), network });
    const caller = { kind: 'session', userId: '0198c0de-0000-7000-8000-000000000000', role, sessionHash: '' } as const;
    const opened = open(house.organizationId, dataAccessOf(dataAccessFlags), caller);
    // Nobody's session: a query that takes long asks about its caller again.
    const workspace = { ...opened, presentCaller: () => Promise.resolve(caller) };
    const answer = await queries.find(({ name }) => name === 'find_other_people')?.ask(workspace, { search });
    return answer?.['data'];
  };

  it.each([
    ['Ada Love', [{ displayName: 'ada-lovelace', reason: 'TEAMMATE', leadId: null }]],
    ['zoe muller', []],
    ['Zoé Müller', [{ displayName: 'Zoé Müller', reason: 'NO_ENGAGEMENT', leadId: null }]],
    ['Own Auth', [{ displayName: 'Own Author', reason: 'OWN_POSTS', leadId: null }]],
    // A lead is found by the list of leads, and here by what names her exactly.
    ['Ines Haddad', []],
    [slugUrl(ines.slug), [{ displayName: ines.name, reason: null, leadId: expect.any(String) }]],
    [memberId(1), [{ displayName: 'Other 1', reason: null }]],
    ['https://example.com/nobody', []],
    ['0198c0de-0000-7000-8000-000000000001', []],
    ['%', []],
  ])('%s', async (search, found) => {
    expect(await ask(search)).toEqual(found.map((one) => expect.objectContaining(one)));
  });

  it.each([
    ['urn:li:activity:7463935779509784999', 1],
    ['https://www.linkedin.com/feed/update/urn:li:activity:7463935779509784999/?x=1', 1],
    ['Own Auth', 1],
    ['urn:li:activity:7463935779509784998', 0],
  ])('a post by its name, its address or its author: %s', async (search, count) => {
    const open = workspaceOpener(house.db, { cursorKey: Buffer.alloc(32), network });
    const workspace = open(house.organizationId, dataAccessOf(dataAccessFlags), { kind: 'operator', name: 'root' });
    const answer = await queries.find(({ name }) => name === 'list_posts')?.ask(workspace, { search });
    expect(answer?.['data']).toHaveLength(count);
  });

  it('says of who must not be contacted or stored only that, to admins who name them exactly', async () => {
    const nothing = { leadId: null, displayName: null, headline: null, profileUrl: null, reason: 'SUPPRESSED' };
    for (const request of [
      () => house.requests.object(byProfile),
      () => house.requests.suppress(byProfile, { purge: false }),
    ]) {
      await request();
      expect(await ask(slugUrl(ines.slug), 'ADMIN')).toEqual([nothing]);
      expect(await ask(slugUrl(ines.slug), 'MEMBER')).toEqual([]);
      expect(await ask('Ines Haddad', 'OWNER')).toEqual([]);
    }
  });
});
