/** Reads a page of an API with the same readers as a file, in slices, so that other work gets its turn in between. */
import { setImmediate } from 'node:timers/promises';
import { orRefuse, ReadContext, refuse } from './context';
import { detectFormat, formatNamed } from './detect';
import { ExportError } from './errors';
import { columnKey, isObject, type JsonObject } from './format';
import { pageFormats } from './formats';
import { itemsOf } from './json';
import { listNames } from './json-list';
import { requirePost, type ExportOptions } from './open';
import type { IntakeRecord } from './records';

/** Items of a page. Vendors are asked for a thousand at most. */
const mostItems = 20_000;
const sampledItems = 50;
/** Items read before other work gets its turn. */
const slice = 50;

/**
 * Reads a page.
 * @param page parsed JSON, with ids of 16 digits and more as text.
 * @param format the name of a format. A page without items has none.
 * @param rest gives other work its turn.
 * @returns its records; none when the page holds no items.
 * @throws ExportError when it fits no format, holds nothing that can be read, or too many items.
 */
export async function readPage(
  page: unknown,
  format: string,
  options: Pick<ExportOptions, 'network' | 'now' | 'post'>,
  rest: () => Promise<unknown> = setImmediate,
): Promise<IntakeRecord[]> {
  const values = (itemsOfPage(page) ?? [page]).flatMap(itemsOf);
  if (values.length > mostItems) throw new ExportError(`A page holds more than ${mostItems} items.`);
  const sample = values.filter(isObject).slice(0, sampledItems);
  if (sample.length === 0 && values.length > 0)
    throw new ExportError('Nothing in this JSON can be read: not an object.');
  if (sample.length === 0) return [];
  const reader = format === 'auto' ? detectFormat(sampleOf(sample)) : formatNamed(format, pageFormats);
  const post = options.post === undefined ? null : requirePost(options.post, options.network);
  const context = new ReadContext({ network: options.network, now: options.now, observedAt: options.now, post });
  const read = reader.items(context);
  const records: IntakeRecord[] = [];
  for (const [index, item] of values.entries()) {
    if (index > 0 && index % slice === 0) await rest();
    const at = index + 1;
    if (!isObject(item)) refuse(records, at, 'not an object', JSON.stringify(item).slice(0, 200));
    else {
      orRefuse(
        records,
        at,
        () => JSON.stringify(item),
        () => read(item, at, records),
      );
    }
  }
  return records;
}

/** The list of a page: itself, or under one of the usual names, also within `data`. */
function itemsOfPage(page: unknown): readonly unknown[] | undefined {
  if (isList(page)) return page;
  if (!isObject(page)) return undefined;
  const data = page['data'];
  const places = isObject(data) ? [page, data] : [page];
  return places.flatMap((place) => listNames.map((name) => place[name])).find(isList);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const sampleOf = (items: readonly JsonObject[]) => ({
  columns: new Set(items.flatMap((item) => Object.keys(item).map(columnKey))),
  items,
});
