/** Opens an export file: detects what it is and reads it as records. */
import { basename } from 'node:path';
import { ReadContext, refuse, type Out } from './context';
import { CsvSplitter, headerOf } from './csv';
import { mentionsNumericDate, UnreadableDate, type DateOrder, type DateTrouble } from './dates';
import { detectFormat, formatNamed } from './detect';
import { ExportError, systemCode } from './errors';
import { detach } from './fields';
import { cellsUnder, renamedHeader, type HeaderNames } from './header-names';
import { columnKey, type Format, type JsonObject, type Sample } from './format';
import { jsonLayout, readItems, type JsonLayout } from './json';
import { likelyCause } from './likely-cause';
import type { Network } from './network';
import type { IntakeRecord, Position } from './records';
import type { TextSource } from './readable-text';
import { openText } from './text-source';
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
  /** Dates that were not understood so far. */
  dates(): DateTrouble;
  /** Its beginning, to explain a failure. */
  readonly beginning: { readonly text: string; readonly table: boolean };
  /** The likely reason why nothing could be read, from the beginning of the file and the reasons of its refusals. */
  likelyCause(refusals: ReadonlyMap<string, number>): string;
  /** Why the file ended early, once that is known; undefined for a complete one. */
  brokenOff(): string | undefined;
  /** The records, some hundreds at a time. Can be iterated once. Leaving the loop early closes the file. */
  readonly records: AsyncIterable<IntakeRecord[]>;
}

/** The layout of a file, and its beginning. */
type Container = { /** The first lines. */ readonly start: string } & (
  | {
      readonly kind: 'table';
      readonly delimiter: string;
      readonly hinted: boolean;
      readonly sample: Sample;
      readonly names: HeaderNames | undefined;
    }
  | { readonly kind: 'items'; readonly layout: JsonLayout; readonly sample: Sample }
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
  const source = await openText(path);
  const names = options.headerNames;
  const container = await containerOf(source, names);
  // Naming columns means the generic format, since the names are those of its columns.
  const wanted = names && (options.format ?? 'auto') === 'auto' ? 'generic' : (options.format ?? 'auto');
  const format = wanted === 'auto' ? detectFormat(container.sample) : formatNamed(wanted);
  if (container.kind === 'table' && !format.rows)
    throw new ExportError(`${format.label} exports are JSON; this file is a table.`);
  const { shift = 0, dateOrder } = options;
  const named = dateInName(path);
  const observedAt = options.observedAt ?? (named === undefined ? source.modifiedAt : named + shift);
  const end: End = {};
  const contextOf = (settledOrder?: DateOrder) =>
    new ReadContext({ network: options.network, now: options.now, observedAt, post, shift, dateOrder, settledOrder });
  const recordsIn = (context: ReadContext, ending: End) =>
    container.kind === 'table'
      ? readTable(source, container, format, context, ending)
      : readJson(source, container.layout, format, context, ending);
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
    dates: () => context.dates.summary,
    beginning: { text: container.start, table: container.kind === 'table' },
    likelyCause: (refusals) => likelyCause(container.start, container.kind === 'table', refusals),
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

async function containerOf(source: TextSource, names?: HeaderNames): Promise<Container> {
  const start = await source.sample(sampleSize);
  if (!/^\s*[[{]/.test(start.text)) {
    const { delimiter, hinted } = headerOf(start.text);
    let header: readonly string[] | undefined;
    const skip = hinted ? 1 : 0;
    let seen = 0;
    new CsvSplitter(delimiter).push(
      start.text,
      start.whole,
      ({ cells }) => {
        if (seen++ === skip) header = names ? renamedHeader(cells, names) : cells;
      },
      () => undefined,
    );
    const columns = new Set((header ?? []).map(columnKey));
    return {
      kind: 'table',
      start: detach(start.text.slice(0, shownStart)),
      delimiter,
      hinted,
      sample: { columns, items: [] },
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
  const splitter = new CsvSplitter(table.delimiter);
  let read: ReturnType<NonNullable<Format['rows']>> | undefined;
  const { names } = table;
  let width = 0;
  let toSkip = table.hinted ? 1 : 0;
  let out: IntakeRecord[] = [];
  let line = 1;
  const push = (text: string, last: boolean) => {
    splitter.push(
      text,
      last,
      (row) => {
        ({ line } = row);
        if (toSkip > 0) toSkip -= 1;
        else if (!read) {
          width = row.cells.length;
          read = format.rows?.(names ? renamedHeader(row.cells, names) : row.cells, context);
        } else if (row.cells.some((cell) => cell !== '')) {
          const reader = read;
          const cells = names ? cellsUnder(row.cells, width, names) : row.cells;
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

async function* readJson(
  source: TextSource,
  layout: JsonLayout,
  format: Format,
  context: ReadContext,
  end: End,
): AsyncGenerator<IntakeRecord[], void, undefined> {
  const read = format.items(context);
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

/** Reads a row. If it holds a date that cannot be read, the whole row is refused. */
export function orRefuse(out: Out, at: Position, raw: () => string, read: () => void): void {
  const before = out.length;
  try {
    read();
  } catch (error) {
    if (!(error instanceof UnreadableDate)) throw error;
    out.length = before;
    refuse(out, at, error.message, raw());
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
