/**
 * Reads each item by the format that fits it. A file may hold items of several kinds: a data set of posts with the reactions and
 * comments that were pushed after them.
 */
import { detectFormat } from './detect';
import { refuse, type ReadContext } from './context';
import { ExportError } from './errors';
import { columnKey, type Format, type ItemReader, type JsonObject, type Sample } from './format';
import { withLists } from './nested-lists';

const sampleOf = (item: JsonObject): Sample => ({
  columns: new Set(Object.keys(item).map(columnKey)),
  items: [item],
});

/** Kept readers are few: one for each format of the file. */
export function eachItem(usual: Format, context: ReadContext): ItemReader {
  const readers = new Map<Format, ItemReader>();
  const readerOf = (format: Format) => {
    const known = readers.get(format) ?? withLists(format, context);
    readers.set(format, known);
    return known;
  };
  const flat = usual.knows !== undefined;
  /** The members of the last item that the usual format took. Items of one kind mostly have the same. */
  let taken = '';
  return (item, at, out) => {
    const members = flat ? Object.keys(item).join('\n') : '';
    const fits = flat && members === taken ? true : usual.detect(sampleOf(item)) > 0;
    if (fits) {
      taken = members;
      return readerOf(usual)(item, at, out);
    }
    const other = otherFormat(item);
    if (other) return readerOf(other)(item, at, out);
    // The usual reader says what the item lacks. It must not make anything else of it.
    const before = out.length;
    readerOf(usual)(item, at, out);
    if (flat || out.slice(before).every(({ kind }) => kind === 'refused')) return;
    out.length = before;
    refuse(out, at, 'an item in no format that is known here', JSON.stringify(item));
  };
}

/** The formats of items that the usual one does not read. */
export function otherFormats(usual: Format, items: readonly JsonObject[]): readonly Format[] {
  const others = items.flatMap((item) => (usual.detect(sampleOf(item)) > 0 ? [] : (otherFormat(item) ?? [])));
  return [...new Set(others)];
}

function otherFormat(item: JsonObject): Format | undefined {
  try {
    return detectFormat(sampleOf(item));
  } catch (error) {
    if (error instanceof ExportError) return undefined;
    throw error;
  }
}
