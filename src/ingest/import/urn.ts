/**
 * Which post a text names. Every shape of URN and URL that occurs in exports, or that people paste, is one row of `postShapes`.
 * The tests iterate over the same table.
 */
import type { Network, Refused } from './network';
import { decodeNested } from '../../../packages/reader/src';
import { canonicalOrigin, queryValue, splitUrl } from './network';

export type PostKind = 'activity' | 'share' | 'ugcPost' | 'groupPost';

/** One post, by one of its URNs. It may have several: see the alias table of the store. */
export interface PostRef {
  /** `urn:li:activity:7402746946853253120`. */
  readonly urn: string;
  readonly kind: PostKind;
  /** Digits. For a group post, two numbers with a hyphen. */
  readonly id: string;
  /** The canonical feed URL. */
  readonly url: string;
}

export type PostReference = ({ readonly ok: true } & PostRef) | Refused;

/** A way of naming a post. Patterns capture namespace (may be empty), kind and id. */
interface PostShape {
  readonly name: string;
  /** Where to match: the whole text, the decoded path of a URL, or the value of a query parameter. */
  readonly where: 'text' | 'path' | { readonly parameter: string };
  readonly pattern: RegExp;
  /** At least one per row, written for namespace `li` and host linkedin.com. */
  readonly examples: readonly string[];
}

// An id is a decimal without leading zero. A group post has two of them.
const kindAndId = '(activity|share|ugcPost|groupPost):([1-9]\\d{0,19}(?:-[1-9]\\d{0,19})?)';
const urn = new RegExp(`^urn:([a-z0-9-]+):${kindAndId}$`, 'i');
const wrappedUrn = new RegExp(`^urn:[a-z0-9-]+:\\w+:\\(.{0,200}?(?:urn:([a-z0-9-]+):)?\\b${kindAndId}(?=[,)])`, 'i');
const urnOrBare = new RegExp(`(?:urn:([a-z0-9-]+):)?${kindAndId}(?![\\d-])`, 'i');
const path = (before: string) => new RegExp(`^${before}(?:urn:([a-z0-9-]+):)?${kindAndId}(?=[/,)]|$)`, 'i');
const home = 'https://www.linkedin.com';

/** The shapes, in the order they are tried: path before query. */
export const postShapes: readonly PostShape[] = [
  {
    name: 'URN',
    where: 'text',
    pattern: urn,
    examples: [
      'urn:li:activity:7402746946853253120',
      'urn:li:share:7402746946853253120',
      'urn:li:ugcPost:7402746945318146049',
      'urn:li:groupPost:1976445-7402746946853253120',
      'urn%3Ali%3Aactivity%3A7402746946853253120',
    ],
  },
  {
    name: 'URN around a post URN (update, comment, reaction)',
    where: 'text',
    pattern: wrappedUrn,
    examples: [
      'urn:li:fsd_update:(urn:li:activity:7402746946853253120,MAIN_FEED,EMPTY,DEFAULT,false)',
      'urn:li:fs_updateV2:(urn:li:activity:7402746946853253120,FEED_DETAIL,EMPTY,DEFAULT,false)',
      'urn:li:comment:(activity:7402746946853253120,7402800000000000000)',
      'urn:li:comment:(urn:li:activity:7402746946853253120,7402800000000000000)',
      'urn:li:fsd_comment:(7402800000000000000,urn:li:ugcPost:7402746945318146049)',
      'urn:li:reaction:(urn:li:person:Abc-12_x,urn:li:activity:7402746946853253120)',
    ],
  },
  {
    name: 'feed update',
    where: 'path',
    pattern: path('/(?:embed/)?feed/update/'),
    examples: [
      `${home}/feed/update/urn:li:activity:7402746946853253120`,
      `${home}/feed/update/urn:li:activity:7402746946853253120/`,
      `${home}/feed/update/urn%3Ali%3Aactivity%3A7402746946853253120/`,
      `${home}/feed/update/urn%253Ali%253Aactivity%253A7402746946853253120/`,
      `${home}/feed/update/activity:7402746946853253120`,
      `${home}/feed/update/urn:li:groupPost:1976445-7402746946853253120/`,
      `${home}/feed/update/urn:li:activity:7402746946853253120?utm_source=share&rcm=ACoAAB#comments`,
      `${home}/embed/feed/update/urn:li:share:7402746946853253120`,
      `${home}/embed/feed/update/urn:li:ugcPost:7402746945318146049?collapsed=1`,
      `${home}/feed/update/urn:li:activity:7402746946853253120/?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A7402746946853253999%2C7402800000000000000%29&dashCommentUrn=urn%3Ali%3Afsd_comment%3A%287402800000000000000%2Curn%3Ali%3Aactivity%3A7402746946853253999%29`,
      'https://de.linkedin.com/feed/update/urn:li:activity:7402746946853253120/',
      'http://linkedin.com/feed/update/urn:li:activity:7402746946853253120',
      'www.linkedin.com/feed/update/urn:li:activity:7402746946853253120/',
      '/feed/update/urn:li:activity:7402746946853253120/',
    ],
  },
  {
    name: 'feed update around a post URN',
    where: 'path',
    pattern: new RegExp(
      `^/(?:embed/)?feed/update/urn:[a-z0-9-]+:\\w+:\\([^/]{0,200}?(?:urn:([a-z0-9-]+):)?\\b${kindAndId}(?=[,)])`,
      'i',
    ),
    examples: [
      `${home}/feed/update/urn:li:fsd_update:(urn:li:activity:7402746946853253120,MAIN_FEED,EMPTY,DEFAULT,false)/`,
    ],
  },
  {
    name: 'post page',
    where: 'path',
    // The words of the title may contain `activity-2024` too, so the last one counts.
    pattern:
      /^\/posts\/(?:[^/]*[-_])?()(activity|share|ugcPost|groupPost)-([1-9]\d{0,19}(?:-[1-9]\d{9,19})?)(?:-[\w-]*)?(?:\/|$)/i,
    examples: [
      `${home}/posts/ines-haddad_why-we-moved-activity-7402746946853253120-AbCd`,
      `${home}/posts/ines-haddad_review-of-activity-2024-activity-7402746946853253120-AbCd/`,
      `${home}/posts/ines-haddad_why-we-moved-share-7402746946853253120-x_9Z`,
      `${home}/posts/ines-haddad_why-we-moved-ugcPost-7402746945318146049-A_-d?utm_medium=member_desktop`,
      `${home}/posts/ines-haddad_activity-7402746946853253120-abc`,
      `${home}/posts/ines-haddad_activity-7402746946853253120`,
      `${home}/posts/activity-7402746946853253120`,
      'https://fr.linkedin.com/posts/in%C3%A8s-haddad_pourquoi-activity-7402746946853253120-AbCd?trk=public_post',
    ],
  },
  {
    name: 'post analytics',
    where: 'path',
    pattern: path('/analytics/post-summary/'),
    examples: [`${home}/analytics/post-summary/urn:li:activity:7402746946853253120/`],
  },
  {
    name: 'live video',
    where: 'path',
    pattern: path('/video/live/'),
    examples: [`${home}/video/live/urn:li:ugcPost:7402746945318146049/`],
  },
  ...(
    ['updateEntityUrn', 'highlightedUpdateUrn', 'highlightedUpdateUrns', 'commentUrn', 'dashCommentUrn'] as const
  ).map((parameter) => ({
    name: `?${parameter}=`,
    where: { parameter },
    pattern: urnOrBare,
    examples: queryExamples(parameter),
  })),
  {
    name: 'plain number (an activity)',
    where: 'text',
    pattern: /^()()([1-9]\d{0,19})$/,
    examples: ['7402746946853253120'],
  },
];

function queryExamples(parameter: string): readonly string[] {
  const activity = 'urn%3Ali%3Aactivity%3A7402746946853253120';
  switch (parameter) {
    case 'highlightedUpdateUrn':
      return [
        `${home}/feed/?highlightedUpdateType=SHARED_BY_YOUR_NETWORK&highlightedUpdateUrn=${activity}`,
        `${home}/groups/1976445/?q=highlightedFeedForGroups&highlightedUpdateUrn=urn%3Ali%3AgroupPost%3A1976445-7402746946853253120`,
      ];
    case 'highlightedUpdateUrns':
      return [`${home}/feed/hashtag/?keywords=pricing&highlightedUpdateUrns=${activity}`];
    case 'commentUrn':
      return [
        `${home}/feed/?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A7402746946853253120%2C7402800000000000000%29`,
      ];
    case 'dashCommentUrn':
      return [`${home}/feed/?dashCommentUrn=urn%3Ali%3Afsd_comment%3A%287402800000000000000%2C${activity}%29`];
    default:
      return [`${home}/feed/?${parameter}=${activity}`];
  }
}

const kinds: Readonly<Record<string, PostKind>> = {
  '': 'activity',
  activity: 'activity',
  share: 'share',
  ugcpost: 'ugcPost',
  grouppost: 'groupPost',
};
const textShapes = postShapes.filter((shape) => shape.where === 'text');
const pathShapes = postShapes.filter((shape) => shape.where === 'path');
const queryShapes = postShapes.flatMap(({ where, pattern }) =>
  typeof where === 'object' ? [{ ...where, pattern }] : [],
);

/**
 * Reads which post a text names.
 * @param text a URN, a feed or post URL, or a plain number. Anything else is refused with a reason; nothing throws.
 * @returns the URN it names (activity, share, ugcPost and groupPost numbers of one post differ) and its canonical URL.
 */
export function parsePostReference(text: string, network: Network): PostReference {
  const given = text.trim();
  if (given === '') return { ok: false, reason: 'empty' };
  if (isFloat(given)) return { ok: false, reason: roundedId };
  if (/^(?:urn[:%]|\d+$)/i.test(given)) {
    const decoded = given.length > 1024 ? '' : decodeNested(given);
    if (/^[1-9]\d{0,19}$/.test(decoded)) {
      if (String(Number(decoded)) === decoded && /00$/.test(decoded) && isLikelyId(decoded) && !/0{7}$/.test(decoded))
        return { ok: false, reason: roundedId };
      if (!isLikelyId(decoded)) return { ok: false, reason: 'a number that is no number of a post' };
    }
    return firstOf(textShapes, decoded, network) ?? { ok: false, reason: 'not the URN of a post' };
  }
  const url = splitUrl(given, network);
  if (!url.ok) return url;
  if (namesSeveral(given, network)) return { ok: false, reason: severalPosts };
  const found = firstOf(pathShapes, url.path, network);
  if (found) return found;
  if (/^\/pulse\//i.test(url.path)) {
    return {
      ok: false,
      reason: 'a /pulse/ address is an article: it carries no post URN; use the post that shares it',
    };
  }
  for (const { parameter, pattern } of queryShapes) {
    const value = queryValue(url.query, parameter);
    const match = value === undefined ? null : pattern.exec(value.slice(0, 1024));
    if (match) return reference(match, network);
  }
  return { ok: false, reason: 'a link that names no post' };
}

const severalPosts = 'the addresses of several posts; make a row of each';

/** Whether a text holds the address of a post, or of several. */
export function holdsPost(text: string, network: Network): boolean {
  const found = parsePostReference(text, network);
  return found.ok || found.reason === severalPosts;
}

/** Most addresses that are looked at in one text. */
const mostAddresses = 5;

/** Whether a text holds several addresses, and not all of one post. */
function namesSeveral(text: string, network: Network): boolean {
  const addresses = text.split(/[\s|,;](?=https?:\/\/|www\.)/i, mostAddresses);
  if (addresses.length < 2) return false;
  const ids = addresses.flatMap((address) => {
    const found = parsePostReference(address, network);
    return found.ok ? [found.id] : [];
  });
  return new Set(ids).size > 1;
}

function firstOf(shapes: readonly PostShape[], text: string, network: Network): PostReference | undefined {
  for (const { pattern } of shapes) {
    const match = pattern.exec(text);
    if (match) return reference(match, network);
  }
  return undefined;
}

function reference(match: RegExpExecArray, network: Network): PostReference {
  const [, namespace, kindText = '', id = ''] = match;
  if (namespace && namespace.toLowerCase() !== network.namespace)
    return { ok: false, reason: 'a URN of another network' };
  const kind = kinds[kindText.toLowerCase()] ?? 'activity';
  if (isRounded(id)) return { ok: false, reason: roundedId };
  if (id.includes('-') !== (kind === 'groupPost')) return { ok: false, reason: `not the number of a ${kind}` };
  return { ok: true, ...postRef(kind, id, network) };
}

/** The reference of a post whose kind and number are known. */
function postRef(kind: PostKind, id: string, network: Network): PostRef {
  const name = `urn:${network.namespace}:${kind}:${id}`;
  return { urn: name, kind, id, url: `${canonicalOrigin(network)}/feed/update/${name}/` };
}

/**
 * Reads the id of the comment that a text names.
 * @param text a comment URN, a URL with `commentUrn` or `dashCommentUrn`, or a plain number.
 */
export function parseCommentId(text: string): string | null {
  const given = decodeNested(text.trim().slice(0, 4096));
  if (/^[1-9]\d{0,19}$/.test(given)) return isRounded(given) ? null : given;
  // In fsd_comment the comment comes first, in comment it comes last.
  const match = /\bfsd_comment:\(([1-9]\d{0,19}),|\bcomment:\([^()]{1,120},([1-9]\d{0,19})\)/i.exec(given);
  return match?.[1] ?? match?.[2] ?? null;
}

const roundedId =
  'a number that a spreadsheet rounded (its last digits are lost); export again, and keep the column of ids as text';
/** Spreadsheets keep 15 digits of a number, and write zeros for the rest. */
const isRounded = (id: string) => {
  const zeros = /0{0,7}$/.exec(id)?.[0].length ?? 0;
  // More zeros are somebody's invention, not a rounded number.
  return id.length >= 18 && id.length - zeros <= 15 && zeros <= 6;
};
/** The number of a post begins with the time it was written: those of 2003 to the largest there can be. */
const isLikelyId = (id: string) => id.length === 19 && id >= '4370000000000000000' && id <= '9223372036854775807';
/** `7.40275E+18`, and the `.0` of a column with gaps. */
const isFloat = (text: string) => /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$|^\d{10,}[.,]0+$/i.test(text);

/** Whether a text names a comment in any way, so that a reaction to it is none to the post: its URN, a reaction to it, or an address with its URN. */
export const namesComment = (text: string | null): boolean =>
  text !== null && /comment/i.test(text) && /\bcomment:\(|fsd_comment/i.test(decodeNested(text.slice(0, 4096)));
