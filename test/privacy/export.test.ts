/** Everything that is held of a person is in their export, page by page, and nothing of anybody else. */
import { exportPage, exportSections } from '../../src/privacy/export';
import { tablesOfPeople } from '../../src/store/privacy/person-rows';
import { recordAudit } from '../../src/store/log/audit';
import { activity, importInto, memberId, ndjson, now, slugUrl } from '../import/support/site';
import { ines, openHousehold, rows, type Household } from './support/household';

let house: Household;
beforeAll(async () => {
  house = await openHousehold('sqlite');
});
afterAll(() => house.close());

const idOf = async (name: string) =>
  (await house.db.select<{ id: string }>('SELECT id FROM people WHERE display_name = ?', [name]))[0]?.id ?? '';
const page = (personId: string, section: string, after = 0, organizationId = house.organizationId) =>
  exportPage(house.db, organizationId, personId, section, after);
const whole = async (personId: string, section: string) => {
  const pages: (readonly unknown[])[] = [];
  for (let after: number | null = 0; after !== null;) {
    const found: Awaited<ReturnType<typeof page>> = await page(personId, section, after);
    if (!found) throw new Error(`no section ${section}`);
    pages.push(found.rows);
    after = found.next;
  }
  return pages;
};

test('the sections are the tables that hold people, what was received, and mentions', async () => {
  expect(exportSections).toEqual([...tablesOfPeople.map((one) => one.section), 'received', 'mentions']);
  const her = await idOf(ines.name);
  for (const section of exportSections)
    expect([section, await page(her, section)]).toEqual([section, expect.anything()]);
  for (const section of ['users', 'api_keys', '', 'nothing']) expect(await page(her, section)).toBeUndefined();
});

test('somebody who is not held, or in another workspace, has none', async () => {
  const elsewhere = await house.site.workspace();
  expect(await page('0198c0de-0000-7000-8000-000000000000', 'people')).toBeUndefined();
  expect(await page(await idOf(ines.name), 'people', 0, elsewhere)).toBeUndefined();
});

test('somebody with a thousand engagements has all of them, five hundred at a time', async () => {
  const busy = { kind: 'like', memberId: memberId(600), profileUrl: slugUrl('busy-one'), name: 'Busy One' };
  const likes = Array.from({ length: 1_003 }, (_, n) => ({ ...busy, postUrl: activity(1_000 + n) }));
  await importInto(house.site, house.organizationId, house.site.file('busy.ndjson', ndjson(likes)));
  const pages = await whole(await idOf('Busy One'), 'engagements');
  expect(pages.map((one) => one.length)).toEqual([500, 500, 3]);
  expect(new Set(pages.flat().map((row) => JSON.stringify(row))).size).toBe(1_003);
  const received = await whole(await idOf('Busy One'), 'received');
  expect(received.flat()).toHaveLength(1_003);
  // What others sent is passed over, not answered with pages of nothing.
  expect(received.slice(0, -1).map((one) => one.length)).not.toContain(0);
});

test('a time is readable, a number stays one, and what is not known stays so', async () => {
  const [found] = (await whole(await idOf('Other 2'), 'engagements')).flat();
  expect(found).toMatchObject({ occurred_at: '2026-11-02T10:00:00.000Z', said_set_at: null, by_author: 0 });
});

test('what was received says from which batch, and names nobody else', async () => {
  const received = (await whole(await idOf('Other 2'), 'received')).flat();
  expect(received).toEqual([
    {
      from: {
        batchId: expect.any(String),
        kind: 'import',
        source: 'generic',
        name: 'first.ndjson',
        date: new Date(now).toISOString(),
      },
      record: expect.objectContaining({ kind: 'engagement' }),
    },
  ]);
  expect(JSON.stringify(received)).not.toMatch(/other-[13]|Wexley/);
});

test('mentions are the texts that name them, each with its place', async () => {
  await recordAudit(house.db, {
    at: now,
    action: 'note',
    organization_id: house.organizationId,
    detail: `asked about ${rows.others[1]?.memberId ?? ''}`,
  });
  expect((await whole(await idOf('Other 2'), 'mentions')).flat()).toEqual([
    { table: 'oauth_audit', column: 'detail', text: `asked about ${rows.others[1]?.memberId ?? ''}` },
  ]);
  const hers = (await whole(await idOf(ines.name), 'mentions')).flat();
  expect(hers).toEqual(
    expect.arrayContaining([
      { table: 'oauth_audit', column: 'detail', text: `comments of ${ines.slug}.csv` },
      expect.objectContaining({ table: 'engagements', text: expect.stringContaining('Well said, Ines') }),
      expect.objectContaining({ table: 'jobs', column: 'error', text: expect.stringContaining('cannot read') }),
    ]),
  );
});
