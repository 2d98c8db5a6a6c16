/**
 * Reads spreadsheets (.xlsx) as text: the first visible sheet becomes CSV, one line for each row, in memory that does not grow
 * with the rows. Formulas are never evaluated: their stored result is read as text. External links are not followed.
 */
import { Archive } from './archive';
import { maxRowLength } from './csv';
import { ExportError } from './errors';
import { detach } from './fields';
import { columnOf, dateText, numberText, showsDate, unescaped, within } from './sheet-cells';
import { sampler, type TextSource } from './readable-text';
import { SheetRows, type LinkColumns } from './sheet-rows';
import { noTail, sheetTail, type SheetTail } from './sheet-tail';
import { readXml, xmlEvents } from './xml-events';

/** Bytes of the shared strings, which are kept while the file is read, with what each of them takes besides its letters. */
const mostShared = 96 * 1024 ** 2;
const costOfString = 40;
const mostStyles = 100_000;
const mostSheets = 1_000;
/** Characters of one cell. Spreadsheets allow 32,767. */
const longestCell = 100_000;
const mostRows = 1_048_576;
/** Bytes of a part that is not a sheet, unpacked. */
const largestPart = 16 * 1024 ** 2;
/** Characters of the text that are passed on at a time, or those of so many bytes of the sheet. */
const pieceSize = 32 * 1024;
const pieceOfSheet = 512 * 1024;
/**
 * What the cells may unfold to, in characters: so many, or so many times the bytes of the file. A shared string is stored once and may
 * be used in every cell. Exports that repeat the text of a post in each row grow a hundred times.
 */
const unfolded = { atLeast: 64 * 1024 ** 2, perByte: 200 } as const;

const relationships = 'xl/_rels/workbook.xml.rels';

/** What reading cells needs of the file. */
interface Workbook {
  /** The name of the sheet to read, and its entry. */
  readonly name: string;
  readonly sheet: string;
  readonly from1904: boolean;
  readonly shared: readonly string[];
  /** For each cell style, whether it shows a date. */
  readonly dates: readonly boolean[];
}

/** How well a sheet fits that begins with this text: the higher, the better. Of equals the first is read. */
export type SheetChoice = (beginning: string) => number;

/** Sheets that are looked into, and of each so many characters of its cells or bytes of its part. */
const mostLookedInto = 30;
const lookedInto = { characters: 64 * 1024, bytes: 512 * 1024 } as const;

/**
 * Opens a spreadsheet.
 * @param choice chooses among its visible sheets. A summary often stands before the data.
 * @param links which columns the addresses behind cells get. Without it they are not read.
 * @throws ExportError when it is not a spreadsheet, damaged, or malicious.
 */
export async function openSheet(
  path: string,
  totalBytes: number,
  modifiedAt: number,
  choice: SheetChoice = () => 0,
  links?: LinkColumns,
): Promise<TextSource> {
  const books = await inArchive(path, workbookOf);
  const { book, others } = await inArchive(path, (archive) => bestOf(archive, books, choice));
  const tail = await inArchive(path, (archive) => sheetTail(archive, book.sheet));
  let bytesRead = 0;
  let withoutResult = 0;

  async function* chunks(): AsyncGenerator<string, void, undefined> {
    const archive = await Archive.open(path);
    try {
      const size = Math.max(1, archive.sizeOf(book.sheet));
      let done = 0;
      const most = Math.max(unfolded.atLeast, unfolded.perByte * totalBytes);
      withoutResult = 0;
      const onFormula = () => (withoutResult += 1);
      for await (const { text, bytes } of rowsOf(archive, book, most, { tail, links, onFormula })) {
        done += bytes;
        bytesRead = Math.floor((totalBytes * Math.min(done, size)) / size);
        if (text !== '') yield text;
      }
      bytesRead = totalBytes;
    } finally {
      archive.close();
    }
  }

  return {
    totalBytes,
    modifiedAt,
    bytesRead: () => bytesRead,
    reading: () => ({ encoding: 'utf-8', guessed: false, damaged: 0, mended: 0 }),
    sheet: books.length > 1 ? { name: book.name, others } : undefined,
    withoutResult: () => withoutResult,
    chunks,
    async *lines() {
      for await (const text of chunks()) yield [text];
    },
    sample: sampler(chunks),
  };
}

async function inArchive<T>(path: string, read: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await Archive.open(path);
  try {
    return await read(archive);
  } finally {
    archive.close();
  }
}

/** The sheet to read, and the names of those that fit as well. */
async function bestOf(
  archive: Archive,
  books: readonly Workbook[],
  choice: SheetChoice,
): Promise<{ readonly book: Workbook; readonly others: readonly string[] }> {
  const [first, ...others] = books;
  if (!first) throw new ExportError('The spreadsheet has no visible sheet with cells.');
  if (others.length === 0) return { book: first, others: [] };
  let best = { book: first, score: -1 };
  const scores: { readonly book: Workbook; readonly score: number }[] = [];
  for (const book of books.slice(0, mostLookedInto)) {
    let start = '';
    let passed = 0;
    for await (const { text, bytes } of rowsOf(archive, book, unfolded.atLeast)) {
      start += text;
      passed += bytes;
      if (start.length >= lookedInto.characters || passed >= lookedInto.bytes) break;
    }
    const score = choice(start.slice(0, lookedInto.characters));
    scores.push({ book, score });
    if (score > best.score) best = { book, score };
  }
  const equal = best.score === 0 ? [] : scores.filter(({ book, score }) => score === best.score && book !== best.book);
  return { book: best.book, others: equal.map(({ book }) => book.name) };
}

/** What an archive without the parts of a workbook is, and what to do with it. */
async function otherDocument(archive: Archive): Promise<string> {
  const has = (...names: readonly string[]) => names.some((name) => archive.has(name));
  if (has('Index/Document.iwa', 'Index.zip')) return 'This is a Numbers document: export it as CSV or .xlsx.';
  if (has('xl/workbook.bin'))
    return 'This is a binary workbook (.xlsb), not an .xlsx document: save it as .xlsx or CSV.';
  if (has('word/document.xml'))
    return 'This is a text document (.docx): copy its table into a spreadsheet, and save it as .xlsx or CSV.';
  let type = '';
  if (archive.sizeOf('mimetype') < 200) for await (const bytes of archive.bytes('mimetype')) type += bytes.toString();
  if (type.includes('opendocument.spreadsheet'))
    return 'This is an OpenDocument spreadsheet (.ods), not an .xlsx document: save it as .xlsx or CSV.';
  return has('mimetype', '[Content_Types].xml')
    ? 'This is not an .xlsx document: save it as .xlsx or CSV.'
    : 'This is an archive within an archive: unpack it first.';
}

/** What reading each visible sheet needs, in the order of the workbook. */
async function workbookOf(archive: Archive): Promise<Workbook[]> {
  if (!archive.has('xl/workbook.xml')) throw new ExportError(await otherDocument(archive));
  let from1904 = false;
  const shown: { readonly id: string; readonly name: string }[] = [];
  await readXml(archive.bytes('xl/workbook.xml', largestPart), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      const id = attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible' && id !== undefined)
        shown.push({ id, name: (attributes['name'] ?? '').slice(0, 100) });
      if (shown.length > mostSheets) throw new ExportError(`The spreadsheet has more than ${mostSheets} sheets.`);
    },
  });
  const targets = new Map<string, string>();
  await readXml(archive.bytes(relationships, largestPart), {
    open(name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || mode === 'External' || !type.endsWith('/worksheet')) return;
      if (targets.size < mostSheets) targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  const sheets = shown.flatMap(({ id, name }) => {
    const sheet = targets.get(id);
    return sheet !== undefined && archive.has(sheet) ? [{ sheet, name }] : [];
  });
  if (sheets.length === 0) throw new ExportError('The spreadsheet has no visible sheet with cells.');
  const parts = { from1904, shared: await sharedTexts(archive), dates: await dateStyles(archive) };
  return sheets.map((sheet) => ({ ...sheet, ...parts }));
}

async function sharedTexts(archive: Archive): Promise<readonly string[]> {
  const texts: string[] = [];
  let [text, total, inText, phonetic] = ['', 0, false, 0];
  const keep = (bytes: number) => {
    total += bytes;
    if (total > mostShared) throw new ExportError('The spreadsheet holds more text than can be kept: save it as CSV.');
  };
  await readXml(archive.bytes('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic += 1;
      inText = name === 't' && phonetic === 0;
    },
    text(piece) {
      if (!inText) return;
      text += piece;
      requireShort(text);
    },
    close(name) {
      inText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name !== 'si') return;
      // A copy: what a parser gives is a view of the whole piece of the file, which would be kept with it.
      const line = detach(oneLine(text));
      keep(costOfString + 2 * line.length);
      texts.push(line);
    },
  });
  return texts;
}

/** @throws ExportError */
function requireShort(cell: string): void {
  if (cell.length > longestCell) throw new ExportError('The spreadsheet has a cell with too much text.');
}

async function dateStyles(archive: Archive): Promise<readonly boolean[]> {
  const codes = new Map<number, string>();
  const dates: boolean[] = [];
  let inCells = false;
  await readXml(archive.bytes('xl/styles.xml', largestPart), {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt' && codes.size < mostStyles) codes.set(id, attributes['formatCode'] ?? '');
      if (name === 'xf' && inCells && dates.length < mostStyles) dates.push(showsDate(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return dates;
}

/** Line breaks within a cell become spaces, so that line numbers of the text are row numbers of the sheet. */
const oneLine = (text: string) => unescaped(text).replace(/[\r\n\u2028\u2029]+/g, ' ');

interface Cell {
  readonly type: string;
  readonly isDate: boolean;
  readonly column: number;
  text: string;
  /** The beginning of its formula, without which it has none. */
  formula: string;
}

/** Characters of a formula that are looked at, and a formula that is a link. */
const longestFormula = 2_500;
const linkFormula = /^(?:_xlfn\.)?HYPERLINK\("([^"]{1,2000})"/i;

function cellText({ type, isDate, text }: Cell, { shared, from1904 }: Workbook): string {
  if (type === 's') return shared[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'true' : 'false';
  // An error value of a formula, such as #REF!
  if (type === 'e') return '';
  if (type === 'n') return isDate ? dateText(text, from1904) : numberText(text);
  return oneLine(text);
}

interface RowOptions {
  readonly tail: SheetTail;
  readonly links: LinkColumns | undefined;
  /** Called for each formula whose result the file does not hold. */
  readonly onFormula: () => void;
}
const plainRows: RowOptions = { tail: noTail, links: undefined, onFormula: () => undefined };

/** The rows as CSV, some at a time, and how many bytes of the sheet they took. */
async function* rowsOf(
  archive: Archive,
  book: Workbook,
  most: number,
  { tail, links, onFormula }: RowOptions = plainRows,
): AsyncGenerator<{ readonly text: string; readonly bytes: number }, void, undefined> {
  let bytes = 0;
  async function* counted() {
    for await (const chunk of archive.bytes(book.sheet)) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const rows = new SheetRows(tail, links);
  let line = 0;
  let total = 0;
  /** Characters of the row so far. When it is too long, its further cells are not built, and the splitter refuses it. */
  let length = 0;
  let cells: string[] = [];
  let formulas = new Map<number, string>();
  let cell: Cell | undefined;
  let [value, formula] = [false, false];
  let phonetic = 0;
  const events = xmlEvents(counted(), {
    open(name, attributes) {
      if (name === 'row') {
        cells = [];
        formulas = new Map();
        const wanted = Number(attributes['r'] ?? line + 1);
        if (!Number.isInteger(wanted) || wanted <= line || wanted > mostRows) {
          throw new ExportError('The spreadsheet cannot be read: its rows are not in order. Save it as CSV.');
        }
        line = wanted;
      } else if (name === 'c') {
        const column = columnOf(attributes['r']) ?? within(cells.length);
        const isDate = book.dates[Number(attributes['s'] ?? -1)] ?? false;
        cell = { type: attributes['t'] ?? 'n', isDate, column, text: '', formula: '' };
      } else if (name === 'rPh') phonetic += 1;
      value = cell !== undefined && phonetic === 0 && (name === 'v' || name === 't');
      formula = cell !== undefined && name === 'f';
      if (formula && cell) cell.formula = '=';
    },
    text(piece) {
      if (formula && cell && cell.formula.length < longestFormula) cell.formula += piece;
      if (!value || !cell) return;
      cell.text += piece;
      requireShort(cell.text);
    },
    close(name) {
      value = false;
      formula = false;
      if (name === 'rPh') phonetic -= 1;
      if (name === 'c' && cell) {
        // Programs that write formulas without computing them leave the result out.
        if (cell.formula !== '' && cell.text === '' && cell.type !== 'str') onFormula();
        const link = cell.formula === '' ? undefined : linkFormula.exec(cell.formula.slice(1))?.[1];
        if (link !== undefined) formulas.set(cell.column, link);
        if (length <= maxRowLength) {
          while (cells.length < cell.column) cells.push('');
          const text = cellText(cell, book);
          cells[cell.column] = text;
          length += text.length;
        }
        cell = undefined;
      }
      if (name !== 'row') return;
      total += rows.row(line, cells, formulas);
      length = 0;
      if (total > most)
        throw new ExportError('The spreadsheet unfolds to more text than any export holds: save it as CSV.');
    },
  });
  for await (const _ of events) {
    if (rows.length < pieceSize && bytes < pieceOfSheet) continue;
    yield { text: rows.text(), bytes };
    bytes = 0;
  }
  rows.flush();
  yield { text: rows.text(), bytes };
}
