/** Rows of a sheet as lines of CSV: merged cells count for each of their rows, and addresses behind cells get columns. */
import { maxRowLength } from './csv';
import type { SheetTail } from './sheet-tail';

/** What is known of the columns of tables. */
export interface LinkColumns {
  /** Whether an address is one of a person, company or post. */
  readonly isKnown: (address: string) => boolean;
  /** What the further column for an address behind a cell of this column is called; undefined where none is to be added. */
  readonly nameFor: (header: readonly string[], at: number, address: string) => string | undefined;
  /** Whether a column with this name holds addresses. */
  readonly holdsAddresses: (header: string) => boolean;
  /** Whether a cell is the name of a known column. */
  readonly isTitle: (cell: string) => boolean;
}

/** Where the addresses behind cells go: in the place of the cell's text, or into a further column. */
interface Placed {
  readonly inPlace: ReadonlySet<number>;
  /** By the column of the cell. */
  readonly added: ReadonlyMap<number, number>;
}

/**
 * What a cell costs beside its letters, in characters of text: it is looked at several times here, and once more as a cell of CSV. A
 * few bytes of a file can stand for a thousand cells: one in the last column, or areas of merged cells over all rows.
 */
const costOfCell = 20;
/** Rows that are looked through for the header above links. */
const mostAbove = 100;

const quoted = (cell: string) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`);
const lengthOf = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.length, 0);
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Takes rows in their order. A row is written when the next one has come, since that may show that it is a header of links. */
export class SheetRows {
  private out = '';
  private waiting: { readonly line: number; readonly cells: string[] } | undefined;
  private line = 0;
  private readonly merged = new Map<number, { readonly last: number; readonly text: string }>();
  private placed: Placed | undefined;
  private rowsAbove = 0;

  constructor(
    private readonly tail: SheetTail,
    private readonly columns: LinkColumns | undefined,
  ) {}

  /**
   * @param cells are changed.
   * @param formulas addresses in formulas of the row, by column.
   * @returns what the row costs, in characters of text.
   */
  row(line: number, cells: string[], formulas: ReadonlyMap<number, string>): number {
    const links = this.linksOf(line, formulas);
    // Sheets that were formatted to their last row end with a million of these.
    if (links.size === 0 && isBlank(cells)) {
      this.flush();
      this.out += '\n'.repeat(line - this.line);
      this.line = line;
      return cells.length;
    }
    this.fillMerged(line, cells);
    if (this.columns) {
      if (!this.placed && this.rowsAbove < mostAbove) {
        this.rowsAbove += 1;
        this.placed = this.decided(line, cells, links, this.columns);
      }
      this.place(cells, links, this.columns);
    }
    this.flush();
    this.waiting = { line, cells };
    if (isBlank(cells)) this.flush();
    return costOfCell * (cells.length + this.merged.size) + lengthOf(cells);
  }

  private linksOf(line: number, formulas: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
    const behind = this.columns && this.tail.links.get(line);
    if (formulas.size === 0) return behind ?? formulas;
    return behind ? new Map([...behind, ...formulas]) : formulas;
  }

  /** What was written since the last call. */
  text(): string {
    const { out } = this;
    this.out = '';
    return out;
  }

  get length(): number {
    return this.out.length;
  }

  flush(): void {
    if (!this.waiting) return;
    const { line, cells } = this.waiting;
    this.waiting = undefined;
    // Missing rows become empty lines, so that positions are those that the spreadsheet shows.
    this.out += '\n'.repeat(line - this.line - 1);
    this.line = line;
    // Without quotes a long row is one long line to the splitter, which names it and goes on with the next.
    const long = lengthOf(cells) > maxRowLength;
    this.out += long ? `${cells.join(',').replace(/["\n]/g, ' ')}\n` : `${cells.map(quoted).join(',')}\n`;
  }

  private fillMerged(line: number, cells: string[]): void {
    let length = lengthOf(cells);
    // A note below the table may be merged over several rows that hold nothing else.
    const blank = isBlank(cells);
    for (const [column, { last, text }] of this.merged) {
      if (last < line) this.merged.delete(column);
      else if (!blank && (cells[column] ?? '') === '' && length <= maxRowLength) {
        put(cells, column, text);
        length += text.length;
      }
    }
    for (const { column, last } of this.tail.merged.get(line) ?? []) {
      const text = cells[column] ?? '';
      if (text !== '') this.merged.set(column, { last, text });
    }
  }

  /** Where links go, once the row below the header has come. Undefined before. */
  private decided(
    line: number,
    cells: readonly string[],
    links: ReadonlyMap<number, string>,
    columns: LinkColumns,
  ): Placed | undefined {
    const header = this.waiting?.cells;
    if (!header?.some(columns.isTitle) || isBlank(cells) || isHeader(cells, links, columns)) return undefined;
    const below = [...this.tail.links].filter(([row]) => row >= line);
    const known = new Map([...below.reverse().flatMap(([, row]) => [...row]), ...links]);
    const inPlace = new Set<number>();
    const added = new Map<number, number>();
    for (const [at, link] of [...known].sort(([one], [other]) => one - other)) {
      const title = header[at]?.trim() ?? '';
      // What shows an address itself is left as it is.
      if (!columns.isKnown(link) || title === '' || columns.isKnown(cells[at] ?? '')) continue;
      const name = columns.nameFor(header, at, link);
      if (columns.holdsAddresses(title)) inPlace.add(at);
      else if (name !== undefined) {
        added.set(at, header.length);
        header.push(name);
      }
    }
    return { inPlace, added };
  }

  private place(cells: string[], links: ReadonlyMap<number, string>, { isKnown }: LinkColumns): void {
    for (const [at, link] of links) {
      if (!isKnown(link)) continue;
      if (this.placed?.inPlace.has(at) === true && !isKnown(cells[at] ?? '')) cells[at] = link;
      const to = this.placed?.added.get(at);
      if (to !== undefined && (cells[to] ?? '') === '') put(cells, to, link);
    }
  }
}

/** Whether most cells of a row are names of columns. One or another is also a word of the rows themselves ("Comment"). */
function isHeader(cells: readonly string[], links: ReadonlyMap<number, string>, { isTitle }: LinkColumns): boolean {
  const titles = cells.filter((cell, at) => !links.has(at) && isTitle(cell)).length;
  return 2 * titles > cells.filter((cell) => cell.trim() !== '').length;
}

function put(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push('');
  cells[column] = text;
}
