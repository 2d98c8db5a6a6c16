import { z } from 'zod';
import { input, idList, searchText } from './fields';
import { detailsOf } from './issues';

const schema = input({
  limit: z.int().min(1).max(100).optional(),
  tier: z
    .array(z.enum(['A', 'B']))
    .max(2)
    .optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  search: searchText(5, 'x').optional(),
  ids: idList(2, 'x').optional(),
  letter: z.string().max(1).optional(),
  pair: z.array(z.string()).min(2).optional(),
  single: z.array(z.string()).min(1).max(1).optional(),
  name: z.string(),
  inner: z
    .strictObject({ text: z.string().max(1), list: z.array(z.int()) })
    .partial()
    .optional(),
  all: z.array(z.strictObject({ at: z.int() })).optional(),
});

it.each([
  [{ name: 'x', limit: 0 }, 'limit', 'must be at least 1'],
  [{ name: 'x', limit: 101 }, 'limit', 'must be at most 100'],
  [{ name: 'x', limit: 1.5 }, 'limit', 'must be an integer'],
  [{ name: 'x', limit: '5' }, 'limit', 'must be a number'],
  [{ name: 'x', tier: ['C'] }, 'tier', 'must be one of A, B'],
  [{ name: 'x', tier: 'A' }, 'tier', 'must be a list'],
  [{ name: 'x', tier: ['A', 'B', 'A'] }, 'tier', 'must hold at most 2 values'],
  [{ name: 'x', sort: 'up' }, 'sort', 'must be one of asc, desc'],
  [{ name: 'x', pair: ['A'] }, 'pair', 'must hold at least 2 values'],
  [{ name: 'x', single: [] }, 'single', 'must hold at least 1 value'],
  [{ name: 'x', single: ['A', 'B'] }, 'single', 'must hold at most 1 value'],
  [{ name: 'x', letter: 'ab' }, 'letter', 'must have at most 1 character'],
  [{ name: 'x', search: '' }, 'search', 'must have at least 1 character'],
  [{ name: 'x', search: '123456' }, 'search', 'must have at most 5 characters'],
  [{ name: 'x', ids: ['nope'] }, 'ids', 'must be a uuid'],
  [{ name: 'x', other: 1 }, 'other', 'unknown parameter'],
  [{ name: 'x', inner: 1 }, 'inner', 'must be an object'],
  [{ name: 'x', inner: { text: 'ab' } }, 'inner.text', 'must have at most 1 character'],
  [{ name: 'x', inner: { other: 1 } }, 'inner.other', 'unknown parameter'],
  [{ name: 'x', inner: { list: [1, 'a'] } }, 'inner.list', 'must be a number'],
  [{ name: 'x', all: [{ at: 1 }, { at: 'a' }] }, 'all.1.at', 'must be a number'],
  [{ name: 'x', all: [{ at: 1, b: 1 }] }, 'all.0.b', 'unknown parameter'],
  [{ name: 'x', all: [1] }, 'all', 'must be an object'],
  [{}, 'name', 'is required'],
  [{ name: null }, 'name', 'must be a text'],
  [null, '', 'must be an object'],
])('%j: %s %s', (value, path, message) => {
  const parsed = schema.safeParse(value, { reportInput: true });
  expect(detailsOf(parsed.error?.issues ?? [])).toContainEqual({ path, message });
});

it('names each parameter once', () => {
  const types = input({ types: z.array(z.enum(['leads', 'credits'])).max(2) });
  const parsed = types.safeParse({ types: 'leads' }, { reportInput: true });
  expect(detailsOf(parsed.error?.issues ?? [])).toEqual([{ path: 'types', message: 'must be a list' }]);
});

it('lists the known parameters at the first unknown one', () => {
  const parsed = schema.safeParse({ name: 'x', other: 1, more: 1, inner: { text: 'a', no: 1 } }, { reportInput: true });
  const details = detailsOf(parsed.error?.issues ?? [], ['name', 'limit']);
  expect(details).toHaveLength(3);
  expect(details).toContainEqual({ path: 'other', message: 'unknown parameter; known: name, limit' });
  expect(details).toContainEqual({ path: 'more', message: 'unknown parameter' });
  expect(details).toContainEqual({ path: 'inner.no', message: 'unknown parameter' });
});
