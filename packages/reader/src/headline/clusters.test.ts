/** Which words stand in one cluster, in a file of our own and in the one that ships. */
import { gzipSync } from 'node:zlib';
import { clusterOf, clustersIn } from './clusters';

test('a line is a cluster: the number of the coarse one that it belongs to, then its words', () => {
  const of = clustersIn(gzipSync('2 leeds bradford\n1 welder\n2 fife'));
  expect(['leeds', 'bradford', 'welder', 'fife', 'globex', ''].map(of)).toEqual([
    { fine: 1, coarse: 2 },
    { fine: 1, coarse: 2 },
    { fine: 2, coarse: 1 },
    { fine: 3, coarse: 2 },
    { fine: 0, coarse: 0 },
    { fine: 0, coarse: 0 },
  ]);
});

test('a file that grows out of bounds is refused', () => {
  expect(clustersIn(gzipSync(Buffer.alloc(1_048_576, 'a')))('a')).toEqual({ fine: 0, coarse: 0 });
  expect(() => clustersIn(gzipSync(Buffer.alloc(1_048_577, 'a')))).toThrow();
});

test.each([
  ['leeds', 'bradford', 'marketing'],
  ['monday', 'tuesday', 'hospital'],
  ['gujarat', 'rajasthan', 'engineer'],
])('of the file that ships: "%s" stands with "%s", not with "%s"', (word, alike, other) => {
  expect(clusterOf(word).coarse).toBeGreaterThan(0);
  expect(clusterOf(alike).coarse).toBe(clusterOf(word).coarse);
  expect(clusterOf(other).coarse).not.toBe(clusterOf(word).coarse);
});

test('there are 512 clusters in 64 coarse ones, and a word that is not English has none', () => {
  expect(clusterOf('qwxzyvb')).toEqual({ fine: 0, coarse: 0 });
  expect(clusterOf('the').fine).toBeLessThanOrEqual(512);
  expect(clusterOf('the').coarse).toBeLessThanOrEqual(64);
});
