/**
 * Columns that a table has under names of its own: of posts and deeds ("Post", "Engagement", "Like?"), and of the middle of names. What
 * they hold says what they are, so they are read as if the importing person had named them.
 */
import { detectFormat } from './detect';
import { ExportError } from './errors';
import { flagOf } from './fields';
import { columnKey, type Sample } from './format';
import { isFigure, kindOfRow, kindsNamed } from './formats/row-kind';
import { guessColumns } from './guess-columns';
import type { HeaderNames } from './header-names';
import type { Network } from './network';
import { isPlaceholder } from './placeholders';
import { holdsPost } from './urn';

/** A column so called is about the post of the row, not about what somebody last wrote. */
export const ofTheRow = /^(?:linkedin)?posts?$/;

/** A table as the generic format reads it: its columns, and ours for each. */
interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly read: readonly (string | null)[];
  readonly network: Network;
}

/** Our name for the column at a place of the header. */
type Named = readonly [at: number, ours: string];

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
  if (!becomes) return undefined;
  const table = { header, rows, network, read: header.map((cell) => becomes(cell)) };
  const named = table.read.includes('postUrl') ? didWhat(table) : posts(table);
  const joined = middleNames(table);
  if (named.length + joined.length === 0) return undefined;
  return {
    columns: new Map(named.map(([at, ours]) => [columnKey(header[at] ?? ''), ours] as const)),
    joined,
    kind: undefined,
  };
}

/** The column of posts, and that of what people did there, in a table of people. @throws ExportError */
function posts(table: Table): readonly Named[] {
  const { header, rows, read, network } = table;
  const { columns } = guessColumns(header, rows, network);
  const called = header.findIndex(
    (cell, at) => read[at] === null && ofTheRow.test(columnKey(cell)) && holdsPosts(rows, at, network),
  );
  const post = called === -1 ? columns.indexOf('postUrl') : called;
  const guessed = columns.indexOf('kind');
  const deed = guessed !== -1 && namesDeeds(table, guessed) ? guessed : -1;
  const says = read.includes('kind') || deed !== -1;
  const about =
    says ||
    ((read.includes('reaction') || read.includes('commentText')) && ofTheRow.test(columnKey(header[post] ?? '')));
  if (post === -1 || read[post] !== null || !about) return [];
  const others =
    called === -1 ? header.filter((_, at) => at !== post && read[at] === null && holdsPosts(rows, at, network)) : [];
  if (others[0] !== undefined)
    throw new ExportError(
      `The column ${JSON.stringify(others[0].slice(0, 100))} holds addresses of posts, which would not be read`,
    );
  return [[post, 'postUrl'], ...(deed !== -1 && !read.includes('kind') ? [[deed, 'kind'] as const] : [])];
}

const filledCells = (rows: Table['rows'], at: number): readonly string[] =>
  rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');

/** Which column says that somebody did this. */
const flagNames = new Map([
  ['like', 'hasLiked'],
  ['comment', 'hasCommented'],
  ['repost', 'hasReposted'],
]);

/** The columns that say what the people of a table did: flags, or the one that names it. */
function didWhat(table: Table): readonly Named[] {
  const found = flags(table);
  return found.length > 0 ? found : deeds(table);
}

/**
 * Columns called as deeds ("Like?", "Comment?") that hold yes and no. One alone may as well hold what people wrote: "Yes" is an answer
 * to many posts. Of two for one deed ("Comment?", "Replied?"), nothing tells which is about the post. Beside names that are known, one
 * counts that completes them: "Liked", "Commented", "Shared", but not "Liked" and "Reply".
 */
function flags(table: Table): readonly Named[] {
  const { header, rows, read } = table;
  const found = header.flatMap((cell, at) => {
    const cells = filledCells(rows, at);
    if (cells.length === 0 || !cells.every((text) => !/^\d/.test(text) && flagOf(text) !== null)) return [];
    const key = columnKey(cell);
    const flag = flagNames.get(kindOfRow(key.replace(/^(?:has|is)/, '')) ?? '');
    // A flag under a name that is known needs no other one.
    if (read[at] === 'kind') return [{ at, flag: flag ?? key, known: true }];
    return flag === undefined ? [] : [{ at, flag, known: false }];
  });
  const kinds = new Set(found.map(({ flag }) => flag));
  if (kinds.size < (found.some(({ known }) => known) ? flagNames.size : 2) || kinds.size < found.length) return [];
  const places = found.map(({ at }) => at);
  const says = (row: readonly string[]) =>
    found.some(({ at, flag }) => flag !== 'hasLiked' && flagOf(row[at] ?? '') === true);
  return fitsWords(table, places, says)
    ? found.filter(({ known }) => !known).map(({ at, flag }) => [at, flag] as const)
    : [];
}

/**
 * Whether the rows with the words of a comment are those that say so. Otherwise what they say is about something else than the post: what
 * to do next, or who answered a message.
 * @param apart places of columns that are none of words.
 */
function fitsWords(
  { rows, read }: Table,
  apart: readonly number[],
  saysComment: (row: readonly string[]) => boolean,
): boolean {
  const at = read.findIndex((ours, place) => ours === 'commentText' && !apart.includes(place));
  const hasWords = (cell = '') => !isPlaceholder(cell) && !isFigure(cell);
  return at === -1 || rows.every((row) => !hasWords(row[at]) || saysComment(row));
}

/** The column whose cells say what people did ("Aktivität", "Like / Comment"), in a table where no column is called so. */
function deeds(table: Table): readonly Named[] {
  const { header, rows, read, network } = table;
  if (['kind', 'reaction'].some((ours) => read.includes(ours)) || !read.includes('profileUrl')) return [];
  const at = guessColumns(header, rows, network).columns.indexOf('kind');
  const kinds = filledCells(rows, at).flatMap((cell) => kindsNamed(cell) ?? []);
  // A list of posts says of each whether it is a repost.
  const says = kinds.includes('like') || kinds.includes('comment');
  const placesOf = ['profileUrl', 'authorProfileUrl'].map((ours) => read.indexOf(ours));
  const areAuthors = rows.some((row) => {
    const [person, author] = placesOf.map((place) => row[place]?.trim() ?? '');
    return person !== '' && person === author;
  });
  // Beside the post's own author, it is what somebody else did or is to do.
  return at !== -1 && read[at] === null && says && !areAuthors && namesDeeds(table, at) ? [[at, 'kind']] : [];
}

/** Whether the words for deeds in a column fit the comments of the table. */
const namesDeeds = (table: Table, at: number): boolean =>
  fitsWords(
    table,
    [at],
    (row) => kindsNamed(row[at] ?? '')?.some((kind) => kind === 'comment' || kind === 'repost') ?? false,
  );

/** Parts of names between the first and the last one: `van der`, `M.` Longer words may be forms of address, or say something else. */
const middleName = /^(?:\p{Lu}\.|[\p{Ll}'’]{2,3})(?: ?\p{Lu}\.| [\p{Ll}'’]{2,3}){0,3}$/u;

/** A column between those of the first and of the last name holds what stands between them. */
function middleNames({ header, rows, read }: Table): HeaderNames['joined'] {
  const at = read.indexOf('firstName') + 1;
  const cells = filledCells(rows, at);
  const [first, middle] = [columnKey(header[at - 1] ?? ''), columnKey(header[at] ?? '')];
  const isBetween = at > 0 && read[at] === null && read[at + 1] === 'lastName' && middle !== '';
  const isPart = (cell: string) => middleName.test(cell) && flagOf(cell) === null;
  if (!isBetween || cells.length === 0 || !cells.every(isPart)) return [];
  return [{ name: 'firstName', parts: [first, middle], whole: `${first}${middle}` }];
}

/** Whether the filled cells of a column are addresses of posts. */
function holdsPosts(rows: readonly (readonly string[])[], at: number, network: Network): boolean {
  const cells = filledCells(rows, at);
  return cells.length > 0 && cells.every((cell) => /[/:]/.test(cell) && holdsPost(cell, network));
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
