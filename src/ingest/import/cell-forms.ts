/** Cells in which tools wrap a text or an address: formulas of spreadsheets and links of notes. */
import { columnKey } from './format';
import { foundAs } from './header-names';

/** `="text"`, as spreadsheets are kept from changing it. */
const protectedText = /^="((?:[^"]|"")*)"$/;
/** A label and its address, or an address alone: `=HYPERLINK("address","label")`, in any language of the program. */
const formula = /^=[\p{L}\p{M}_.]{4,30}\(\s?"([^"]{1,2000})"(?:\s?[,;]\s?"([^"]{1,500})")?\s?\)$/u;
/** `[label](address)` of Markdown. */
const markdown = /^\[([^\][]{1,500})\]\(([^\s()]{1,2000})\)$/;
/** `label <address>`. */
const bracketed = /^([^<>]{1,500}) <(https?:\/\/[^\s<>]{1,2000})>$/;
const longest = 3_000;
const isAddress = (text: string) => /^(?:https?:\/\/|www\.|urn:)/i.test(text);

function mayBeWrapped(cell: string): boolean {
  const first = cell.charCodeAt(0);
  return (first === equals || first === bracket || cell.endsWith('>')) && cell.length <= longest;
}
const [equals, bracket] = [61, 91];

type Wanted = 'label' | 'address' | 'words';
/** Columns of what people wrote, who may write a link themselves. */
const words = new Set(['commentText', 'content', 'comments', 'text']);

/** @param wanted what the column holds. A formula without a label is left as it is where no address is wanted. */
function unwrapped(cell: string, wanted: Wanted): string {
  if (!mayBeWrapped(cell)) return cell;
  const text = protectedText.exec(cell)?.[1];
  if (text !== undefined) return text.replaceAll('""', '"');
  const [, address = '', label] = formula.exec(cell) ?? [];
  const written = wanted === 'words' ? null : (markdown.exec(cell) ?? bracketed.exec(cell));
  const [, shown = label, target = address] = written ?? [];
  return isAddress(target) ? ((wanted === 'address' ? target : shown) ?? cell) : cell;
}

/** The cells of rows below a header, unwrapped. A column that is not known may hold addresses. @param named by a person. */
export function unwrappedUnder(
  header: readonly string[],
  named: ReadonlyMap<string, string> = new Map(),
): (cells: readonly string[]) => readonly string[] {
  const wanted = header.map((cell): Wanted => {
    const key = columnKey(cell);
    const ours = named.get(key) ?? foundAs.get(key) ?? '';
    return words.has(ours) ? 'words' : /Url$|^$/.test(ours) ? 'address' : 'label';
  });
  // Most rows have none.
  return (cells) =>
    cells.some(mayBeWrapped) ? cells.map((cell, at) => unwrapped(cell, wanted[at] ?? 'label')) : cells;
}
