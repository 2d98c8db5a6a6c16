/** How surely the latest engagement of a lead is dated: the list marks those whose source gives no date. */
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { workOffQueue } from '../../src/scoring/rescore';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { queries } from '../../tools/catalogue';
import { importInto, ndjson, now, slugUrl } from '../import/support/site';
import { openHousehold, type Household } from '../privacy/support/household';
import { availableDatabases } from '../support/databases';
import { network } from '../support/network';

describe.each(availableDatabases())('on %s', (kind) => {
  let house: Household;
  beforeAll(async () => {
    house = await openHousehold(kind);
    const { db, organizationId, site } = house;
    // The number of the post says when it was published: months before it was seen.
    const like = { kind: 'reaction', reactionType: 'LIKE', postUrl: 'urn:li:activity:7363935779509784999' };
    const rows = [
      { ...like, profileUrl: slugUrl('dated-dora'), name: 'Dora Dated', occurredAt: '2026-11-02T10:00:00Z' },
      { ...like, profileUrl: slugUrl('undated-uwe'), name: 'Uwe Undated' },
    ];
    await importInto(site, organizationId, site.file('undated.ndjson', ndjson(rows)));
    await workOffQueue(db, organizationId, now);
  });
  afterAll(() => house.close());

  it('says it of leads, and nothing of who is none here', async () => {
    const open = workspaceOpener(house.db, { cursorKey: Buffer.alloc(32), network });
    const caller = { kind: 'operator', name: 'test' } as const;
    const workspace = open(house.organizationId, dataAccessOf(dataAccessFlags), caller);
    const found = await house.db.select<{ id: string; display_name: string }>(
      `SELECT id, display_name FROM people WHERE organization_id = ? AND display_name LIKE '%ated'`,
      [house.organizationId],
    );
    const ids = new Map(found.map(({ id, display_name: name }) => [name, id]));
    expect([...ids.keys()].sort()).toEqual(['Dora Dated', 'Uwe Undated']);
    const leadIds = [...ids.values(), '0198c0de-0000-7000-8000-000000000001'];
    const answer = await queries.find(({ name }) => name === 'get_lead_timings')?.ask(workspace, { leadIds });
    const timings = [
      { leadId: ids.get('Dora Dated'), timing: 'exact' },
      { leadId: ids.get('Uwe Undated'), timing: 'observed' },
    ];
    expect(answer?.['data']).toHaveLength(2);
    expect(answer?.['data']).toEqual(expect.arrayContaining(timings));
  });
});
