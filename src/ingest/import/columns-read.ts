/** What each column of a table, or member of items, becomes: for the preview and the summary of an import. */
import type { ColumnSigns } from './column-signs';
import { otherFormats } from './each-item';
import { columnKey, type Format, type JsonObject } from './format';
import { genericColumns } from './formats/generic';
import type { GenericKind } from './formats/row-kind';
import { foundAs, readAs, type HeaderNames } from './header-names';
import { holdsPeople } from './nested-lists';
import type { IntakeRecord } from './records';

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

const engagements = ['like', 'comment', 'repost'] as const;
const kindsOfEngagements = { LIKE: 'like', COMMENT: 'comment', REPOST: 'repost' } as const;

/** What a row was, by a record of it; undefined for one that was refused or left out. */
export function rowKindOf(record: IntakeRecord): GenericKind | undefined {
  if (record.kind === 'engagement') return kindsOfEngagements[record.type];
  return record.kind === 'refused' || record.kind === 'skipped' ? undefined : record.kind;
}

/** Rows that also take something from a column, beside those that `genericColumns` names for it. */
const alsoTakenBy: Readonly<Record<string, readonly GenericKind[]>> = {
  // A list of posts has the day, the author's address and the words of each under such names, too.
  occurredAt: ['post'],
  profileUrl: ['post'],
  commentText: ['post'],
  // Who wrote the post is not taken for somebody who engaged with it.
  authorProfileUrl: engagements,
  authorMemberId: engagements,
  // A like with it is one of a comment, and left out.
  commentId: ['like'],
  // It may say what was done.
  reaction: engagements,
};

/**
 * The columns of a file after rows of it were read: a column is used when rows of these kinds take something from it.
 * @param columns as `columnsOf` gives them.
 * @param format the name of the file's format. Those of exporters read what they know whatever a row is.
 * @param kinds of the rows that were read; none where nothing could be.
 */
export function columnsUsedBy<Column extends { readonly becomes: string | null }>(
  columns: readonly Column[],
  format: string,
  kinds: ReadonlySet<GenericKind>,
): readonly Column[] {
  if (format !== 'generic' || kinds.size === 0) return columns;
  const takers = new Map<string, readonly GenericKind[]>(
    Object.entries(genericColumns).map(([name, column]) => [name, [...column.kinds, ...(alsoTakenBy[name] ?? [])]]),
  );
  const isTaken = (ours: string) => takers.get(ours)?.some((kind) => kinds.has(kind)) ?? true;
  return columns.map((one) => (one.becomes === null || isTaken(one.becomes) ? one : { ...one, becomes: null }));
}
