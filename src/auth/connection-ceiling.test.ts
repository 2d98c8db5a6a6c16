import { surplusOf, type LiveUse } from './connection-ceiling';

const one = (
  id: string,
  activated_at: number,
  rotated_at: number | null = null,
  last_used_at: number | null = null,
): LiveUse => ({
  id,
  activated_at,
  rotated_at,
  last_used_at,
});

test.each<[name: string, live: readonly LiveUse[], most: number, ended: string]>([
  ['as many as may be', [one('a', 1), one('b', 2)], 2, ''],
  ['the oldest of those that were never used', [one('b', 2), one('a', 1), one('c', 3)], 2, 'a'],
  ['a call is a use', [one('a', 1, null, 9), one('b', 2), one('c', 3)], 2, 'b'],
  ['a refresh is a use', [one('a', 1, 9), one('b', 2), one('c', 3)], 2, 'b'],
  ['the latest use counts', [one('a', 1, 9, 2), one('b', 5, 6, 7), one('c', 8)], 2, 'b'],
  ['several, the longest unused first', [one('c', 3), one('a', 1), one('d', 4), one('b', 2)], 1, 'a b c'],
  ['the same in whatever order they come', [one('b', 1), one('a', 1), one('c', 1)], 1, 'a b'],
  ['none', [], 2, ''],
])('%s', (_name, live, most, ended) => {
  expect(
    surplusOf(live, most)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(ended);
});
