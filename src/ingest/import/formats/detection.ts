import type { JsonObject, Sample } from '../format';

/** How likely a nested format is: 95 when all sampled items look like it, less with fewer, 0 below half. */
export function shareOf(sample: Sample, own: (item: JsonObject) => boolean): number {
  if (sample.items.length === 0) return 0;
  const share = sample.items.filter(own).length / sample.items.length;
  return share < 0.5 ? 0 : Math.round(95 * share);
}
