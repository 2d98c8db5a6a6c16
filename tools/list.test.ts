/** What all lists have in common: the first page, the cursor, the short form, and what is said of an empty list. */
import { z } from 'zod';
import type { PageRequest } from '../src/store/statements/keyset';
import { createOrganization } from '../src/store/access/organizations';
import type { Workspace } from '../src/workspace/workspace';
import { openTestDatabase, type OpenTestDatabase } from '../test/support/databases';
import { workspaceOf } from '../test/store/support/ask';
import { defineList } from './list';

const letters = ['a', 'b', 'c', 'd', 'e'];
/** What the list below was asked to load. */
let loaded: { readonly filters: object; readonly page: PageRequest }[] = [];

const parts = {
  title: 'List letters',
  description: 'Lists letters.',
  right: 'readLeads',
  rest: null,
  filters: { from: z.string().optional().describe('The first letter.') },
  item: z.strictObject({ letter: z.string(), of: z.string() }),
  load: (_of: Workspace, filters: { readonly from?: string | undefined }, page: PageRequest) => {
    loaded.push({ filters, page });
    const left = letters.filter((one) => one > (page.after?.id ?? '') && one >= (filters.from ?? ''));
    const rows = left.slice(0, page.limit);
    const next = left.length > page.limit ? { revision: 1, keys: [7], id: rows.at(-1) ?? '' } : null;
    return Promise.resolve({ rows, next });
  },
  show: (letter: string, { organizationId }: Workspace) => ({ letter, of: organizationId }),
} as const;

const plain = defineList({ name: 'list_letters', ...parts });
const withForms = defineList({
  name: 'list_short_letters',
  ...parts,
  compact: { item: z.strictObject({ short: z.string() }), show: (short: string) => ({ short }) },
  whenEmpty: (_of, { from }) => Promise.resolve(from === 'y' ? undefined : `none from ${from ?? ''}`),
});

let opened: OpenTestDatabase;
let acme: Workspace;
let globex: Workspace;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  const made = async (name: string) => workspaceOf(opened.db, (await createOrganization(opened.db, name))?.id ?? '');
  acme = await made('Acme');
  globex = await made('Globex');
});
afterAll(() => opened.close());
beforeEach(() => (loaded = []));

const cursorOf = (answer: Record<string, unknown>) =>
  z.object({ page: z.object({ nextCursor: z.string() }) }).parse(answer).page.nextCursor;

test('is walked page by page; the last page has no cursor, the first says that none led to it', async () => {
  const rowsOf = (...all: string[]) => all.map((letter) => ({ letter, of: acme.organizationId }));
  const first = await plain.ask(acme, { limit: 3 });
  const cursor = cursorOf(first);
  expect(first).toEqual({ data: rowsOf('a', 'b', 'c'), page: { limit: 3, nextCursor: cursor, cursor: null } });
  const second = await plain.ask(acme, { limit: 3, cursor });
  expect(second).toEqual({ data: rowsOf('d', 'e'), page: { limit: 3, nextCursor: null, cursor } });
  // The word for clients that send every parameter.
  expect(await plain.ask(acme, { limit: 3, cursor: 'start' })).toEqual(first);
  const after = { revision: 1, keys: [7], id: 'c' };
  expect(loaded).toEqual([null, after, null].map((one) => ({ filters: {}, page: { limit: 3, after: one } })));
});

test.each([
  ['a list with other filters', { from: 'b' }, () => plain, () => acme],
  ['another list', {}, () => withForms, () => acme],
  ['another workspace', {}, () => plain, () => globex],
])('its cursor is refused by %s, before anything is read', async (_name, filters, list, of) => {
  const cursor = cursorOf(await plain.ask(acme, { limit: 3 }));
  loaded = [];
  await expect(list().ask(of(), { limit: 3, ...filters, cursor })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: 'cursor', message: expect.stringContaining('start again without it') }],
  });
  expect(loaded).toEqual([]);
});

test('is short where that was asked for, and its cursor goes on in either form', async () => {
  const short = await withForms.ask(acme, { limit: 4, view: 'compact' });
  expect(short['data']).toEqual(['a', 'b', 'c', 'd'].map((one) => ({ short: one })));
  const full = [{ letter: 'e', of: acme.organizationId }];
  expect((await withForms.ask(acme, { limit: 4, cursor: cursorOf(short) }))['data']).toEqual(full);
  expect((await withForms.ask(acme, { from: 'e' }))['data']).toEqual(full);
  await expect(plain.ask(acme, { view: 'compact' })).rejects.toMatchObject({ code: 'validation_failed' });
});

test('says why it is empty, if anything is to be said; of a list with items nothing', async () => {
  expect(await withForms.ask(acme, { from: 'x' })).toMatchObject({ data: [], hint: 'none from x' });
  for (const from of ['y', 'e']) expect(await withForms.ask(acme, { from })).not.toHaveProperty('hint');
  expect(await plain.ask(acme, { from: 'x' })).not.toHaveProperty('hint');
  // Its schema promises one only where there may be one.
  expect([plain, withForms].map(({ output }) => Object.keys(output.shape))).toEqual([
    ['data', 'page'],
    ['data', 'page', 'hint'],
  ]);
});

test('says nothing of a page without items in a list that has some: before the end, or after them', async () => {
  const at = { revision: 1, keys: [7], id: 'c' };
  let next: typeof at | null = at;
  const whenEmpty = jest.fn(() => Promise.resolve('never'));
  const gaps = defineList({
    name: 'list_gaps',
    ...parts,
    load: () => Promise.resolve({ rows: [], next }),
    whenEmpty,
  });
  const first = await gaps.ask(acme, {});
  next = null;
  for (const answer of [first, await gaps.ask(acme, { cursor: cursorOf(first) })])
    expect(answer).not.toHaveProperty('hint');
  expect(whenEmpty).not.toHaveBeenCalled();
});
