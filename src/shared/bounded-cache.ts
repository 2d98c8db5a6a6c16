import { LRUCache } from 'lru-cache';

/**
 * Keeps the entries used last, `most` of them. Room is taken as entries come: with `max` the package takes all of it at once, 10 ms
 * and megabytes for a hundred thousand, for each import and each start.
 */
export function boundedCache<K extends string, V extends object | string | boolean | number>(
  most: number,
  options: Pick<LRUCache.Options<K, V, unknown>, 'ttl' | 'ttlResolution' | 'perf'> = {},
): LRUCache<K, V> {
  return new LRUCache<K, V>({ ...options, maxSize: most, sizeCalculation: () => 1 });
}
