/** Pages by key: where one begins, whether there is another, and when a node that is behind refuses. */
import { BehindError } from '../../database/unavailable';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { createOrganization } from '../access/organizations';
import { Conditions } from './conditions';
import { addAfter, expectUpToDate, orderBy, pageOf, type SortColumn } from './keyset';

const columns: readonly SortColumn[] = [
  { column: 'priority', descending: true },
  { column: 'name', descending: false },
  { column: 'id', descending: true },
];
const position = { revision: 5, keys: [7, 'Ada'], id: 'x' };

test('a page begins after its position in every column, each by its direction', () => {
  const where = new Conditions();
  addAfter(where, columns, position);
  expect(where.sql).toBe('priority <= ? AND (priority < ? OR (priority = ? AND (name > ? OR (name = ? AND id < ?))))');
  expect(where.params).toEqual([7, 7, 7, 'Ada', 'Ada', 'x']);
  expect(orderBy(columns)).toBe('priority DESC, name, id DESC');
  const rising = new Conditions();
  addAfter(rising, columns.slice(1), { ...position, keys: ['Ada'] });
  expect(rising.sql).toBe('name >= ? AND (name > ? OR (name = ? AND id < ?))');
});

test.each([
  ['too few', [7]],
  ['too many', [7, 'Ada', 'Lovelace']],
])('a position with %s values is refused', (_name, keys) => {
  expect(() => addAfter(new Conditions(), columns, { ...position, keys })).toThrow('one value for each sort column');
  expect(() => addAfter(new Conditions(), [], { ...position, keys: [] })).toThrow('one value for each sort column');
});

test('a row more than the limit makes a next page, from the last row shown; the first page says of which revision', () => {
  const rows = () => ['a', 'b', 'c'].map((id, at) => ({ id, revision: 9, at }));
  const keysOf = ({ at }: { at: number }) => [at];
  expect(pageOf(rows(), { limit: 3, after: null }, keysOf)).toEqual({ rows: rows(), next: null });
  const shown = rows().slice(0, 2);
  const next = { revision: 9, keys: [1], id: 'b' };
  expect(pageOf(rows(), { limit: 2, after: null }, keysOf)).toEqual({ rows: shown, next });
  expect(pageOf(rows(), { limit: 2, after: position }, keysOf).next).toEqual({ ...next, revision: 5 });
});

describe('a node of a cluster', () => {
  let opened: OpenTestDatabase;
  let organizationId: string;
  beforeAll(async () => {
    opened = await openTestDatabase('sqlite');
    organizationId = (await createOrganization(opened.db, 'Acme'))?.id ?? '';
  });
  afterAll(() => opened.close());
  afterEach(() => jest.restoreAllMocks());

  const asked = (
    rows: readonly { revision: number }[],
    after: typeof position | null = position,
    of = organizationId,
  ) =>
    expectUpToDate(opened.db, of, { limit: 1, after }, rows).then(
      () => 'answers',
      (error: unknown) => (error instanceof BehindError ? 'refuses' : error),
    );
  const stored = (revision: number) => opened.db.run('UPDATE organizations SET revision = ?', [revision]);

  it('refuses a later page while it has less than the first page was read from', async () => {
    await stored(4);
    expect(await asked([])).toBe('answers');
    jest.replaceProperty(opened.db, 'dialect', 'mysql');
    expect(await asked([{ revision: 5 }])).toBe('answers');
    expect(await asked([{ revision: 4 }])).toBe('refuses');
    expect(await asked([])).toBe('refuses');
    expect(await asked([], null)).toBe('answers');
    expect(await asked([], position, 'unknown')).toBe('refuses');
    await stored(5);
    expect(await asked([])).toBe('answers');
    expect(await asked([], position, 'unknown')).toBe('refuses');
  });
});
