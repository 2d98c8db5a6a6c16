/** Ids are UUIDs of version 7, unique and in order of creation. */
import { validate, version } from 'uuid';
import { newId } from './new-id';

it('makes uuids v7 in ascending order', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const after = Date.now();
  expect(ids.filter((id) => !validate(id) || version(id) !== 7 || id !== id.toLowerCase())).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  const made = parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16);
  expect(made).toBeGreaterThanOrEqual(before);
  expect(made).toBeLessThanOrEqual(after);
});
