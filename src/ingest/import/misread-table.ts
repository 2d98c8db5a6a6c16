/** Tables of people that a known format would misread: they are refused, with what to do about it. */
import { columnKey } from './format';
import { kindOfRow } from './formats/row-kind';
import { isDeed } from './guess-columns';
import { meaningOfText } from './judge-columns';
import type { Network } from './network';
import { isPlaceholder } from './placeholders';
import { parseProfileReference } from './profile';
import { namesComment, parsePostReference } from './urn';

/** A table as its format reads it. */
interface Table {
  readonly network: Network;
  readonly header: readonly string[];
  /** Columns that the format does not read. */
  readonly unread: readonly string[];
  /** Our column for each of the table's. */
  readonly read: readonly (string | null)[];
  readonly rows: readonly (readonly string[])[];
  /** Whether the format reads a column as one of these of ours. */
  reads(...ours: readonly string[]): boolean;
  /** The cells of the column that becomes this one of ours, in small letters; empty where there is none. */
  cellsOf(ours: string): readonly string[];
  /** The columns that the format reads as this one of ours, with their cells. */
  columnsOf(ours: string): readonly { readonly column: string; readonly cells: readonly string[] }[];
  /** Whether most filled cells of a column are so. */
  mostly(column: string, is: (cell: string) => boolean): boolean;
}

/** A column is what this share of its cells is. */
const mostCells = 0.75;

/**
 * What a table holds that its format would leave out, or would take for something else.
 * @param read our column for each of the table's; null for one that is not read.
 * @param rows the first ones of the file.
 * @returns a sentence; undefined where the format may read the table.
 */
export function misreadOf(
  header: readonly string[],
  read: readonly (string | null)[],
  rows: readonly (readonly string[])[],
  network: Network,
): string | undefined {
  const table: Table = {
    network,
    header,
    rows,
    read,
    unread: header.filter((cell, at) => cell.trim() !== '' && read[at] === null),
    reads: (...ours) => read.some((one) => ours.includes(one ?? '')),
    cellsOf(ours) {
      const at = read.indexOf(ours);
      return rows.map((row) => (isPlaceholder(row[at] ?? '') ? '' : (row[at]?.trim().toLowerCase() ?? '')));
    },
    columnsOf: (ours) =>
      header.flatMap((column, at) =>
        read[at] === ours ? [{ column, cells: rows.map((row) => row[at]?.trim().toLowerCase() ?? '') }] : [],
      ),
    mostly(column, is) {
      const at = header.indexOf(column);
      const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
      return cells.length > 0 && cells.filter(is).length >= mostCells * cells.length;
    },
  };
  return (
    columnForEachPost(table) ??
    postsForTimes(table) ??
    oneAddressForAll(table) ??
    commentsOfOnesOwn(table) ??
    textOrComment(table) ??
    commentsForPosts(table) ??
    severalTexts(table) ??
    titlesOfPosts(table) ??
    reactionsToComments(table) ??
    twoTables(table) ??
    everybodyAuthor(table)
  );
}

/** A row for each person and a column for each post, with what they did there in the cells. */
function columnForEachPost({ unread, network, reads, mostly }: Table): string | undefined {
  const posts = unread.filter((cell) => /[/:]/.test(cell) && parsePostReference(cell, network).ok);
  // Where each row names its post, no column stands for one.
  const deeds = reads('postUrl', 'post') ? [] : unread.filter((column) => mostly(column, isDeed));
  const found = posts[0] ?? (deeds.length > 1 ? deeds[0] : undefined);
  if (found === undefined) return undefined;
  return (
    `The column ${JSON.stringify(found.slice(0, 100))} stands for a post of its own, and what people did there would not be read: ` +
    'make a row for each person and post, with the post and what was done in columns.' +
    (posts.length > 0
      ? ''
      : ' If the rows are people, and no posts are meant, import the file again with --kind person (in the console: what each row is).')
  );
}

/** `Commented on` may hold the time or the post. */
function postsForTimes({ columnsOf, mostly, network }: Table): string | undefined {
  const found = columnsOf('occurredAt').find(({ column }) =>
    mostly(column, (cell) => parsePostReference(cell, network).ok),
  );
  return found && `The column ${JSON.stringify(found.column)} holds addresses of posts, which would not be read`;
}

/** So many people do not share an address, nor do fewer of whose names no two have a word in common. One person is written in a few ways. */
const severalNames = { alike: 5, unlike: 3 } as const;

function areUnlike(names: ReadonlySet<string>): boolean {
  const words = [...names].flatMap((name) => [
    ...new Set(name.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 1)),
  ]);
  return new Set(words).size === words.length;
}

/** One tool writes the address of its own account beside everybody. */
function oneAddressForAll({ cellsOf }: Table): string | undefined {
  const links = cellsOf('profileUrl');
  const distinct = (cells: readonly string[]) => new Set(cells.filter((cell, at) => cell !== '' && links[at] !== ''));
  const [addresses, names] = [distinct(links), distinct(cellsOf('name'))];
  const ids = distinct(cellsOf('memberId'));
  const fewest = areUnlike(names) ? severalNames.unlike : severalNames.alike;
  if (addresses.size !== 1 || names.size < fewest || ids.size >= names.size) return undefined;
  return (
    `All people of this table have one address, ${JSON.stringify([...addresses][0]?.slice(0, 100))}, which is mostly that of the account that made ` +
    'the table. Leave its column out, or put each person’s own address there.'
  );
}

/** States of any work, such as that of a program which read a page, and those of what is written to be published. */
const anyState = /^(?:to be )?(?:pending|success(?:ful)?|failed|done|completed)$/i;
const writtenState = /^(?:to be )?(?:sent|posted|published|scheduled|queued|draft|approved)$/i;
const ofComment = /comment|reply/i;
/** Columns about what sales tools do with people, or about the post. */
const ofAnotherMatter = /lead|contact|connect|invit|mail|message|deal|task|outreach|request|post(?!ed)/i;

/** The log of a tool that writes comments for its user: a state stands beside them. */
function commentsOfOnesOwn({ unread, reads, mostly }: Table): string | undefined {
  if (!reads('commentText') || !reads('postUrl') || reads('kind')) return undefined;
  const isOwnWork = (column: string) => (cell: string) =>
    ofComment.test(column)
      ? anyState.test(cell) || writtenState.test(cell)
      : !ofAnotherMatter.test(column) && writtenState.test(cell);
  const own = unread.find((column) => mostly(column, isOwnWork(column)));
  return own === undefined
    ? undefined
    : `The column ${JSON.stringify(own)} says how far somebody is with comments of their own, so the people of these rows may not have ` +
        'written them. If they did, import the file again with --kind comment (in the console: what each row is).';
}

/** "Text" beside comments, one for each post: it may be what they say, or the text of the post. */
function textOrComment({ header, read, rows, reads, columnsOf }: Table): string | undefined {
  if (!reads('kind') || meaningOfText(header, read, rows) !== 'unclear') return undefined;
  const column = columnsOf('text')[0]?.column ?? '';
  return (
    `The column ${JSON.stringify(column)} may hold what the comments say, or the text of the posts. Say which: ` +
    `--columns "${column}=commentText" or --columns "${column}=text" (in the console: choose the columns yourself).`
  );
}

/** What a row itself is called, or where it stands. */
const ofTheRow = /^(?:url|link|permalink|id|urn)$/i;

/** Rows that would be read as posts, but whose own addresses are those of comments. */
function commentsForPosts({ unread, reads, columnsOf, mostly }: Table): string | undefined {
  const [text] = columnsOf('text');
  if (!text || reads('kind', 'reaction', 'commentText')) return undefined;
  const own = unread.find((column) => ofTheRow.test(column) && mostly(column, namesComment));
  return own === undefined
    ? undefined
    : `The column ${JSON.stringify(own)} holds addresses of comments, so these rows seem to be comments, not posts. Say what the columns hold: ` +
        `--kind comment --columns "${text.column}=commentText,…" with the person who said it as name and profileUrl (in the console: choose the columns yourself).`;
}

/** Fewer people may have the same job by chance. */
const fewestOfPost = 3;

/** "Title" may be that of the post: then it is one for all people of a post, and another one for each post. */
function titlesOfPosts({ columnsOf, cellsOf }: Table): string | undefined {
  const [title] = columnsOf('title');
  if (!title) return undefined;
  const people = cellsOf('profileUrl');
  const posts = new Map<string, { readonly titles: Set<string>; readonly people: Set<string> }>();
  for (const [at, post] of cellsOf('postUrl').entries()) {
    if (post === '') continue;
    const found = posts.get(post) ?? { titles: new Set(), people: new Set() };
    found.titles.add(title.cells[at] ?? '');
    found.people.add(people[at] ?? '');
    posts.set(post, found);
  }
  const all = [...posts.values()];
  const shared = all.filter((one) => one.people.size >= fewestOfPost);
  const titles = new Set(all.flatMap((one) => [...one.titles]));
  const isOne = all.every((one) => one.titles.size === 1) && titles.size === all.length && !titles.has('');
  return shared.length < 2 || !isOne
    ? undefined
    : `The column ${JSON.stringify(title.column.slice(0, 100))} has one text for all people of a post, and another one for each post, so that it seems to be the title of the post. ` +
        `If it is, import the file again with --columns "${title.column}=-", else with --columns "${title.column}=title" (in the console: choose the columns yourself).`;
}

/** Rows that would be read as posts, but name one post with several texts: those are what people said under it. */
function severalTexts({ reads, columnsOf, cellsOf }: Table): string | undefined {
  const [text] = columnsOf('text');
  if (!text || reads('kind', 'reaction', 'commentText', 'name', 'firstName')) return undefined;
  // Without somebody to each, nobody said it.
  if (!reads('authorName', 'authorProfileUrl', 'profileUrl')) return undefined;
  const posts = cellsOf('postUrl');
  const texts = new Map<string, Set<string>>();
  for (const [at, cell] of text.cells.entries()) {
    const post = posts[at] ?? '';
    if (cell !== '' && post !== '') texts.set(post, (texts.get(post) ?? new Set()).add(cell));
  }
  const most = Math.max(0, ...[...texts.values()].map(({ size }) => size));
  const ofOne = (['authorName', 'authorProfileUrl', 'profileUrl'] as const).every(
    (ours) => new Set(cellsOf(ours).filter((cell) => cell !== '')).size < 2,
  );
  // A post may have been changed between two exports.
  if (most < (texts.size === 1 && !ofOne ? 2 : 3)) return undefined;
  return (
    `The column ${JSON.stringify(text.column.slice(0, 100))} holds several texts for one post, so that they seem to be what people said there. ` +
    `Say what the columns hold: --kind comment --columns "${text.column}=commentText,…" with the person who said it as name and profileUrl (in the console: choose the columns yourself).`
  );
}

/** A column says of reactions whether they are to the post or to a comment, under a name of its own. */
function reactionsToComments({ unread, reads, rows, header, cellsOf }: Table): string | undefined {
  if (!reads('reaction', 'kind')) return undefined;
  // A comment on a comment is one under the post, too.
  const isComment = cellsOf('kind').map((cell) => kindOfRow(cell) === 'comment');
  const target = unread.find((column) => {
    const at = header.indexOf(column);
    const targets = rows.map((row) => row[at]?.trim() ?? '').map((cell) => (cell === '' ? '' : kindOfRow(cell)));
    const named = new Set(targets);
    named.delete('');
    const ofComments = targets.some((kind, row) => kind === 'comment' && isComment[row] === false);
    return named.size === 2 && named.has('post') && ofComments;
  });
  return target === undefined
    ? undefined
    : `The column ${JSON.stringify(target.slice(0, 100))} says of some rows that they are about a comment, and a reaction to a comment is none to the post. ` +
        `Leave these rows out of the file, or import it again with --columns "${target}=-" if all are about the post (in the console: leave the column out).`;
}

/** Two tables beside each other: the columns of the second are called as those of the first. */
function twoTables({ columnsOf, network }: Table): string | undefined {
  for (const [ours, what] of [
    ['profileUrl', 'people'],
    ['postUrl', 'posts'],
  ] as const) {
    const [first, ...others] = columnsOf(ours);
    const second = others.find(({ column }) => columnKey(column) === columnKey(first?.column ?? ''));
    const differ = (cell: string, at: number) => areTwo(cell, first?.cells[at] ?? '', network);
    if (second?.cells.some(differ) === true)
      return (
        `Two columns are called ${JSON.stringify(second.column.slice(0, 100))} and hold different ${what}: ` +
        'put the second table below the first one, or into a file of its own.'
      );
  }
  return undefined;
}

/** Whether two cells are addresses of two people or posts. One person is written in several ways. */
function areTwo(one: string, other: string, network: Network): boolean {
  const [a, b] = [parsePostReference(one, network), parsePostReference(other, network)];
  if (a.ok && b.ok) return a.id !== b.id;
  const [c, d] = [parseProfileReference(one, network), parseProfileReference(other, network)];
  if (!c.ok || !d.ok) return false;
  // A name and an id say nothing about each other.
  const differ = (x: string | null, y: string | null) => x !== null && y !== null && x !== y;
  return c.kind !== d.kind || differ(c.slug, d.slug) || differ(c.memberId, d.memberId);
}

/** The author of a post is one. A tool that writes each person's own address there makes everything the author's own doing. */
function everybodyAuthor({ cellsOf, columnsOf }: Table): string | undefined {
  const [people, posts] = [cellsOf('profileUrl'), cellsOf('postUrl')];
  const [author] = columnsOf('authorProfileUrl');
  const filled = (author?.cells ?? []).flatMap((cell, at) => (cell === '' ? [] : [{ cell, at }]));
  const same = filled.every(({ cell, at }) => cell === people[at]);
  const authors = new Set(filled.map(({ cell, at }) => `${posts[at] ?? ''} ${cell}`));
  const ofOnePost = authors.size > new Set(filled.map(({ at }) => posts[at] ?? '')).size;
  if (author === undefined || !same || !ofOnePost) return undefined;
  return (
    `The column ${JSON.stringify(author.column.slice(0, 100))} names each person as the author of the post, so that all of this would be the author's own doing. ` +
    'Leave the column out (in the console: choose the columns yourself).'
  );
}
