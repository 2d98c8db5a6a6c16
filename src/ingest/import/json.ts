/** Reads JSON files as items, one by one: an array, a page with a list in it, an array of pages, or one value per line. */
import { ExportError } from './errors';
import { isObject, type JsonObject } from './format';
import {
  endOfString,
  findList,
  holdsMoreThan,
  isDeeperThan,
  listNames,
  ListSplitter,
  maxElement,
  type ListStart,
} from './json-list';
import type { Position } from './records';

/** How the JSON of a file is laid out. */
export type JsonLayout =
  | { readonly kind: 'lines' }
  /** One document with a list of items. */
  | { readonly kind: 'list'; readonly start: ListStart }
  /** One object that is itself the only item. */
  | { readonly kind: 'single' };

/** An item and its position: the line in NDJSON, otherwise the number of the item. */
export interface Item {
  readonly at: Position;
  readonly item: JsonObject;
}

/** A line or value that is no item. */
export interface BrokenItem {
  readonly at: Position;
  readonly reason: string;
  readonly raw: string;
  /** The file is cut off here. */
  readonly early?: true;
}

/** Items of exporters have at most seven levels. The limit matters because code that walks through an item is recursive. */
const maxDepth = 64;
/** Values of one text. Each may take fifty times its two characters once it is parsed. A page of an API has thousands. */
const mostValues = 500_000;

type Batch = (Item | BrokenItem)[];
type Chunks = AsyncGenerator<string, void, undefined>;

/** The layout of a file that starts like `sample` (without byte-order mark). */
export function jsonLayout(sample: { readonly text: string; readonly whole: boolean }): JsonLayout {
  const lines = sample.text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const many = lines.length > 1 || !sample.whole;
  // One value to a line. An array alone on the only line is a document.
  if (parses(first) && (many || !first.trimStart().startsWith('['))) return { kind: 'lines' };
  const start = findList(sample.text);
  return start === null ? { kind: 'single' } : { kind: 'list', start };
}

function parses(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** The items of a value: the list of a page, otherwise the value itself. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  if (!isObject(value)) return [value];
  for (const name of listNames) {
    const list: unknown = value[name];
    if (Array.isArray(list) && list.every(isObject)) return list;
    if (name === 'data' && isObject(list)) return itemsOf(list);
  }
  return [value];
}

/** Lists of some interfaces, by the names above them. */
const listPaths: readonly RegExp[] = [
  // An index for searching; a table of a spreadsheet service; an answer in an envelope.
  /^hits\/hits$/,
  /^records$/,
  /^data\/(?:records|reactions|comments|likes)$/,
];
/** The same of GraphQL, at any depth. */
const edges = /(?:^|\/)edges$/;
/** Names of which one stands above every such list. */
const mayHoldList = /"(?:edges|hits|records|data)"\s*:/;
/** Most objects around such a list. */
const mostAround = 8;

/** The items of all lists within a value: `{"data": {"post": {"reactions": {"edges": […]}, "comments": {"edges": […]}}}}`. */
function itemsWithin(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(itemsWithin);
  const usual = itemsOf(value);
  if (usual.length !== 1) return usual;
  if (!isObject(value)) return usual;
  // What says something itself is an item, such as a post with the edges of its comments.
  const isItem = Object.values(value).some((own) => typeof own === 'string' && !saysNothing(own));
  const lists = listsWithin(value, isItem ? listPaths : [...listPaths, edges]);
  return lists.length === 0 ? usual : lists.flat();
}

function listsWithin(
  value: JsonObject,
  paths: readonly RegExp[],
  above: readonly string[] = [],
): readonly (readonly unknown[])[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...above, name];
    if (isObject(inner)) return path.length < mostAround ? listsWithin(inner, paths, path) : [];
    const isList = Array.isArray(inner) && inner.length > 0 && inner.every(isObject);
    return isList && paths.some((known) => known.test(path.join('/'))) ? [inner] : [];
  });
}

/** Members that hold the whole of an item: in GraphQL, an index for searching, a table of a spreadsheet service, some other APIs, n8n. */
const envelopes = ['node', '_source', 'fields', 'attributes', 'properties', 'json'] as const;

/** An item out of its envelope: `{"cursor": …, "node": {…}}` is the node. It is one if nothing else in it holds members. */
function unwrapped(item: JsonObject): JsonObject {
  for (const name of envelopes) {
    const inner = item[name];
    if (!isObject(inner) || Object.keys(inner).length < 2) continue;
    const others = Object.entries(item).filter(([key]) => key !== name);
    if (others.length <= mostOtherMembers && others.every(([, value]) => saysNothing(value))) return inner;
  }
  return item;
}
/** An envelope has an id, a cursor, times and little else beside what it holds. */
const mostOtherMembers = 6;
/** An address, also without its scheme, a URN or an id of a person, or words. */
const says = /^(?:https?:|urn:|AC[ow]AA|[\w-]+(?:\.[\w-]+)+\/)|\p{L} \p{L}/iu;
/** What an envelope has beside it: no objects other than numbers (`{"item": 0}`), and nothing of a person or a post. */
const saysNothing = (value: unknown): boolean =>
  typeof value === 'string'
    ? !says.test(value)
    : !Array.isArray(value) && (!isObject(value) || Object.values(value).every((inner) => typeof inner === 'number'));

/**
 * Reads the items of a file. Damage is reported, and reading goes on where the next item can be found.
 * @param chunks the text of the file.
 */
export async function* readItems(chunks: Chunks, layout: JsonLayout): AsyncGenerator<Batch, void, undefined> {
  if (layout.kind === 'lines') yield* readLines(chunks);
  else if (layout.kind === 'list') yield* readList(chunks, layout.start);
  else yield await readSingle(chunks);
}

async function* readLines(chunks: Chunks): AsyncGenerator<Batch, void, undefined> {
  let rest = '';
  let line = 0;
  let skipping = false;
  const take = (text: string, batch: Batch) => {
    line += 1;
    if (!skipping && text.trim() !== '')
      for (const item of valuesOf(text, () => line, batch)) putItem(item, line, batch);
    skipping = false;
  };
  for await (const chunk of chunks) {
    const batch: Batch = [];
    // Only what came now is searched for the end of a line: `rest` may be long.
    const [first = '', ...lines] = chunk.split('\n');
    rest += first;
    for (const text of lines) {
      take(rest, batch);
      rest = text;
    }
    if (rest.length > maxElement) {
      if (!skipping) batch.push({ at: line + 1, reason: 'a line of more than 16 MB', raw: rest.slice(0, 200) });
      skipping = true;
      rest = '';
    }
    if (batch.length > 0) yield batch;
  }
  const batch: Batch = [];
  if (rest !== '') take(rest, batch);
  const last = batch.at(-1);
  if (last && 'reason' in last && !/[}\]]\s*$/.test(rest)) {
    batch[batch.length - 1] = { ...last, reason: `${last.reason}: the file ends in the middle of it`, early: true };
  }
  if (batch.length > 0) yield batch;
}

async function* readList(chunks: Chunks, start: ListStart): AsyncGenerator<Batch, void, undefined> {
  const splitter = new ListSplitter(start);
  let at = 0;
  let batch: Batch = [];
  const next = () => (at += 1);
  const take = (text: string) => {
    for (const item of valuesOf(text, next, batch)) putItem(item, next(), batch);
  };
  for await (const chunk of chunks) {
    if (!splitter.push(chunk, take)) break;
    if (batch.length > 0) yield batch;
    batch = [];
  }
  const problem = splitter.end();
  if (problem) {
    const raw = problem.rest.trim().slice(0, 200);
    if (splitter.closed) batch.push({ at: next(), reason: problem.reason, raw });
    else batch.push({ at: next(), reason: `${problem.reason}: the file was cut off`, raw, early: true });
  }
  if (batch.length > 0) yield batch;
}

async function readSingle(chunks: Chunks): Promise<Batch> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > maxElement) throw new ExportError('This JSON is one object of more than 16 MB without a list.');
  }
  const batch: Batch = [];
  for (const item of valuesOf(text, () => 1, batch)) putItem(item, 1, batch);
  return batch;
}

/** A quick test for other values. An error of the parser costs far more, and a file may hold millions of them. */
const opensItem = /^\s*[{[]/;
const opensOther = /^\s*(?:["\-\d]|(?:true|false|null)\s*$)/;

/** The items in a text. Text that is not JSON counts as broken. */
function valuesOf(text: string, at: () => Position, batch: Batch): readonly unknown[] {
  if (isDeeperThan(text, maxDepth)) {
    const reason = `nested more than ${maxDepth} levels deep`;
    batch.push({ at: at(), reason, raw: text.trim().slice(0, 200) });
    return [];
  }
  if (holdsMoreThan(text, mostValues)) {
    batch.push({ at: at(), reason: `more than ${mostValues} values in one piece`, raw: text.trim().slice(0, 200) });
    return [];
  }
  if (!opensItem.test(text)) {
    const reason = opensOther.test(text) ? 'not an object' : 'not valid JSON';
    batch.push({ at: at(), reason, raw: text.trim().slice(0, 200) });
    return [];
  }
  try {
    const value: unknown = JSON.parse(text);
    const exact = longIntegersAsText(text);
    // Databases of documents export `{"$date": …}` where others write a time.
    const read: unknown = typed.test(text)
      ? JSON.parse(exact, (_key, inner: unknown) => typedValue(inner))
      : exact === text
        ? value
        : JSON.parse(exact);
    return mayHoldList.test(text) ? itemsWithin(read) : itemsOf(read);
  } catch {
    batch.push({ at: at(), reason: 'not valid JSON', raw: text.trim().slice(0, 200) });
    return [];
  }
}

const typed = /"(?:\$(?:date|oid|number(?:Long|Int|Double|Decimal))|_?nanoseconds|localized)"/;
const typedName = /^\$(?:date|oid|number(?:Long|Int|Double|Decimal))$/;

/** The value of an object that only says the type of one: `{"$numberLong": "12"}`. */
function typedValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  const [[name, inner] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0 && typedName.test(name)) return inner;
  // A time in two numbers, and a text with its one language.
  const seconds = value['seconds'] ?? value['_seconds'];
  if (typeof seconds === 'number' && others.length === 1 && /^_?nanoseconds$/.test(others[0]?.[0] ?? ''))
    return seconds;
  const { localized } = value;
  const texts = isObject(localized) ? Object.values(localized) : [];
  return texts.length === 1 && typeof texts[0] === 'string' ? texts[0] : value;
}

const longNumber = /[:,[]\s*-?(?:\d{16,}(?:\.\d+)?|\d+(?:\.\d+)?e\+?1[5-9])\s*[,}\]]/i;

/**
 * Puts quotes around ids of 16 digits and more that are written as numbers. As JavaScript numbers they would lose their last
 * digits. The same for those that a program wrote as floats (`7.4e18`): nobody must take what is left of one for an id.
 * @param json valid JSON.
 */
export function longIntegersAsText(json: string): string {
  if (!longNumber.test(json)) return json;
  const token = /"|-?\d[\d.eE+-]*/g;
  let written = '';
  let from = 0;
  for (let match = token.exec(json); match; match = token.exec(json)) {
    const [text] = match;
    if (text === '"') token.lastIndex = endOfString(json, match.index);
    else if (/^-?(?:\d{16,}(?:\.\d+)?|\d+(?:\.\d+)?e\+?1[5-9])$/i.test(text)) {
      written += `${json.slice(from, match.index)}"${text}"`;
      from = token.lastIndex;
    }
  }
  return written + json.slice(from);
}

function putItem(item: unknown, at: Position, batch: Batch): void {
  batch.push(
    isObject(item)
      ? { at, item: unwrapped(item) }
      : { at, reason: 'not an object', raw: JSON.stringify(item).slice(0, 200) },
  );
}
