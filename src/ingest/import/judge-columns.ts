/** Judges, by the first rows of a file, columns whose name alone does not say what they hold. */
import type { ColumnSigns } from './column-signs';
import { columnKey } from './format';
import { kindOfRow } from './formats/row-kind';
import { isSaidInComments } from './guess-columns';

type Rows = readonly (readonly string[])[];

/** @param read our column for each of the file's; null for one that is not read. */
export function judgeColumns(header: readonly string[], read: readonly (string | null)[], rows: Rows): ColumnSigns {
  const state = header.findIndex((cell) => columnKey(cell) === 'state');
  const neighboursOfState = [read[state - 1], read[state + 1]];
  const states = rows.map((row) => row[state]?.trim() ?? '').filter((cell) => cell !== '');
  const comments = rows.map((row) => row[read.indexOf('comments')]?.trim() ?? '').filter((cell) => cell !== '');
  return {
    textIsSaid: meaningOfText(header, read, rows) === 'said',
    commentsAreSaid: 2 * comments.filter(isSaidInComments).length > comments.length,
    stateIsPlace:
      state === -1 ||
      neighboursOfState.some((ours) => ours === 'location' || ours === 'country') ||
      (states.length > 0 && states.every((cell) => stateCode.test(cell))),
    sizesAre: sizesIn(read, rows),
  };
}

/** `TX`: the code of a state wherever its column stands, as in files whose columns are in the order of the alphabet. */
const stateCode = /^[A-Z]{2}$/;

/** A column so called does not say whose text it is. All other names for the text of posts do ("Post text"). */
const plainText = 'text';

/**
 * What a column "Text" holds in a table whose rows say that they are comments, and where no column holds the words of comments.
 * The text of rows that are posts is the post's.
 * @param read our column for each of the table's.
 * @returns `said`: what the comments say. `unclear`: that, or the post's text. Undefined: the post's text, or nothing.
 */
export function meaningOfText(
  header: readonly string[],
  read: readonly (string | null)[],
  rows: Rows,
): 'said' | 'unclear' | undefined {
  if (['commentText', 'content', 'comments'].some((ours) => read.includes(ours))) return undefined;
  const at = header.findIndex((cell) => columnKey(cell) === plainText);
  if (read[at] !== 'text') return undefined;
  const cellOf = (row: readonly string[], ours: string) => row[read.indexOf(ours)]?.trim() ?? '';
  const texts = new Map<string, Set<string>>();
  const ofPosts = new Map<string, string>();
  let comments = 0;
  for (const row of rows) {
    const text = row[at]?.trim() ?? '';
    if (text === '') continue;
    const post = cellOf(row, 'postUrl');
    const kind = kindOfRow(cellOf(row, 'kind'));
    if (kind === 'post') {
      ofPosts.set(post, text);
      continue;
    }
    // Who likes says nothing: the text is the post's.
    if (kind !== 'comment') return undefined;
    comments += 1;
    texts.set(post, (texts.get(post) ?? new Set()).add(text));
  }
  if (comments === 0) return undefined;
  if (read.filter((ours) => ours === 'text').length > 1) return 'said';
  const differs = [...texts].some(([post, said]) => ofPosts.has(post) && !said.has(ofPosts.get(post) ?? ''));
  if (differs || [...texts.values()].some((ofPost) => ofPost.size > 1)) return 'said';
  return texts.size === comments ? 'unclear' : undefined;
}

const range = /^\D{0,12}\d[\d.,]{0,9}\s?[-–—]\s?\d|\d\s?\+$/u;
/** A count that no spreadsheet makes of a range. */
const plainCount = /^(?:\d{1,4}|\d{6,7}|[1-35-9]\d{4})(?:\.0)?$/;

function sizesIn(read: readonly (string | null)[], rows: Rows): ColumnSigns['sizesAre'] {
  const places = read.flatMap((ours, at) => (ours === 'companySize' ? [at] : []));
  const cells = rows.flatMap((row) => places.map((at) => row[at]?.trim() ?? ''));
  const [ranges, counts] = [cells.some((cell) => range.test(cell)), cells.some((cell) => plainCount.test(cell))];
  return ranges === counts ? undefined : ranges ? 'ranges' : 'counts';
}
