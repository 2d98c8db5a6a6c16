/** Reads the beginning of an upload for its preview: its format and what its first rows hold. Runs in a thread (apart.ts). */
import type { Expected } from '../import/expected';
import { ExportError, openExport, type IntakeRecord, type Network, type OpenedExport } from '../import';
import { columnsUsedBy, rowKindOf } from '../import/columns-read';
import { CsvSplitter } from '../import/csv';
import { cellsBelow, findHeader, headerFit } from '../import/header-row';
import { openTable } from '../import/open-table';
import { guessColumns, type GuessedColumns } from '../import/guess-columns';
import { cleanText } from '../import/fields';
import { notesOf } from '../import/reading-notes';
import { columnChoices, headerNamesOf, readAs } from '../import/header-names';
import { firstItems } from '../import/first-items';
import type { TextSource } from '../import/readable-text';
import { isArchive } from '../import/unpack';
import type { UploadChoices } from './kind';
import { readingOf } from './reading';

/**
 * What is read: so many rows, or so many records, as one item of JSON may hold a post with thousands of comments. What they would
 * change is worked out on the thread that serves all requests.
 */
const looksAt = { rows: 2_000, records: 4_000 } as const;
const shownRows = 5;
/** Rows that the guess at the columns uses. */
const guessedFrom = 50;
const shownColumns = 60;
const shownReasons = 10;
const longestCell = 120;
const sampleSize = 256 * 1024;

export interface UploadPreview {
  /** Whether it is an archive of files. It is unpacked, and then each file is previewed. */
  readonly archive: boolean;
  readonly format: string | null;
  readonly label: string | null;
  /** Why it cannot be imported as it is. */
  readonly problem: string | null;
  /** Rows that were read. */
  readonly rows: number;
  /** Whether these are all rows. */
  readonly whole: boolean;
  readonly records: { engagement: number; post: number; person: number; company: number; lead: number };
  /** What these rows would change in the workspace; null when they cannot be imported as they are. */
  readonly expected: Expected | null;
  readonly refused: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  /** What to know about how these rows were read. */
  readonly notes: readonly string[];
  /** Columns of a table, or the members of items by path. */
  readonly columns: readonly string[];
  /** The first rows of a table. */
  readonly firstRows: readonly (readonly string[])[];
  /** Our column for each of the file's; null for one that is not used. */
  readonly readAs: readonly (string | null)[];
  /** Our columns, for a person who names those of the file. */
  readonly choices: typeof columnChoices;
  /** The guessed columns of a table in no known format, as long as no one has named them. */
  readonly guessed: GuessedColumns | null;
}

type Table = Pick<UploadPreview, 'columns' | 'firstRows' | 'readAs' | 'choices' | 'guessed'>;
const noTable: Table = { columns: [], firstRows: [], readAs: [], choices: [], guessed: null };

function namedAs(columns: readonly string[], { columns: said, kind }: UploadChoices) {
  return { readAs: readAs(columns, headerNamesOf(said, kind)), choices: columnChoices };
}

/** The preview of a file without what it would change, and the records from which that follows. */
export interface PreviewedFile {
  readonly preview: UploadPreview;
  /** None when the file cannot be imported as it is. */
  readonly records: readonly IntakeRecord[];
}

/** Reads the beginning of an upload. If the file cannot be imported, `problem` says why. Nothing is thrown. */
export async function previewFile(
  path: string,
  choices: UploadChoices,
  network: Network,
  now: number,
): Promise<PreviewedFile> {
  const records = { engagement: 0, post: 0, person: 0, company: 0, lead: 0 };
  const nothing = {
    archive: false,
    format: null,
    label: null,
    rows: 0,
    whole: false,
    records,
    expected: null,
    refused: 0,
    reasons: [],
    notes: [],
  };
  let table: Table = noTable;
  let rows: readonly (readonly string[])[] = [];
  try {
    if (await isArchive(path)) return alone({ ...nothing, ...noTable, archive: true, problem: null });
    const reading = readingOf(choices, network, now);
    const start = await startOfTable(path, reading);
    ({ rows } = start);
    table = { ...noTable, columns: start.columns, firstRows: rows.slice(0, shownRows) };
    if (table.columns.length > 0) table = { ...table, ...namedAs(table.columns, choices) };
    const opened = await openExport(path, reading);
    const reasons = new Map<string, number>();
    let refused = 0;
    const places = new Set<number>();
    const storable: IntakeRecord[] = [];
    let whole = true;
    for await (const read of opened.records) {
      for (const record of read) {
        if (refused + storable.length >= looksAt.records) {
          whole = false;
          break;
        }
        places.add(record.at);
        if (record.kind === 'refused') {
          refused += 1;
          reasons.set(record.reason, (reasons.get(record.reason) ?? 0) + 1);
        } else if (record.kind !== 'skipped') {
          records[record.kind] += 1;
          storable.push(record);
        }
      }
      if (places.size >= looksAt.rows) whole = false;
      if (!whole) break;
    }
    const usable = storable.length > 0;
    const preview = {
      archive: false,
      ...table,
      ...namedColumns(opened, new Set(storable.flatMap((record) => rowKindOf(record) ?? []))),
      format: opened.format,
      label: opened.label,
      problem: usable
        ? null
        : refused > 0
          ? `Nothing in this file can be read: ${opened.likelyCause(reasons)}.`
          : whole && places.size === 0
            ? 'This file holds no rows.'
            : null,
      rows: places.size,
      whole,
      records,
      expected: null,
      refused,
      reasons: [...reasons]
        .sort(([, a], [, b]) => b - a)
        .slice(0, shownReasons)
        .map(([reason, count]) => ({ reason: cleanText(reason, 300) ?? '', count })),
      notes: notesOf({
        dates: opened.dates(),
        numbers: opened.numbers(),
        letters: opened.letters(),
        sheet: opened.sheet,
        withoutResult: opened.withoutResult(),
      }),
    };
    return { preview, records: storable };
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    const unnamed = choices.columns === undefined && table.columns.length > 0;
    const guessed = unnamed ? guessColumns(table.columns, rows, network) : null;
    return alone({ ...nothing, ...table, guessed, problem: error.message });
  }
}

/** What each column became, and our columns for a person who reads it otherwise. */
function namedColumns(
  { columns, firstRows, format }: Pick<OpenedExport, 'columns' | 'firstRows' | 'format'>,
  kinds: Parameters<typeof columnsUsedBy>[2],
) {
  const shown = columnsUsedBy(columns.slice(0, shownColumns), format, kinds);
  const cell = (text: string | undefined) => cleanText(text, longestCell) ?? '';
  return {
    columns: shown.map(({ column }) => cell(column)),
    firstRows: firstRows.slice(0, shownRows).map((row) => row.slice(0, shownColumns).map(cell)),
    readAs: shown.map(({ becomes }) => becomes),
    choices: columnChoices,
  };
}

const alone = (preview: UploadPreview): PreviewedFile => ({ preview, records: [] });

/** Header and first rows as they are in the file. */
async function startOfTable(
  path: string,
  reading: Parameters<typeof openTable>[1],
): Promise<{ readonly columns: string[]; readonly rows: string[][] }> {
  const source = await openTable(path, reading);
  const start = await source.sample(sampleSize);
  if (/^\s*[[{]/.test(start.text)) return startOfItems(source);
  const header = findHeader(start.text, headerFit(reading.headerNames));
  const shown = (cells: readonly string[]) =>
    cells.slice(0, shownColumns).map((cell) => cleanText(cell, longestCell) ?? '');
  const rows: string[][] = [];
  const below = cellsBelow(header, reading.headerNames?.columns);
  new CsvSplitter(header.delimiter).push(
    start.text,
    start.whole,
    ({ line, cells }) => {
      if (line <= header.line || rows.length >= guessedFrom) return;
      rows.push(shown(below(cells)));
    },
    () => undefined,
  );
  return { columns: shown(header.cells), rows };
}

/** The members of the first items as a table, if they are items. @throws ExportError */
async function startOfItems(source: TextSource): Promise<{ readonly columns: string[]; readonly rows: string[][] }> {
  const { header, rows } = await firstItems(source, guessedFrom);
  const cell = (text: string) => cleanText(text, longestCell) ?? '';
  return {
    columns: header.slice(0, shownColumns).map(cell),
    rows: rows.map((row) => row.slice(0, shownColumns).map(cell)),
  };
}
