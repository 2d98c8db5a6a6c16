/** Who a stored person is to an erasure, and what of them goes: rows, posts, words they were found by, and a company of their name. */
import { putRow, type Cells } from '../../../test/support/put-row';
import { useTwoWorkspaces } from '../../../test/support/two-workspaces';
import type { Database } from '../../database/database';
import { TextEraser } from '../../../packages/reader/src';
import { PacedEraser } from '../statements/paced-eraser';
import { writeWorkspace } from '../log/workspace-lock';
import { cleanTexts } from './clean-texts';
import { eraseRows, removeUnusedWords, storedPeople, termsOfIdentities } from './erase-rows';
import { countStoredRows, storedRows, tablesOfPeople } from './person-rows';

let db: Database;
let own: string;
let other: string;
useTwoWorkspaces((made) => {
  ({ db, own, other } = made);
});

const put = (table: string, cells: Cells, organization_id = own) => putRow(db, table, { organization_id, ...cells });
const rowsOf = (table: string, columns: string, organization_id = own) =>
  db.select(`SELECT ${columns} FROM ${table} WHERE organization_id = ? ORDER BY 1, 2`, [organization_id]);

const both = () => [own, other];

/** Ines, who wrote two posts, is watched and has a company of her name; and Bo, who has the same company and one post. */
async function putPeople(of = own): Promise<void> {
  await put('people', { id: 'ines', display_name: 'Ines Haddad', email: 'i@x.example', account_id: 'haddad' }, of);
  await put('people', { id: 'bo', display_name: 'Bo Lind', headline: 'Waits', account_id: 'globex' }, of);
  for (const [person_id, kind, value] of [
    ['ines', 'member', 'm-1'],
    ['ines', 'slug', 'ines-haddad'],
    ['bo', 'slug', 'bo-lind'],
  ] as const)
    await put('person_identities', { person_id, kind, value }, of);
  await put('monitored_profiles', { id: 'w-1', person_id: 'ines', display_name: 'Ines H. Wexley' }, of);
  await put('monitored_profiles', { id: 'w-2', person_id: 'bo', display_name: 'Bo' }, of);
  for (const [id, author_person_id, author_name] of [
    ['p-1', 'ines', 'I. Haddad'],
    ['p-2', 'ines', null],
    ['p-3', 'bo', 'Bo Lind'],
  ] as const) {
    const author = {
      author_person_id,
      author_name,
      author_profile_url: 'https://x.example',
      monitored_profile_id: 'w',
    };
    await put('posts', { id, urn: id, content_text: id, excerpt: id, ...author }, of);
    await put('post_urns', { post_id: id, urn: `urn:${id}` }, of);
  }
  await put('accounts', { id: 'haddad', name: 'Ines Haddad Consulting', name_sort: 'i' }, of);
  await put('accounts', { id: 'globex', name: 'Globex', name_sort: 'g' }, of);
}

test('a stored person has every name that texts may use, their addresses, and the numbers of their posts', async () => {
  await putPeople();
  await putPeople(other);
  const [ines, ...more] = await storedPeople(db, own, ['ines', 'nobody']);
  expect(more).toEqual([]);
  expect(ines).toEqual({
    id: 'ines',
    identities: [
      { kind: 'member', value: 'm-1' },
      { kind: 'slug', value: 'ines-haddad' },
    ],
    terms: {
      ...{ ids: ['ines'], members: ['m-1'], slugs: ['ines-haddad'], emails: ['i@x.example'] },
      names: ['Ines Haddad', 'Ines H. Wexley', 'I. Haddad'],
    },
    postUrns: ['urn:p-1', 'urn:p-2'],
  });
  expect((await storedPeople(db, own, ['bo']))[0]?.terms.emails).toEqual([]);
});

test('erasing empties their posts and removes their rows; what concerns others too is marked to be counted again', async () => {
  await putPeople();
  await putPeople(other);
  for (const workspace of both())
    for (const [id, person_id, post_id] of [
      ['e-1', 'ines', 'p-3'],
      ['e-2', 'bo', 'p-1'],
    ] as const)
      await put('engagements', { id, person_id, post_id, monitored_profile_id: 'w', type: 'LIKE' }, workspace);
  await put('leads', { id: 'ines', account_id: 'haddad', search_text: 'ines haddad' });
  await put('profile_snapshots', { id: 's-1', person_id: 'ines', headline: 'Once a beekeeper' });
  await put('lead_terms', { term: 'ines', lead_id: 'ines' });
  for (const [suffix, term] of [
    ['ines', 'ines'],
    ['nes', 'ines'],
    ['keeper', 'beekeeper'],
    ['waits', 'waits'],
  ] as const)
    for (const workspace of both()) await put('term_suffixes', { suffix, term }, workspace);
  const before = await Promise.all(['posts', 'people', 'engagements'].map((table) => rowsOf(table, '*', other)));

  const people = await storedPeople(db, own, ['ines']);
  const removed = await writeWorkspace(db, own, () => eraseRows(db, own, people, 'erased'));
  expect(removed).toMatchObject({ people: 1, person_identities: 2, engagements: 1, profile_snapshots: 1 });
  const empty = { author_name: null, author_person_id: null, content_text: null, excerpt: null, author_erased: 1 };
  const authored = 'id, author_name, author_person_id, content_text, excerpt, author_erased';
  expect(await rowsOf('posts', authored)).toEqual([
    { id: 'p-1', ...empty },
    { id: 'p-2', ...empty },
    {
      ...{ id: 'p-3', author_name: 'Bo Lind', author_person_id: 'bo', content_text: 'p-3', excerpt: 'p-3' },
      author_erased: 0,
    },
  ]);
  expect(await rowsOf('posts', 'id, author_profile_url, monitored_profile_id')).toMatchObject([
    { author_profile_url: null, monitored_profile_id: null },
    { author_profile_url: null, monitored_profile_id: null },
    { author_profile_url: 'https://x.example', monitored_profile_id: 'w' },
  ]);
  // What Bo did under her post stays, and belongs to no watched profile any more.
  expect(await rowsOf('engagements', 'id, monitored_profile_id')).toEqual([{ id: 'e-2', monitored_profile_id: null }]);
  expect(await rowsOf('monitored_profiles', 'id, person_id')).toEqual([{ id: 'w-2', person_id: 'bo' }]);
  expect(await rowsOf('leads', 'id, id')).toEqual([]);
  // A word that nobody is found by any more goes with all its endings, also one of a former headline.
  expect(await rowsOf('term_suffixes', 'suffix, term')).toEqual([{ suffix: 'waits', term: 'waits' }]);
  expect(await rowsOf('accounts', 'id, id')).toEqual([{ id: 'globex' }]);
  expect(await rowsOf('audience_marks', 'post_id, due_at')).toEqual([{ post_id: 'p-3', due_at: 0 }]);
  expect(await rowsOf('stale_summaries', 'kind, target_id')).toEqual([{ kind: 'profile', target_id: 'w' }]);
  expect(await Promise.all(['posts', 'people', 'engagements'].map((table) => rowsOf(table, '*', other)))).toEqual(
    before,
  );
  expect(await rowsOf('term_suffixes', 'suffix, term', other)).toHaveLength(4);
});

test('a company of their name stays while somebody else works there, and one of another name always', async () => {
  await putPeople();
  await put('people', { id: 'cy', display_name: 'Cy Moss', account_id: 'haddad' });
  const erase = async (id: string) => {
    const people = await storedPeople(db, own, [id]);
    await writeWorkspace(db, own, () => eraseRows(db, own, people, 'erased'));
  };
  await erase('ines');
  await erase('bo');
  expect(await rowsOf('accounts', 'id, id')).toEqual([{ id: 'globex' }, { id: 'haddad' }]);
});

test('a word of the index stays while a lead has it, and goes with its own endings alone', async () => {
  for (const [suffix, term] of [
    ['wexley', 'wexley'],
    ['ley', 'wexley'],
    ['ley', 'ashley'],
    ['lind', 'lind'],
  ] as const)
    await put('term_suffixes', { suffix, term });
  await put('lead_terms', { term: 'lind', lead_id: 'x' });
  await put('lead_terms', { term: 'wexley', lead_id: 'x' }, other);
  await removeUnusedWords(db, own, new Set(['wexley', 'lind']));
  expect(await rowsOf('term_suffixes', 'suffix, term')).toEqual([
    { suffix: 'ley', term: 'ashley' },
    { suffix: 'lind', term: 'lind' },
  ]);
});

test('whose headline named them is scored again, and the words they were found by are looked at', async () => {
  const headlines = ['Assistant of Ines Haddad', 'Waits', null];
  for (const [at, headline] of headlines.entries())
    await put('people', { id: `a-${at}`, display_name: 'A', headline, title: at === 2 ? 'Aide to Ines Haddad' : null });
  const searched = new Set<string>();
  const eraser = new PacedEraser(new TextEraser([{ ...termsOfIdentities([]), names: ['Ines Haddad'] }]));
  expect(await cleanTexts(db, own, { eraser, checkpoint: () => Promise.resolve(), searched })).toEqual({ people: 2 });
  expect([...searched].sort()).toEqual(['assistant', 'haddad', 'ines', 'of']);
  expect(await rowsOf('scoring_queue', 'person_id, organization_id')).toMatchObject([
    { person_id: 'a-0' },
    { person_id: 'a-2' },
  ]);
  expect(await rowsOf('people', 'id, headline')).toEqual([
    { id: 'a-0', headline: 'Assistant of [erased]' },
    { id: 'a-1', headline: 'Waits' },
    { id: 'a-2', headline: null },
  ]);
});

test('rows about a person are read in the order of their key, a page at a time, with readable times', async () => {
  const sections = new Map(tablesOfPeople.map((one) => [one.section, one]));
  // Pending work and search words are no facts.
  for (const name of ['scoring_queue', 'lead_terms']) expect(sections.has(name)).toBe(false);
  for (const [person_id, of] of [
    ['ines', own],
    ['bo', own],
    ['ines', other],
  ] as const)
    for (const id of ['c', 'a', 'b']) await put('profile_snapshots', { id: `${person_id}-${id}`, person_id }, of);
  const table = sections.get('profile_snapshots');
  if (!table) throw new Error('no section');
  const read = async (after: number, limit: number) =>
    (await storedRows(db, own, table, 'ines', after, limit)).map((row) => row['id']);
  expect([await read(0, 2), await read(2, 2), await read(3, 2)]).toEqual([['ines-a', 'ines-b'], ['ines-c'], []]);
  await put('access_log', { at: 86_400_000, caller_kind: 'k', caller_id: 'c', operation: 'get_lead', lead_id: 'ines' });
  const log = sections.get('accessLog');
  if (!log) throw new Error('no section');
  expect(await storedRows(db, own, log, 'ines', 0, 9)).toEqual([
    {
      at: '1970-01-02T00:00:00.000Z',
      caller: { kind: 'k', id: 'c' },
      operation: 'get_lead',
      leadId: 'ines',
    },
  ]);
  expect(await countStoredRows(db, own, ['ines', 'bo'])).toEqual(
    expect.arrayContaining([
      { table: 'profile_snapshots', rows: 6 },
      { table: 'access_log', rows: 1 },
    ]),
  );
  expect(await countStoredRows(db, own, ['ines', 'bo'])).toHaveLength(2);
  // Nobody has no rows: a server would refuse an empty list.
  const asked = jest.spyOn(db, 'select');
  expect(await countStoredRows(db, own, [])).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});
