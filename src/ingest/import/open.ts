/** Opens an export file: detects what it is and reads it as records. */
import { basename } from 'node:path';
import { columnsOf, oursOf } from './columns-read';
import { orRefuse, ReadContext, refuse } from './context';
import { CsvSplitter } from './csv';
import { mentionsNumericDate, type DateOrder, type Trouble } from './dates';
import { detectFormat, formatNamed } from './detect';
import { ExportError, systemCode } from './errors';
import { detach } from './fields';
import { eachItem } from './each-item';
import { flagsOf, guessColumns } from './guess-columns';
import { cellsUnder, completedBy, renamedHeader, renamedItem, type HeaderNames } from './header-names';
import { cellsBelow, findHeader, headerFit, mayBeHeader, type HeaderPlace } from './header-row';
import { isNested, itemOfCells, listsOf, tableOfItems } from './nested-columns';
import { columnKey, type Format, type ItemReader, type JsonObject, type RowReader, type Sample } from './format';
import { withLists } from './nested-lists';
import { openTable } from './open-table';
import { impliedNames } from './implied-names';
import { judgeColumns } from './judge-columns';
import { jsonLayout, readItems, type JsonLayout } from './json';
import { likelyCause } from './likely-cause';
import { misreadOf } from './misread-table';
import type { Network } from './network';
import type { IntakeRecord } from './records';
import type { LettersRead, SheetRead, TextSource } from './readable-text';
import { parseProfileReference } from './profile';
import { parsePostReference, type PostRef } from './urn';

export interface ExportOptions {
  /** The name of a format, or `auto` (the default), which detects it by content. */
  readonly format?: string;
  readonly network: Network;
  /** Epoch ms; the clock of the import. No observation is later. */
  readonly now: number;
  /** Epoch ms when the export was made, if known. Otherwise: the row's own time, a date in the file name, the file's time. */
  readonly observedAt?: number;
  /** The post (URN or URL) of rows that name none, as in some exports of comments. */
  readonly post?: string;
  /** How to read dates such as `03/04/2026`. When left out, a date that the file does not settle is refused with its row. */
  readonly dateOrder?: DateOrder;
  /** Milliseconds added to every time in the file. The demo uses this to move its examples to today. */
  readonly shift?: number;
  /** Our names for the columns of a table. */
  readonly headerNames?: HeaderNames;
  /** The encoding, by its usual name, if a person says it. Otherwise the whole file decides. */
  readonly encoding?: string;
}

export interface OpenedExport {
  /** Name of the format, `phantombuster-likers`. */
  readonly format: string;
  /** The name for people. */
  readonly label: string;
  /** What `at` of a record counts. */
  readonly unit: 'line' | 'item';
  /** Size of the file on disk. */
  readonly totalBytes: number;
  /** Bytes of the file read so far, for a progress bar. */
  bytesRead(): number;
  /** Dates and numbers that were not understood so far. */
  dates(): Trouble;
  numbers(): Trouble;
  /** How the letters of the file are read. */
  letters(): LettersRead;
  /** The sheet that is read, in a workbook with several. */
  readonly sheet: SheetRead | undefined;
  /** Formulas so far whose results the file does not hold. */
  withoutResult(): number;
  /** Its beginning, to explain a failure. */
  readonly beginning: string;
  /** The likely reason why nothing could be read, from the beginning of the file and the reasons of its refusals. */
  likelyCause(refusals: ReadonlyMap<string, number>): string;
  /** The columns of a table, or the members of items by path, and what each becomes: our name, or null: it is not used. */
  readonly columns: readonly { readonly column: string; readonly becomes: string | null }[];
  /** Its first rows, under these columns. */
  readonly firstRows: readonly (readonly string[])[];
  /** Why the file ended early, once that is known; undefined for a complete one. */
  brokenOff(): string | undefined;
  /** The records, some hundreds at a time. Can be iterated once. Leaving the loop early closes the file. */
  readonly records: AsyncIterable<IntakeRecord[]>;
}

/** The layout of a file, and its beginning. */
type Container = {
  /** The first lines. */
  readonly start: string;
  /** Its columns, or the members of its items by path. */
  readonly header: readonly string[];
  /** The first rows. */
  readonly rows: readonly (readonly string[])[];
} & (
  | {
      readonly kind: 'table';
      /** Where the header stands. */
      readonly place: HeaderPlace;
      readonly sample: Sample;
      /** Its rows as items, when its columns are paths into items. */
      readonly nested: Sample;
      readonly names: HeaderNames | undefined;
    }
  | {
      readonly kind: 'items';
      readonly layout: JsonLayout;
      readonly sample: Sample;
      /** Members that hold lists of objects. */
      readonly lists: readonly string[];
    }
);

/** How reading a file ended. */
interface End {
  early?: string;
}

const sampleSize = 1024 * 1024;
const sampledItems = 50;
/** Characters of the beginning that are kept to explain a failure. */
const shownStart = 20_000;

/**
 * Opens an export file.
 * @throws ExportError when the file is missing, is not text, fits no format, or when `post` names no post.
 */
export async function openExport(path: string, options: ExportOptions): Promise<OpenedExport> {
  const post = options.post === undefined ? null : requirePost(options.post, options.network);
  const source = await openTable(path, options);
  const first = await containerOf(source, options.headerNames);
  const given = options.headerNames;
  const names = given === undefined ? impliedOf(first, options) : await withImplied(given, source, options);
  const container = names === given ? first : await containerOf(source, names);
  // Naming columns means the generic format, since the names are those of its columns.
  const wanted = names && (options.format ?? 'auto') === 'auto' ? 'generic' : (options.format ?? 'auto');
  const format = wanted === 'auto' ? formatOf(container, options.network) : formatNamed(wanted);
  if (names !== undefined && given === undefined) requireReadable(container, format, options.network, names);
  const signs = judgeColumns(container.header, oursOf(container, format, names), container.rows);
  if (container.kind === 'table' && !format.rows && container.nested.items.length === 0)
    throw new ExportError(`${format.label} exports are JSON; this file is a table.`);
  const { shift = 0, dateOrder } = options;
  const named = dateInName(path);
  const observedAt = options.observedAt ?? (named === undefined ? source.modifiedAt : named + shift);
  const end: End = {};
  const contextOf = (settledOrder?: DateOrder) =>
    new ReadContext({
      ...{ network: options.network, now: options.now, observedAt, post, shift },
      dateOrder,
      settledOrder,
      signs,
    });
  const recordsIn = (context: ReadContext, ending: End) =>
    container.kind === 'table'
      ? readTable(source, container, format, context, ending)
      : readJson(source, container.layout, itemReader(format, context, wanted === 'auto', names), ending);
  let context = contextOf();
  if (dateOrder === undefined && mentionsNumericDate((await source.sample(sampleSize)).text)) {
    // A first pass: a date at the end of the file may settle one at its beginning.
    for await (const _ of recordsIn(context, {}));
    context = contextOf(context.ordersSeen.settled);
  }
  return {
    format: format.name,
    label: format.label,
    unit: container.kind === 'table' || container.layout.kind === 'lines' ? 'line' : 'item',
    totalBytes: source.totalBytes,
    bytesRead: () => source.bytesRead(),
    columns: columnsOf(container, format, { namesPost: post !== null, signs, names }),
    firstRows: container.rows,
    dates: () => context.dates.summary,
    numbers: () => context.numbers.summary,
    letters: () => source.reading(),
    sheet: source.sheet,
    withoutResult: () => source.withoutResult(),
    beginning: container.start,
    likelyCause: (refusals) => likelyCause(container.start, refusals),
    brokenOff: () => end.early,
    records: recordsIn(context, end),
  };
}

/** The post of rows that name none. @throws ExportError when the text names no post. */
export function requirePost(text: string, network: Network): PostRef {
  const found = parsePostReference(text, network);
  if (!found.ok) throw new ExportError(`--post names no post: ${found.reason}.`);
  return found;
}

/** The date in a file's name, where exporters and people put the day of the export: that day at noon, UTC. */
export function dateInName(path: string): number | undefined {
  const day = /(?<!\d)(20\d\d-[01]\d-[0-3]\d)(?!\d)/.exec(basename(path))?.[1];
  const time = day === undefined ? NaN : Date.parse(`${day}T12:00:00Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** The format of a file. A table of nested items is one if its rows are no rows of a table. @throws ExportError */
function formatOf(container: Container, network: Network): Format {
  const samples = container.kind === 'table' && container.nested.items.length > 0 ? [container.nested] : [];
  let thrown: unknown;
  for (const sample of [...samples, container.sample]) {
    let format: Format;
    try {
      format = detectFormat(sample);
    } catch (error) {
      if (!(error instanceof ExportError)) throw error;
      if (container.header.some((cell) => cell.includes('/') && parseProfileReference(cell, network).ok)) {
        thrown = new ExportError(
          'Its first row holds a person, not the names of columns: put a row with their names above it.',
        );
        continue;
      }
      const flags = flagsOf(container.header, guessColumns(container.header, container.rows, network));
      const hint = flags && `It seems to hold this; check it and run the import again with: ${flags}`;
      thrown = new ExportError(error.message, error.about, hint);
      continue;
    }
    // "Country/Region" of a plain table looks like a nested column, too.
    if (sample.items.length === 0 || format.name === 'generic') requireReadable(container, format, network);
    return format;
  }
  throw thrown;
}

/** @param names implied by the table. @throws ExportError for what the format would misread. */
function requireReadable(container: Container, format: Format, network: Network, names?: HeaderNames): void {
  const problem = misreadOf(container.header, oursOf(container, format, names), container.rows, network);
  if (problem !== undefined) throw new ExportError(problem);
}

function impliedOf(container: Container, { format = 'auto', network }: ExportOptions): HeaderNames | undefined {
  if (container.kind !== 'table' || format !== 'auto' || container.nested.items.length > 0) return undefined;
  return impliedNames(container.sample, container.header, container.rows, network);
}

/** The names that a person gave, and those that the table implies for columns of which the person said nothing. */
async function withImplied(given: HeaderNames, source: TextSource, options: ExportOptions): Promise<HeaderNames> {
  try {
    const implied = impliedOf(await containerOf(source), options);
    return implied === undefined ? given : completedBy(given, implied);
  } catch (error) {
    // Nothing can be implied, and the person says how to read the table.
    if (error instanceof ExportError) return given;
    throw error;
  }
}

/** Reads items: each by the format that fits it, or as a person said. */
function itemReader(format: Format, context: ReadContext, free: boolean, names?: HeaderNames): ItemReader {
  if (free) return eachItem(format, context);
  if (names === undefined) return withLists(format, context);
  const read = format.items(context);
  return (item, at, out) => read(renamedItem(item, names), at, out);
}

/** Reads rows as the nested items that their columns name. */
function rowsOfItems(header: readonly string[], read: ItemReader): RowReader {
  const item = itemOfCells(header);
  return (cells, at, out) => read(item(cells), at, out);
}

async function containerOf(source: TextSource, names?: HeaderNames): Promise<Container> {
  const start = await source.sample(sampleSize);
  if (!/^\s*[[{]/.test(start.text)) {
    const place = findHeader(start.text, headerFit(names));
    const header = place.cells;
    const rows: (readonly string[])[] = [];
    const below = cellsBelow(place, names?.columns);
    new CsvSplitter(place.delimiter).push(
      start.text,
      start.whole,
      ({ line, cells }) => {
        if (line > place.line && rows.length < sampledItems) rows.push(below(cells));
      },
      () => undefined,
    );
    const cells = names ? renamedHeader(header, names) : header;
    const nested = !names && isNested(header) ? rows.map(itemOfCells(header)) : [];
    return {
      kind: 'table',
      start: detach(start.text.slice(0, shownStart)),
      place,
      header,
      rows: rows.map((row) => row.map(detach)),
      sample: { columns: new Set(cells.map(columnKey)), items: [] },
      nested: { columns: new Set(nested.flatMap((item) => Object.keys(item).map(columnKey))), items: nested },
      names,
    };
  }
  const layout = jsonLayout(start);
  const items: JsonObject[] = [];
  let broken: string | undefined;
  for await (const batch of readItems(source.chunks(), layout)) {
    items.push(...batch.flatMap((entry) => ('item' in entry ? [entry.item] : [])));
    for (const entry of batch) if ('reason' in entry) broken ??= entry.reason;
    if (items.length >= sampledItems) break;
  }
  if (items.length === 0 && broken !== undefined) throw new ExportError(`Nothing in this JSON can be read: ${broken}.`);
  const sampled = items.slice(0, sampledItems);
  return {
    kind: 'items',
    start: detach(start.text.slice(0, shownStart)),
    layout,
    ...tableOfItems(sampled),
    lists: listsOf(sampled),
    sample: { columns: new Set(sampled.flatMap((item) => Object.keys(item).map(columnKey))), items: sampled },
  };
}

/** Reads table rows as records. If the file is cut off, the records before the cut are kept. */
async function* readTable(
  source: TextSource,
  table: Extract<Container, { kind: 'table' }>,
  format: Format,
  context: ReadContext,
  end: End,
): AsyncGenerator<IntakeRecord[], void, undefined> {
  const splitter = new CsvSplitter(table.place.delimiter);
  let read: RowReader | undefined;
  const { names } = table;
  let under = (cells: readonly string[]) => cells;
  let below = cellsBelow(table.place, names?.columns);
  const isHeader = headerFit(names);
  const startUnder = (found: readonly string[], as: Format) => {
    if (names) under = cellsUnder(found, names);
    const header = names ? renamedHeader(found, names) : found;
    read = as.rows?.(header, context) ?? rowsOfItems(header, eachItem(as, context));
  };
  let out: IntakeRecord[] = [];
  let line = 1;
  const push = (text: string, last: boolean) => {
    splitter.push(
      text,
      last,
      (row) => {
        ({ line } = row);
        if (line < table.place.line) return;
        if (!read) {
          startUnder(table.place.cells, format);
          return;
        }
        const plain = below(row.cells);
        if (mayBeHeader(plain) && isHeader(plain)) {
          // Exports that were put together have a header for each, and its columns may stand in another order.
          below = cellsBelow({ ...table.place, cells: plain }, names?.columns);
          startUnder(plain, formatBelow(plain, format, table.place.cells));
        } else if (plain.some((cell) => cell !== '')) {
          const reader = read;
          const cells = under(plain);
          orRefuse(
            out,
            row.line,
            () => row.cells.join(', '),
            () => reader(cells, row.line, out),
          );
        }
      },
      (broken) => refuse(out, broken.line, broken.reason, broken.raw),
    );
  };
  try {
    for await (const texts of source.lines()) {
      for (const text of texts) push(text, false);
      if (out.length > 0) yield out;
      out = [];
    }
    push('', true);
  } catch (error) {
    push('', true);
    end.early = brokenOff(error);
    refuse(out, line + 1, end.early, '');
  }
  if (out.length > 0) yield out;
}

/** The format of the rows below a further header: the same for the same columns, in whatever order. */
function formatBelow(cells: readonly string[], format: Format, above: readonly string[]): Format {
  const keys = new Set(cells.map(columnKey));
  if (above.every((cell) => keys.has(columnKey(cell)))) return format;
  try {
    return detectFormat({ columns: keys, items: [] });
  } catch (error) {
    if (error instanceof ExportError) return format;
    throw error;
  }
}

async function* readJson(
  source: TextSource,
  layout: JsonLayout,
  read: ItemReader,
  end: End,
): AsyncGenerator<IntakeRecord[], void, undefined> {
  let out: IntakeRecord[] = [];
  let last = 0;
  try {
    for await (const batch of readItems(source.chunks(), layout)) {
      for (const entry of batch) {
        last = entry.at;
        if ('item' in entry) {
          const { item, at } = entry;
          orRefuse(
            out,
            at,
            () => JSON.stringify(item),
            () => read(item, at, out),
          );
        } else {
          refuse(out, entry.at, entry.reason, entry.raw);
          if (entry.early) end.early = entry.reason;
        }
      }
      yield out;
      out = [];
    }
  } catch (error) {
    if (error instanceof ExportError) throw error;
    end.early = brokenOff(error);
    refuse(out, last + 1, end.early, '');
    yield out;
  }
}

/**
 * Explains an error that came midway: a truncated gzip file, a damaged spreadsheet, a failing disk. Any other error is a bug of
 * ours and is thrown.
 */
function brokenOff(error: unknown): string {
  if (error instanceof ExportError) return `the file breaks off here: ${error.message}`;
  const code = systemCode(error);
  if (code === undefined) throw error;
  return `the file breaks off here (${code})`;
}
