/**
 * Guesses the meaning of columns in an unknown table, from their values and their names. A person confirms the guess before
 * anything is imported.
 */
import { countOf } from './counts';
import { isNumericDate } from './dates';
import { parseTime } from './fields';
import type { genericColumns } from './formats/generic';
import { isFigure, kindsNamed, moreThanReaction } from './formats/row-kind';
import { foundAs } from './header-names';
import { columnKey } from './format';
import type { Network } from './network';
import { isPlaceholder } from './placeholders';
import { parseProfileReference } from './profile';
import { agoOf } from './relative-times';
import { holdsPost, namesComment } from './urn';

type Ours = keyof typeof genericColumns;

export interface GuessedColumns {
  /** Our column for each column of the table; null when there is no guess. */
  readonly columns: readonly (string | null)[];
  /** The likely kind of each row, when no column says it. */
  readonly kind: 'comment' | 'person' | 'company' | 'post' | null;
}

interface Rule {
  readonly column: Ours;
  /** Matches the column's name, in lower case with single spaces. */
  readonly called?: RegExp;
  /** Matches no name of it. */
  readonly notCalled?: RegExp;
  /** Matches most of its cells. */
  readonly matches?: (cell: string, network: Network) => boolean;
}

/** Names of columns about somebody else than who engaged. */
const others = /\b(author|autor|auteur|autore|owner|poster|creator|account manager|assigned)\b/;
/** What people do with posts; other kinds are words of much else, such as stages of a sale. */
export const isDeed = (cell: string) =>
  kindsNamed(cell)?.every((kind) => ['like', 'comment', 'repost', 'post'].includes(kind)) ?? false;
const isAddress = (cell: string) => /[/:]/.test(cell);
const isProfile = (kind: 'person' | 'company') => (cell: string, network: Network) => {
  const found = isAddress(cell) ? parseProfileReference(cell, network) : undefined;
  return found?.ok === true && found.kind === kind;
};
const isPost = (cell: string, network: Network) => isAddress(cell) && holdsPost(cell, network);
/** Any time is before this one, also one relative to it. */
const later = Date.UTC(2200, 0);
const isTime = (cell: string) =>
  isNumericDate(cell) || (/\d/.test(cell) && !/^\d{1,9}$/.test(cell) && parseTime(cell, later) !== null);
const isWords = (cell: string) => !isAddress(cell) && /\p{L}/u.test(cell) && !/\d{4}/.test(cell);
const isFullName = (cell: string) => /^\p{Lu}[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+){1,4}$/u.test(cell);

/** In order: values say more than names, and each of our columns is used once. */
const rules: readonly Rule[] = [
  { column: 'profileUrl', notCalled: others, matches: isProfile('person') },
  {
    column: 'authorProfileUrl',
    called: /\b(author|autor|auteur|autore|poster|creator)\b/,
    matches: isProfile('person'),
  },
  { column: 'profileUrl', matches: isProfile('person') },
  { column: 'postUrl', matches: isPost },
  // Where the row itself stands: then it is a comment.
  { column: 'commentId', called: /^(?:url|link|permalink|id|urn)$/, matches: namesComment },
  { column: 'companyUrl', matches: isProfile('company') },
  // A state of one's own work with somebody, such as commented or liked, is no deed of theirs.
  { column: 'kind', notCalled: /\b(?:status|state|stage|step|sequence)\b/, matches: isDeed },
  { column: 'email', matches: (cell) => /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u.test(cell) },
  { column: 'observedAt', called: /\b(export|extract|scrap|seen|found)/, matches: isTime },
  // Tables of a CRM have the day on which the contact was made as well, and mostly before it.
  { column: 'occurredAt', called: /\b(?:engag|interact|comment|react)/, matches: isTime },
  { column: 'occurredAt', matches: isTime },
  {
    column: 'headline',
    called: /\b(headline|tagline|slogan|under (the|their) name|unter dem namen)\b/,
    matches: isWords,
  },
  {
    column: 'commentText',
    // What the owner of the table wrote, or a program for them.
    notCalled: /\b(?:our|my|own|sent|ai|generated|draft|suggested)\b/,
    called: /\b(said|comment(?!er)|message|words|reply|wrote|kommentar|gesagt|schrieb)/,
    matches: isWords,
  },
  {
    column: 'companyName',
    called: /\b(company|works? (at|for)|employer|firm|org|organi[sz]ation|arbeitet bei|arbeitgeber|unternehmen)\b/,
    matches: isWords,
  },
  { column: 'title', called: /\b(title|role|position|job|beruf|funktion)\b/, matches: isWords },
  { column: 'industry', called: /\b(industry|sector|branche)\b/, matches: isWords },
  { column: 'country', called: /\b(country|land)\b/, matches: isWords },
  { column: 'location', called: /\b(location|city|place|ort|stadt)\b/, matches: isWords },
  { column: 'companySize', called: /\b(size|employees|headcount|größe|beschäftigte|mitarbeiter)/ },
  { column: 'companyDomain', called: /\b(domain|website|homepage)\b/ },
  {
    column: 'name',
    called: /\b(name|who|person|contact|prospect|lead|wer|kontakt|(?:comment|react|repost|lik|view|engag)(?:er|or))\b/,
    notCalled: others,
    matches: isFullName,
  },
  { column: 'name', notCalled: others, matches: isFullName },
  { column: 'headline', matches: (cell) => /\s(at|@|bei|chez|en|presso|bij)\s|\|/.test(cell) },
  { column: 'text', called: /^(?:post|text|content|beitrag)$/, matches: isWords },
  { column: 'text', called: /\b(post|beitrag)\b/, matches: (cell) => isWords(cell) && cell.length > 60 },
];

/** This share of the non-empty cells must match. */
const agreeing = 0.75;

/** @param rows the first rows of the table. */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  network: Network,
): GuessedColumns {
  const filled = header.map((_, at) => rows.map((row) => row[at]?.trim() ?? '').filter((cell) => !isPlaceholder(cell)));
  const called = header.map((cell) =>
    cell
      .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  const mostly = (at: number, matches: (cell: string, network: Network) => boolean) => {
    const cells = filled[at] ?? [];
    return cells.length > 0 && cells.filter((cell) => matches(cell, network)).length >= agreeing * cells.length;
  };
  const guesses: (string | null)[] = header.map(() => null);
  const take = (column: string, fits: (at: number) => boolean) => {
    if (guesses.includes(column)) return;
    const at = header.findIndex((_, place) => guesses[place] === null && fits(place));
    if (at !== -1) guesses[at] = column;
  };
  header.forEach((cell, at) => {
    const known = foundAs.get(columnKey(cell));
    // "Commented on" names a time, and may hold the post.
    if (known === 'occurredAt' && mostly(at, isPost)) return;
    const meant = known === 'comments' && mostly(at, isSaidInComments) ? 'commentText' : known;
    if (meant !== undefined) take(meant, (place) => place === at);
  });
  // A table whose addresses are those of companies.
  const pages = filled[guesses.indexOf('profileUrl')] ?? [];
  const companyPages = pages.filter((cell) => isProfile('company')(cell, network)).length;
  const companies = pages.length > 0 && companyPages >= agreeing * pages.length;
  const titled = guesses.indexOf('companyName');
  if (companies && titled !== -1 && !guesses.includes('name')) guesses[titled] = 'name';
  for (const { column, called: name, notCalled, matches } of rules) {
    // A name stands in one column or two, and belongs to an address or an id.
    if (column === 'name' && (guesses.includes('firstName') || !namesSomebody(guesses))) continue;
    take(column, (at) => {
      const cells = filled[at] ?? [];
      const title = called[at] ?? '';
      if (cells.length === 0 || (name && !name.test(title)) || notCalled?.test(title)) return false;
      return !matches || mostly(at, matches);
    });
  }
  if (!guesses.includes('commentText') && namesSomebody(guesses) && differUnderPosts(guesses, rows))
    guesses[guesses.indexOf('text')] = 'commentText';
  const said = cellsOf(guesses, 'commentText', rows).filter(isSaid).length;
  const mostlySaid = rows.length > 0 && said >= agreeing * rows.length;
  const kindAt = guesses.indexOf('kind');
  const isNamed = foundAs.get(columnKey(header[kindAt] ?? '')) === 'kind';
  const received = mostlySaid && kindAt !== -1 && !isNamed && areReceived(called[kindAt] ?? '', filled[kindAt] ?? []);
  if (received) guesses[kindAt] = null;
  const areComments = received || (mostlySaid && tellsTimes(guesses, called, rows));
  return { columns: guesses, kind: companies ? 'company' : kindOf(guesses, rows, { mostlySaid, areComments }) };
}

/** Whether texts of rows about one post differ: what people said under it does, and the text of the post does not. */
function differUnderPosts(guesses: readonly (string | null)[], rows: readonly (readonly string[])[]): boolean {
  if (!guesses.includes('text') || !guesses.includes('postUrl')) return false;
  const posts = cellsOf(guesses, 'postUrl', rows);
  const texts = new Set(cellsOf(guesses, 'text', rows).map((text, row) => JSON.stringify([posts[row], text])));
  return texts.size > new Set(posts).size;
}

/** Whether a column of deeds holds the reactions that comments got: it is called so, or a cell lists several. One person has one. */
const areReceived = (called: string, cells: readonly string[]): boolean =>
  (/\breaction(?:s| types)\b/.test(called) || cells.some((cell) => /[,;|]/.test(cell) && isLike(cell))) &&
  !cells.some((cell) => kindsNamed(cell)?.includes('comment'));
const isLike = (cell: string) => kindsNamed(cell)?.join() === 'like';

/** What the network's pages do not show beside a comment. Tables for sales have it, with notes and times of one's own. */
const ofSales: readonly Ours[] = ['companyName', 'email'];

/** Whether rows tell when a comment was written, as the network's pages do (`2d`), and not when somebody was met or has applied. */
function tellsTimes(
  guesses: readonly (string | null)[],
  called: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const at = guesses.indexOf('occurredAt');
  const title = called[at] ?? '';
  const isCalledSo =
    foundAs.get(columnKey(title)) === 'occurredAt' || /^(?:time|time ago|ago)$|\b(?:posted|comment)/.test(title);
  const areMessages = /\bmessage/.test(called[guesses.indexOf('commentText')] ?? '');
  if (!isCalledSo || areMessages || ofSales.some((ours) => guesses.includes(ours))) return false;
  const ago = cellsOf(guesses, 'occurredAt', rows).filter((cell) => /\d/.test(cell) && agoOf(cell) !== null).length;
  return ago >= agreeing * rows.length;
}

const isSaid = (cell: string) => !isPlaceholder(cell) && !isFigure(cell);
/** Whether a cell of a column "Comments" holds words: no count ("12 comments"), no yes or no. */
export const isSaidInComments = (cell: string): boolean => isSaid(cell) && countOf(cell) === null;
const cellsOf = (guesses: readonly (string | null)[], ours: Ours, rows: readonly (readonly string[])[]) => {
  const at = guesses.indexOf(ours);
  return rows.map((row) => row[at]?.trim() ?? '');
};

/**
 * Rows without a post are people, or comments. Rows with a post and mostly a text are comments. Likes and reposts look the same, so
 * there is no guess. Nor is there one where some people have neither post nor text, and all others both: they are people among those who
 * commented, as each row shows.
 * @param signs whether most rows say something, and whether they are comments also where they name no post.
 */
function kindOf(
  guesses: readonly (string | null)[],
  rows: readonly (readonly string[])[],
  { mostlySaid, areComments }: { readonly mostlySaid: boolean; readonly areComments: boolean },
) {
  if (guesses.includes('kind')) return null;
  // Each row says it, where a column called reaction names comments or reposts as well.
  if (cellsOf(guesses, 'reaction', rows).some((cell) => moreThanReaction(cell) !== undefined)) return null;
  const somebody = namesSomebody(guesses);
  if (!guesses.includes('postUrl')) {
    if (!somebody) return null;
    return areComments ? 'comment' : 'person';
  }
  const ofPosts = guesses.includes('text') || guesses.includes('likes');
  const ofPeople = ['profileUrl', 'commentId', 'commentText'].some((ours) => guesses.includes(ours));
  // A list of posts has each once.
  const named = cellsOf(guesses, 'postUrl', rows).filter((cell) => !isPlaceholder(cell));
  if (ofPosts && !ofPeople && 2 * new Set(named).size > named.length) return 'post';
  const texts = cellsOf(guesses, 'commentText', rows).map(isSaid);
  const posts = cellsOf(guesses, 'postUrl', rows).map((cell) => !isPlaceholder(cell));
  const people = cellsOf(guesses, guesses.includes('profileUrl') ? 'profileUrl' : 'memberId', rows);
  const together = texts.every((said, row) => said === posts[row]);
  const silent = people.some((cell, row) => !isPlaceholder(cell) && !texts[row]);
  return mostlySaid && !(together && silent) ? 'comment' : null;
}

/** Whether rows with these columns have somebody's address or id. */
const namesSomebody = (columns: readonly (string | null)[]): boolean =>
  columns.includes('profileUrl') || columns.includes('memberId');

/**
 * The guess as options of the command line, ready to copy: `--kind person --columns "Wer=name,Wo=profileUrl"`.
 * @returns undefined when the guess names nobody and no post.
 */
export function flagsOf(header: readonly string[], { columns, kind }: GuessedColumns): string | undefined {
  // One column that holds more than addresses is a table whose cells were not told apart.
  if (header.length < 2 && columns[0] !== 'profileUrl') return undefined;
  if (!namesSomebody(columns) && !columns.includes('postUrl')) return undefined;
  const pairs = columns.flatMap((ours, at) =>
    ours === null ? [] : [`${(header[at] ?? '').replace(/[,=+"$`\\]/g, ' ').trim()}=${ours}`],
  );
  const said = kind ?? (columns.includes('kind') ? null : '<like, comment, repost or post>');
  return `${said === null ? '' : `--kind ${said} `}--columns "${pairs.join(',')}"`;
}
