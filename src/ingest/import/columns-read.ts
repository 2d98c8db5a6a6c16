/** What each column of a table, or member of items, becomes: for the preview and the summary of an import. */
import type { ColumnSigns } from './column-signs';
import { otherFormats } from './each-item';
import { columnKey, type Format, type JsonObject } from './format';
import { foundAs, readAs, type HeaderNames } from './header-names';
import { holdsPeople } from './nested-lists';

/** The columns of a file. */
interface FileColumns {
  readonly kind: 'table' | 'items';
  readonly header: readonly string[];
  /** The first items; none for a table. */
  readonly sample: { readonly items: readonly JsonObject[] };
  /** Members of items that hold lists of objects. */
  readonly lists?: readonly string[];
}

/** What a column becomes. Flat formats read the members of an item itself, not those of objects in it. */
function becomesIn({ becomes, knows, reads }: Format, kind: FileColumns['kind'], column: string): string | null {
  if (kind === 'items' && knows !== undefined && column.includes('.')) return null;
  if (becomes) return becomes(column);
  return reads.includes(column.replaceAll('/', '.')) ? column : null;
}

/**
 * Our column for each of the file's; null for one that is not read. In a format of nested items none is ours.
 * @param names given to the columns.
 */
export function oursOf({ kind, header }: FileColumns, format: Format, names?: HeaderNames): readonly (string | null)[] {
  if (!format.becomes) return header.map(() => null);
  if (!names) return header.map((column) => becomesIn(format, kind, column));
  return readAs(header, names).map((ours) => (ours === null ? null : (format.becomes?.(ours) ?? ours)));
}

/** What each column becomes; null: it is not used. Lists within items that are not read are among them. */
export function columnsOf(
  file: FileColumns,
  format: Format,
  {
    namesPost,
    signs,
    names,
  }: { readonly namesPost: boolean; readonly signs: ColumnSigns; readonly names?: HeaderNames },
): readonly { readonly column: string; readonly becomes: string | null }[] {
  const { header, kind } = file;
  const said = names ? readAs(header, names) : [];
  const formats = names ? [format] : [format, ...otherFormats(format, file.sample.items)];
  const becomes = (column: string): string | null => {
    for (const one of formats) {
      const found = becomesIn(one, kind, column);
      if (found !== null) return found;
    }
    return null;
  };
  const all = header.map(becomes);
  const isLead = names?.kind === 'lead' || all.includes('kind');
  const place = signs.stateIsPlace && (all.includes('country') || all.includes('location'));
  // Without a post, a row is a person, and words about them are nobody's comment.
  const ofPosts = namesPost || all.includes('postUrl') || all.includes('kind');
  /** Read, but of no use without another column. */
  const idle = (column: string, ours: string | null) =>
    format.name === 'generic' &&
    names === undefined &&
    (((ours === 'disposition' || ours === 'ownerEmail') && !isLead) ||
      (ours === 'commentText' && !ofPosts) ||
      (columnKey(column) === 'state' && !place));
  const used = header.map((column, at) => {
    // Where a person named the columns, only what has no name of ours is left to the format.
    const left = names === undefined || !(names.columns.has(columnKey(column)) || foundAs.has(columnKey(column)));
    const named = said[at] ?? null;
    const ours = named === null ? (left ? becomes(column) : null) : (format.becomes?.(named) ?? named);
    const isSaid =
      (ours === 'text' && signs.textIsSaid) ||
      (ours === 'comments' && signs.commentsAreSaid && format.name === 'generic' && !all.includes('commentText'));
    const shown = isSaid ? 'commentText' : ours;
    return { column, becomes: idle(column, all[at] ?? null) ? null : shown };
  });
  const areComments = all.includes('commentText') || formats.some(({ brings }) => brings.includes('commented'));
  const isRead = (list: string) =>
    (names === undefined &&
      file.sample.items.some((item) => holdsPeople(item, list, areComments ? 'comment' : 'post'))) ||
    // The columns of flat formats are no lists.
    formats.some(
      ({ knows, reads }) => knows === undefined && reads.some((path) => path === list || path.startsWith(`${list}[`)),
    );
  const unread = (file.lists ?? []).filter((list) => !isRead(list)).map((column) => ({ column, becomes: null }));
  return [...used, ...unread].filter(({ column }) => column.trim() !== '');
}
