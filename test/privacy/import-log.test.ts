/** What the logs of batches keep when somebody is erased: what others share, and of the person nothing. */
import { existsSync } from 'node:fs';
import { privacyKeeper } from '../../src/auth/privacy-keeper';
import { makeScratch, scratchFolder } from '../../src/store/undo/scratch-folders';
import { loggedRecords } from '../../src/ingest/import/import-log';
import { logHead } from '../../src/store/log/chunks';
import { importInto, memberId, ndjson, slugUrl } from '../import/support/site';
import { byProfile, ines, openHousehold, rows, type Household } from './support/household';

let house: Household;
beforeEach(async () => {
  house = await openHousehold('sqlite');
});
afterEach(() => house.close());

const load = (name: string, given: readonly object[]) =>
  importInto(house.site, house.organizationId, house.site.file(name, ndjson(given)));

describe('what the log of imports keeps of somebody who is erased', () => {
  const stored = async () => {
    const found: string[] = [];
    for await (const { records } of loggedRecords(house.db, house.organizationId))
      found.push(...records.map((record) => JSON.stringify(record)));
    return found.map((text) => JSON.parse(text) as Record<string, unknown>);
  };
  const erase = async () => {
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
  };

  test('that somebody engaged with the post, and the facts of the company: others share these', async () => {
    const facts = { ...rows.facts, companyDomain: 'globex.example', industry: 'Mining', companySize: '51-200' };
    await load('facts.ndjson', [facts]);
    const before = await stored();
    await erase();
    const after = await stored();
    const traces = after.filter(({ kind }) => kind === 'trace');
    expect(traces).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          company: null,
          post: expect.objectContaining({ url: expect.stringContaining('activity') }),
        }),
        expect.objectContaining({
          post: null,
          company: expect.objectContaining({
            name: 'Globex',
            domain: 'globex.example',
            industry: 'Mining',
            size: expect.anything(),
          }),
        }),
      ]),
    );
    const others = (list: typeof before) => list.filter((one) => JSON.stringify(one).includes('other-')).length;
    expect(others(after)).toBe(others(before));
    expect(after.filter(({ kind }) => kind === 'post')).toEqual([
      expect.objectContaining({ author: null, authorName: null, text: null }),
    ]);
    expect(JSON.stringify(after)).toContain('Well said, [erased]!');
  });

  test('nothing of a company without facts, of one that is called by their name, and of a post that names them', async () => {
    const named = { ...rows.facts, companyName: `${ines.name} Ltd`, companyDomain: 'x.example' };
    const posted = {
      kind: 'like',
      profileUrl: slugUrl(ines.slug),
      postUrl: `https://www.linkedin.com/posts/${ines.slug}_topic-activity-7402746946853250009-abcd`,
    };
    await load('named.ndjson', [named, posted]);
    await erase();
    const text = JSON.stringify(await stored());
    expect(text).not.toMatch(/x\.example|wexley/i);
    const companies = (await stored()).filter(({ kind, company }) => kind === 'trace' && company !== null);
    expect(companies).toEqual([]);
  });

  // One fact of the company alone is as much the others' as all of them.
  test.each<readonly [string, object, object]>([
    ['domain', { companyDomain: 'globex.example' }, { domain: 'globex.example' }],
    ['industry', { industry: 'Mining' }, { industry: 'Mining' }],
    ['size', { companySize: '51-200' }, { size: expect.anything() as unknown }],
    ['page', { companyUrl: 'https://www.linkedin.com/company/globex' }, { slug: 'globex' }],
  ])('a company of which only the %s is known', async (_, said, company) => {
    await load('fact.ndjson', [{ ...rows.facts, ...said }]);
    await erase();
    const nothing = { name: 'Globex', slug: null, domain: null, industry: null, size: null };
    expect((await stored()).filter((one) => one['kind'] === 'trace' && one['company'] !== null)).toMatchObject([
      { post: null, company: { ...nothing, ...company } },
    ]);
  });

  test('the page of a company that is called as their profile is stays', async () => {
    const url = `https://www.linkedin.com/company/${ines.slug}`;
    const page = { kind: 'like', profileUrl: url, name: 'Quiet Works', postUrl: rows.own.postUrl };
    await load('page.ndjson', [page]);
    const pages = async () => (await stored()).filter((one) => JSON.stringify(one).includes('Quiet Works'));
    expect(await pages()).toHaveLength(1);
    await erase();
    expect(await pages()).toHaveLength(1);
  });

  test('the copy that an undo made of it goes at once, also while that runs, and no other that is in use', async () => {
    const keeper = privacyKeeper({ DATA_DIR: house.dataDir, SUPPRESSION_KEY: undefined });
    // An empty file is about to be opened: its process lives.
    const [here, elsewhere] = [house.organizationId, 'another workspace'].map((org) =>
      makeScratch(scratchFolder(keeper, org)),
    );
    await erase();
    expect([existsSync(here ?? ''), existsSync(elsewhere ?? '')]).toEqual([false, true]);
  });

  test('who is not in it leaves it as it was: a replay that reads it is not told to begin again', async () => {
    await load('other.ndjson', [{ kind: 'person', memberId: memberId(900), name: 'Quiet Person', headline: 'Cook' }]);
    const head = async () => (await logHead(house.db, house.organizationId)).rewritten.split(' ')[0];
    const [before, records] = [await head(), await stored()];
    await house.requests.erase({ identities: [{ kind: 'member', value: memberId(901) }] }, { purge: false });
    await house.requests.finish();
    expect([await head(), await stored()]).toEqual([before, records]);
    // The control: of somebody who is in it, something goes, and that is told.
    await erase();
    expect(await head()).not.toBe(before);
    expect(await stored()).not.toEqual(records);
  });
});
