/** The first items of a JSON file as a table, for a person who says what its members hold. */
import { jsonLayout, readItems } from './json';
import { tableOfItems } from './nested-columns';
import type { TextSource } from './readable-text';

const sampleSize = 256 * 1024;

/** @throws ExportError when the file cannot be read. */
export async function firstItems(source: TextSource, count: number): Promise<ReturnType<typeof tableOfItems>> {
  const layout = jsonLayout(await source.sample(sampleSize));
  const items = [];
  for await (const batch of readItems(source.chunks(), layout)) {
    items.push(...batch.flatMap((entry) => ('item' in entry ? [entry.item] : [])));
    if (items.length >= count) break;
  }
  return tableOfItems(items.slice(0, count));
}
