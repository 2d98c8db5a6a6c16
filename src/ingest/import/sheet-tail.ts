/** What stands behind the rows of a sheet and says more about its cells: which are merged, and which are links. */
import type { Archive } from './archive';
import { ExportError } from './errors';
import { detach } from './fields';
import { columnOf } from './sheet-cells';
import { readXml } from './xml-events';

/** Merged cells with several rows: the column, the first row and the last one. */
interface Merged {
  readonly column: number;
  readonly last: number;
}

export interface SheetTail {
  /** By the first row. */
  readonly merged: ReadonlyMap<number, readonly Merged[]>;
  /** Addresses behind cells, by row and column. */
  readonly links: ReadonlyMap<number, ReadonlyMap<number, string>>;
}

export const noTail: SheetTail = { merged: new Map(), links: new Map() };

/** Merged areas, links, and characters of their addresses that are kept. Excel allows 65,530 links. */
const most = { merged: 100_000, links: 100_000, characters: 16 * 1024 ** 2 } as const;
/** Characters of an address; none of the network's is longer. */
const longestAddress = 2_000;
/** Bytes of the list of addresses, and of all that stands behind the rows. */
const largest = 32 * 1024 ** 2;

/** Reads it. Damage is met again, and named, when the rows are read. */
export async function sheetTail(archive: Archive, sheet: string): Promise<SheetTail> {
  try {
    const targets = await targetsOf(archive, sheet);
    return await tailOf(archive, sheet, targets);
  } catch (error) {
    if (error instanceof ExportError) return noTail;
    throw error;
  }
}

/** The addresses that the links of a sheet lead to, by the names that the sheet has for them. */
async function targetsOf(archive: Archive, sheet: string): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  let characters = 0;
  const at = sheet.lastIndexOf('/') + 1;
  const part = `${sheet.slice(0, at)}_rels/${sheet.slice(at)}.rels`;
  await readXml(archive.bytes(part, largest), {
    open(name, { Id: id, Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship' || id === undefined || !type.endsWith('/hyperlink')) return;
      if (target.length > longestAddress) return;
      characters += target.length;
      if (targets.size < most.links && characters < most.characters) targets.set(id, detach(target));
    },
  });
  return targets;
}

async function tailOf(archive: Archive, sheet: string, targets: ReadonlyMap<string, string>): Promise<SheetTail> {
  const merged = new Map<number, Merged[]>();
  const links = new Map<number, Map<number, string>>();
  let [areas, cells] = [0, 0];
  await readXml(behindRows(archive.bytes(sheet)), {
    open(name, attributes) {
      const area = areaOf(attributes['ref']);
      if (area === undefined) return;
      const { first, last, column } = area;
      if (name === 'mergeCell' && last > first && areas < most.merged) {
        areas += 1;
        const others = merged.get(first);
        if (others) others.push({ column, last });
        else merged.set(first, [{ column, last }]);
      }
      if (name !== 'hyperlink') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const target = targets.get(id ?? '');
      for (let row = first; target !== undefined && row <= last && cells < most.links; row += 1) {
        cells += 1;
        links.set(row, (links.get(row) ?? new Map<number, string>()).set(column, target));
      }
    },
  });
  return { merged, links };
}

/** `B2:D9`, or one cell: its first column and its rows. */
function areaOf(reference: string | undefined) {
  const [from = '', to = from] = (reference ?? '').split(':', 2);
  const rowOf = (cell: string) => Number(/^[A-Z]{1,3}(\d{1,7})$/.exec(cell)?.[1] ?? NaN);
  const [first, last] = [rowOf(from), rowOf(to)];
  const column = /^[A-Z]{1,3}\d/.test(from) ? columnOf(from) : undefined;
  return column === undefined || !(last >= first) ? undefined : { first, last, column };
}

const rowsEnd = /<\/((?:[\w.-]{1,40}:)?)sheetData\s*>/;
/** Characters that the end of the rows takes at most. */
const endLength = 64;

/** The bytes behind the rows, as a document of its own. The rows are passed over without being parsed. */
async function* behindRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let rest = '';
  let passed: boolean = false;
  let size = 0;
  for await (const chunk of bytes) {
    if (passed) {
      size += chunk.length;
      if (size > largest) throw new ExportError('What stands behind the rows of the sheet is too long.');
      yield chunk;
      continue;
    }
    const text = rest + chunk.toString('latin1');
    const end = rowsEnd.exec(text);
    rest = text.slice(-endLength);
    if (!end) continue;
    passed = true;
    yield Buffer.from(`<${end[1] ?? ''}worksheet>`);
    yield Buffer.from(text.slice(end.index + end[0].length), 'latin1');
  }
}
