/**
 * Columns of posts and deeds that a table of people has under names of its own ("Post", "Engagement"). What they hold says what
 * they are, so they are read as if the importing person had named them.
 */
import { detectFormat } from './detect';
import { ExportError } from './errors';
import { columnKey, type Sample } from './format';
import { kindOfRow } from './formats/generic';
import { guessColumns } from './guess-columns';
import type { HeaderNames } from './header-names';
import type { Network } from './network';
import { parsePostReference } from './urn';

/** A column so called is about the post of the row, not about what somebody last wrote. */
export const ofTheRow = /^(?:linkedin)?posts?$/;

/**
 * @returns undefined when nothing of the kind would be lost.
 * @throws ExportError when rows name several posts, of which all but one would be lost.
 */
export function impliedNames(
  sample: Sample,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  network: Network,
): HeaderNames | undefined {
  const becomes = genericOf(sample);
  const read = header.map((cell) => becomes?.(cell) ?? null);
  if (!becomes) return undefined;
  const { columns } = guessColumns(header, rows, network);
  if (read.includes('postUrl')) return saidInText(header, rows, read) ?? deedColumn(header, read, columns);
  const called = header.findIndex(
    (cell, at) => read[at] === null && ofTheRow.test(columnKey(cell)) && holdsPosts(rows, at, network),
  );
  const [post, deed] = [called === -1 ? columns.indexOf('postUrl') : called, columns.indexOf('kind')];
  const says = read.includes('kind') || deed !== -1;
  const about =
    says ||
    ((read.includes('reaction') || read.includes('commentText')) && ofTheRow.test(columnKey(header[post] ?? '')));
  if (post === -1 || read[post] !== null || !about) return undefined;
  const named = [
    [post, 'postUrl'] as const,
    ...(deed !== -1 && !read.includes('kind') ? [[deed, 'kind'] as const] : []),
  ];
  const others =
    called === -1 ? header.filter((_, at) => at !== post && read[at] === null && holdsPosts(rows, at, network)) : [];
  if (others[0] !== undefined)
    throw new ExportError(
      `The column ${JSON.stringify(others[0].slice(0, 100))} holds addresses of posts, which would not be read`,
    );
  return {
    columns: new Map(named.map(([at, ours]) => [columnKey(header[at] ?? ''), ours] as const)),
    joined: [],
    kind: undefined,
  };
}

/** The column whose cells say what people did ("Aktivität", "Like / Comment"), in a table where no column is called so. */
function deedColumn(
  header: readonly string[],
  read: readonly (string | null)[],
  guessed: readonly (string | null)[],
): HeaderNames | undefined {
  const deed = guessed.indexOf('kind');
  if (deed === -1 || read[deed] !== null || read.includes('kind') || read.includes('reaction')) return undefined;
  return { columns: new Map([[columnKey(header[deed] ?? ''), 'kind']]), joined: [], kind: undefined };
}

/** A column "Text" beside kinds of rows. A post has one text: where its comments differ in it, it is what they say. */
function saidInText(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  read: readonly (string | null)[],
): HeaderNames | undefined {
  if (meaningOfText(header, read, rows) !== 'said') return undefined;
  return { columns: new Map([[plainText, 'commentText']]), joined: [], kind: undefined };
}

/** A column so called does not say whose text it is. All other names for the text of posts do ("Post text"). */
const plainText = 'text';

/**
 * What a column "Text" holds in a table whose rows say that they are comments, and where no column holds the words of comments.
 * @param read our column for each of the table's.
 * @returns `said`: what the comments say. `unclear`: that, or the post's text. Undefined: the post's text, or nothing.
 */
export function meaningOfText(
  header: readonly string[],
  read: readonly (string | null)[],
  rows: readonly (readonly string[])[],
): 'said' | 'unclear' | undefined {
  if (['commentText', 'content', 'comments'].some((ours) => read.includes(ours))) return undefined;
  const at = header.findIndex((cell) => columnKey(cell) === plainText);
  if (read[at] !== 'text') return undefined;
  const cellOf = (row: readonly string[], ours: string) => row[read.indexOf(ours)]?.trim() ?? '';
  const texts = new Map<string, Set<string>>();
  let comments = 0;
  for (const row of rows) {
    const text = row[at]?.trim() ?? '';
    if (text === '') continue;
    // Who likes says nothing: the text is the post's.
    if (kindOfRow(cellOf(row, 'kind')) !== 'comment') return undefined;
    comments += 1;
    const post = cellOf(row, 'postUrl');
    texts.set(post, (texts.get(post) ?? new Set()).add(text));
  }
  if (comments === 0) return undefined;
  if (read.filter((ours) => ours === 'text').length > 1) return 'said';
  if ([...texts.values()].some((ofPost) => ofPost.size > 1)) return 'said';
  return texts.size === comments ? 'unclear' : undefined;
}

/** Whether the filled cells of a column are addresses of posts. */
function holdsPosts(rows: readonly (readonly string[])[], at: number, network: Network): boolean {
  const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => /[/:]/.test(cell) && parsePostReference(cell, network).ok);
}

function genericOf(sample: Sample): ((column: string) => string | null) | undefined {
  try {
    const format = detectFormat(sample);
    return format.name === 'generic' ? format.becomes : undefined;
  } catch (error) {
    if (error instanceof ExportError) return undefined;
    throw error;
  }
}
