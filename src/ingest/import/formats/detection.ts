import type { JsonObject, Sample } from '../format';

/**
 * How likely a nested format is: 95 when all sampled items look like it, less with fewer, little below half. A file may hold
 * items of several kinds, each of which is read by its own format.
 */
export function shareOf(sample: Sample, own: (item: JsonObject) => boolean): number {
  if (sample.items.length === 0) return 0;
  const share = sample.items.filter(own).length / sample.items.length;
  return Math.ceil(share < 0.5 ? 40 * share : 95 * share);
}
