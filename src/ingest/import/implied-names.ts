/**
 * Columns that a table has under names of its own: of posts and deeds ("Post", "Engagement", "Like?"), and of the middle of names. What
 * they hold says what they are, so they are read as if the importing person had named them.
 */
import { detectFormat } from './detect';
import { ExportError } from './errors';
import { flagOf } from './fields';
import { columnKey, type Sample } from './format';
import { kindOfRow, kindsNamed } from './formats/row-kind';
import { guessColumns } from './guess-columns';
import type { HeaderNames } from './header-names';
import type { Network } from './network';
import { parsePostReference } from './urn';

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
  const named = table.read.includes('postUrl') ? [...flags(table), ...deeds(table)] : posts(table);
  const joined = middleNames(table);
  if (named.length + joined.length === 0) return undefined;
  return {
    columns: new Map(named.map(([at, ours]) => [columnKey(header[at] ?? ''), ours] as const)),
    joined,
    kind: undefined,
  };
}

/** The column of posts, and that of what people did there, in a table of people. @throws ExportError */
function posts({ header, rows, read, network }: Table): readonly Named[] {
  const { columns } = guessColumns(header, rows, network);
  const called = header.findIndex(
    (cell, at) => read[at] === null && ofTheRow.test(columnKey(cell)) && holdsPosts(rows, at, network),
  );
  const [post, deed] = [called === -1 ? columns.indexOf('postUrl') : called, columns.indexOf('kind')];
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

/**
 * Columns called as deeds ("Like?", "Comment?") that hold yes and no. One alone may as well hold what people wrote: "Yes" is an answer
 * to many posts.
 */
function flags({ header, rows, read }: Table): readonly Named[] {
  const found = header.flatMap((cell, at) => {
    const cells = filledCells(rows, at);
    if (cells.length === 0 || !cells.every((text) => !/^\d/.test(text) && flagOf(text) !== null)) return [];
    // A flag under a name that is known: it needs no other one.
    if (read[at] === 'kind') return [[at, ''] as const];
    const flag = flagNames.get(kindOfRow(columnKey(cell)) ?? '');
    return flag === undefined ? [] : [[at, flag] as const];
  });
  const kinds = new Set(found.map(([, flag]) => flag));
  return kinds.size > 1 ? found.filter(([, flag]) => flag !== '') : [];
}

/** The column whose cells say what people did ("Aktivität", "Like / Comment"), in a table where no column is called so. */
function deeds({ header, rows, read, network }: Table): readonly Named[] {
  if (['kind', 'reaction'].some((ours) => read.includes(ours)) || !read.includes('profileUrl')) return [];
  const at = guessColumns(header, rows, network).columns.indexOf('kind');
  const kinds = filledCells(rows, at).flatMap((cell) => kindsNamed(cell) ?? []);
  // A list of posts says of each whether it is a repost.
  const says = kinds.includes('like') || kinds.includes('comment');
  return at !== -1 && read[at] === null && says ? [[at, 'kind']] : [];
}

/** Parts of names between the first and the last one: `van der`, `M.` */
const middleName = /^[\p{L}\p{M}.'’ ]{1,20}$/u;

/** A column between those of the first and of the last name holds what stands between them. */
function middleNames({ header, rows, read }: Table): HeaderNames['joined'] {
  const at = read.indexOf('firstName') + 1;
  const cells = filledCells(rows, at);
  const [first, middle] = [columnKey(header[at - 1] ?? ''), columnKey(header[at] ?? '')];
  const isBetween = at > 0 && read[at] === null && read[at + 1] === 'lastName' && middle !== '';
  if (!isBetween || cells.length === 0 || !cells.every((cell) => middleName.test(cell))) return [];
  return [{ name: 'firstName', parts: [first, middle], whole: `${first}${middle}` }];
}

/** Whether the filled cells of a column are addresses of posts. */
function holdsPosts(rows: readonly (readonly string[])[], at: number, network: Network): boolean {
  const cells = filledCells(rows, at);
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
