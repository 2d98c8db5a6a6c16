/** JSON files to items, one by one: an array, a page with a list in it, an array of pages, or one value per line. */
import { pipeline, Readable } from 'node:stream';
import Parser from 'stream-json/Parser';
import Pick from 'stream-json/filters/Pick';
import StreamArray from 'stream-json/streamers/StreamArray';
import { ExportError } from './errors';
import { isObject, type JsonObject } from './format';
import type { Position } from './records';

/** How the JSON of a file is laid out. */
export type JsonLayout =
  | { readonly kind: 'lines' }
  /** One document; `path` leads to the list (`items`, `data.items`), empty for an array at the root. */
  | { readonly kind: 'list'; readonly path: string }
  /** One object that is itself the only item. */
  | { readonly kind: 'single' };

/** An item and its place: the line of NDJSON, the number of the item otherwise. */
export interface Item {
  readonly at: Position;
  readonly item: JsonObject;
}

/** A line or value that is no item. */
export interface BrokenItem {
  readonly at: Position;
  readonly reason: string;
  readonly raw: string;
}

/** Names under which API pages keep their list. */
const listNames = ['items', 'elements', 'results', 'data'] as const;
const listPath = /^(?:data\.)?(?:items|elements|results|data)$/;
const batchSize = 500;
const maxSingle = 16 * 1024 * 1024;
const maxLine = 16 * 1024 * 1024;

/** The layout of a file that starts like `sample` (without byte-order mark). */
export function jsonLayout(sample: { readonly text: string; readonly whole: boolean }): JsonLayout {
  const text = sample.text.trimStart();
  const [first = '', ...rest] = text.split('\n', 2);
  const more = sample.whole ? text.slice(first.length).trim() !== '' : rest.length > 0;
  if (text.startsWith('[')) {
    // `[…]` alone on its line may be a whole document, or the first of many lines.
    return more && parses(first) && /^\s*[[{]/.test(text.slice(first.length))
      ? { kind: 'lines' }
      : { kind: 'list', path: '' };
  }
  if (parses(first) && (more || sample.whole)) return { kind: 'lines' };
  const path = firstListPath(text);
  return path === null ? { kind: 'single' } : { kind: 'list', path };
}

function parses(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Path of the first list of an object, by the names pages use; null when the sample has none. */
function firstListPath(text: string): string | null {
  const keys: string[] = [];
  const token = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g;
  let arrays = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [whole, name = '', colon] = match;
    if (colon !== undefined && arrays === 0) keys[keys.length - 1] = name;
    else if (whole === '{' && arrays === 0) keys.push('');
    else if (whole === '}' && arrays === 0) keys.pop();
    else if (whole === '[') {
      if (arrays === 0 && listPath.test(keys.join('.'))) return keys.join('.');
      arrays += 1;
    } else if (whole === ']') arrays -= 1;
  }
  return null;
}

/** The items of a value: of a page those in its list, otherwise the value itself. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  if (!isObject(value)) return [value];
  for (const name of listNames) {
    const list: unknown = value[name];
    if (Array.isArray(list) && list.every(isObject)) return list;
    if (name === 'data' && isObject(list)) return itemsOf(list);
  }
  return [value];
}

/**
 * Reads the items of a file. What is broken is reported and, where the layout allows it (lines), reading goes on.
 * @param chunks the text of the file.
 */
export async function* readItems(
  chunks: AsyncGenerator<string, void, undefined>,
  layout: JsonLayout,
): AsyncGenerator<(Item | BrokenItem)[], void, undefined> {
  if (layout.kind === 'lines') yield* readLines(chunks);
  else if (layout.kind === 'list') yield* readList(chunks, layout.path);
  else yield await readSingle(chunks);
}

async function* readLines(
  chunks: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<(Item | BrokenItem)[], void, undefined> {
  let rest = '';
  let line = 0;
  let skipping = false;
  const take = (text: string, batch: (Item | BrokenItem)[]) => {
    line += 1;
    if (skipping) {
      skipping = false;
      return;
    }
    if (text.trim() !== '') putValue(text, line, batch);
  };
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    const batch: (Item | BrokenItem)[] = [];
    for (const text of lines) take(text, batch);
    if (rest.length > maxLine) {
      if (!skipping) batch.push({ at: line + 1, reason: 'a line of more than 16 MB', raw: rest.slice(0, 200) });
      skipping = true;
      rest = '';
    }
    if (batch.length > 0) yield batch;
  }
  const batch: (Item | BrokenItem)[] = [];
  if (rest !== '') take(rest, batch);
  if (batch.length > 0) yield batch;
}

function putValue(text: string, at: Position, batch: (Item | BrokenItem)[]): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    batch.push({ at, reason: 'not valid JSON', raw: text.slice(0, 200) });
    return;
  }
  for (const item of itemsOf(value)) putItem(item, at, batch);
}

function putItem(item: unknown, at: Position, batch: (Item | BrokenItem)[]): void {
  batch.push(
    isObject(item) ? { at, item } : { at, reason: 'not an object', raw: String(JSON.stringify(item)).slice(0, 200) },
  );
}

async function* readList(
  chunks: AsyncGenerator<string, void, undefined>,
  path: string,
): AsyncGenerator<(Item | BrokenItem)[], void, undefined> {
  // Packed values only: without the tokens of their parts the parser is a third faster.
  const parser = new Parser({ packValues: true, streamValues: false });
  const input = Readable.from(chunks, { objectMode: false });
  const list = new StreamArray();
  const stages = path === '' ? [input, parser, list] : [input, parser, new Pick({ filter: path, once: true }), list];
  // The callback is where pipeline reports; the same error also ends the loop below.
  pipeline(stages, () => undefined);
  let at = 0;
  let batch: (Item | BrokenItem)[] = [];
  try {
    for await (const entry of list) {
      // stream-json gives {key, value}.
      const value: unknown = isObject(entry) ? entry['value'] : undefined;
      for (const item of itemsOf(value)) putItem(item, (at += 1), batch);
      if (batch.length >= batchSize) {
        yield batch;
        batch = [];
      }
    }
  } catch (error) {
    batch.push({ at: at + 1, reason: `not valid JSON from here on: ${messageOf(error)}`, raw: '' });
  } finally {
    input.destroy();
  }
  if (batch.length > 0) yield batch;
}

async function readSingle(chunks: AsyncGenerator<string, void, undefined>): Promise<(Item | BrokenItem)[]> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > maxSingle)
      throw new ExportError('This JSON is one object of more than 16 MB without a list of items.');
  }
  const batch: (Item | BrokenItem)[] = [];
  putValue(text, 1, batch);
  return batch;
}

/** The parser's and gunzip's messages say where it went wrong; the file's contents they may quote stay short. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'unreadable').slice(0, 120);
}
