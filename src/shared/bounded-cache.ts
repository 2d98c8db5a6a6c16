import { LRUCache } from 'lru-cache';

/**
 * Keeps the `most` entries that were used last. Memory is allocated as entries are added. With its option `max` the package
 * allocates everything at once: 10 ms and megabytes for a hundred thousand, at every import and every start.
 */
export function boundedCache<K extends string, V extends object | string | boolean | number>(
  most: number,
  options: Pick<LRUCache.Options<K, V, unknown>, 'ttl' | 'ttlResolution' | 'perf'> = {},
): LRUCache<K, V> {
  return new LRUCache<K, V>({ ...options, maxSize: most, sizeCalculation: () => 1 });
}
