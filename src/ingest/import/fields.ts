/** Reads single values of exports: texts, counts, times, reactions, e-mail addresses. Tables and pure functions. */
import { normalEmail } from '../../../packages/reader/src';
import { countOf } from './counts';
import { plainDigits } from './digits';
import { withoutEscapes } from './escapes';
import { momentOf, momentOfNumber } from './moments';
import { isPlaceholder, withoutEntities } from './placeholders';
import { agoOf } from './relative-times';
import type { Disposition, EmailStatus, EngagementType, Reaction } from './records';

/** Most characters kept of a text. The columns of the store hold as many. */
export const lengths = { name: 200, headline: 500, short: 160, comment: 10_000, post: 50_000 } as const;

// Control characters, lone surrogates, and invisible characters that reorder or smuggle text: bidirectional marks and tags.
const unsafe = /[\p{Cc}\p{Cs}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const unsafeRuns = new RegExp(`${unsafe.source}+`, 'gu');

const plain = /^[\x20-\x7e]*$/;

/**
 * Text on one line without control characters and invisible direction marks, at most `max` characters; null when nothing is
 * left.
 */
export function cleanText(value: string | null | undefined, max: number): string | null {
  if (value === null || value === undefined) return null;
  const safe = plain.test(value) || !unsafe.test(value) ? value : value.replace(unsafeRuns, ' ').replace(/ {2,}/g, ' ');
  const trimmed = safe.trim();
  return trimmed === '' ? null : cut(trimmed, max);
}

/**
 * A name, headline, title, company or place: `cleanText` of it with HTML entities and escapes decoded once; null for a placeholder
 * such as `N/A`.
 */
export function cleanFact(value: string | null | undefined, max: number): string | null {
  if (value === null || value === undefined || isPlaceholder(value)) return null;
  if (!/^[a-z]/i.test(value) && saysNothing.test(value)) return null;
  return cleanText(withoutPages(withoutTags(withoutEscapes(withoutEntities(value)))), max);
}

/** The page that programs for notes put behind a name in a list of their pages: `Aro (https://…)`, or the file of one. */
const pages = / \((?:https?:\/\/[^\s()]{1,500}|[^\s()]{1,300}\.md)\)/g;
const withoutPages = (text: string): string => (/\.md\)|:\/\//.test(text) ? text.replace(pages, '') : text);

/** No letter, digit or sign of its own; or the zero that a spreadsheet shows for a reference to an empty cell. */
const saysNothing = /^(?:[\p{P}\p{Z}\p{Cf}]*|\s*0\s*)$/u;
/** Tags that pages put around words. Others (`</> Developer`) are people's own. */
const tags = /<\/?(?:b|i|u|em|strong|br|p|span|a|div|font)(?:\s[^<>]{0,300})?\/?>/gi;
const withoutTags = (text: string): string =>
  text.includes('<') ? text.replace(tags, ' ').replace(/ {2,}/g, ' ') : text;

/** Like `cleanText`, but line breaks stay, and HTML entities are decoded once. */
export function cleanLines(given: string | null | undefined, max: number): string | null {
  if (given === null || given === undefined) return null;
  const value = withoutEscapes(withoutEntities(given));
  if (plain.test(value)) return cleanText(value, max);
  const lines = value.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => cleanText(line, max) ?? '');
  const joined = lines.join('\n').trim();
  return joined === '' ? null : cut(joined, max);
}

/** Cuts a text without splitting a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const code = text.charCodeAt(max - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? max - 1 : max).trimEnd();
}

/**
 * A count, in the forms of `countOf`; null when the text is empty, a placeholder or no count.
 * @param onUnread called with a text that is no count, so that it can be counted.
 */
export function parseCount(value: string | null, onUnread?: (text: string) => void): number | null {
  if (value === null || value.trim() === '') return null;
  const count = countOf(value);
  if (count === null && !isPlaceholder(value)) onUnread?.(value);
  return count;
}

const day = 86_400_000;
const earliest = Date.UTC(2003, 0);

/**
 * A moment: a number (`momentOfNumber`), a date in an unambiguous form (`momentOf`), or a time relative to `base` (`agoOf`). Null
 * for ambiguous forms such as `03/04/2026`, and for times before 2003 or more than a day after `base`.
 * @param base epoch ms from which relative times count. Nothing is observed before it happens.
 */
export function parseTime(value: string | number | null, base: number): number | null {
  if (value === null || value === '') return null;
  const time = parseTimeText(String(value).trim(), base);
  if (time === null || !Number.isFinite(time)) return null;
  return time < earliest || time > base + day ? null : Math.round(Math.min(time, base));
}

const isoTime = /^\d{4}([-/])\d\d\1\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;

/** `/Date(1794646800000)/`, as some programs write times into JSON. */
const wrapped = /^\/Date\((\d{12,14})(?:[+-]\d{4})?\)\/$/;

function parseTimeText(given: string, base: number): number | null {
  const text = plainDigits(wrapped.exec(given)?.[1] ?? given);
  const iso = isoTime.exec(text);
  // JavaScript takes the 30th of February for the 2nd of March.
  if (iso && Number(text.slice(8, 10)) > 28 && Number.isNaN(momentOf(text.slice(0, 10)))) return NaN;
  if (iso) {
    if (text.length === 24 && text.endsWith('Z') && text.charAt(19) === '.') return Date.parse(text);
    const zone = iso[2];
    const moment = (zone === undefined ? text : text.slice(0, -zone.length))
      .trimEnd()
      .replaceAll('/', '-')
      .replace(' ', 'T')
      .replace(',', '.');
    const offset = zone === undefined || /^(?:z|utc)$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
    return Date.parse(moment.length === 10 ? moment : `${moment}${offset}`);
  }
  if (/^\d/.test(text)) {
    const number = momentOfNumber(text);
    if (number !== null) return number;
  }
  const moment = momentOf(text);
  if (moment !== null) return moment;
  const ago = agoOf(text);
  return ago === null ? null : base - ago;
}

/** A lookup table of words. A Map, because an object would also answer for `constructor`. */
function words<Value>(table: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(table));
}

const wordKey = (value: string) => value.trim().toLowerCase();

/** Reactions by the names that exports and pages use, and by the emoji that the network shows for them. */
const reactionNames = words<Reaction>({
  like: 'LIKE',
  praise: 'PRAISE',
  celebrate: 'PRAISE',
  empathy: 'EMPATHY',
  love: 'EMPATHY',
  appreciation: 'APPRECIATION',
  support: 'APPRECIATION',
  interest: 'INTEREST',
  insightful: 'INTEREST',
  entertainment: 'ENTERTAINMENT',
  funny: 'ENTERTAINMENT',
  maybe: 'MAYBE',
  curious: 'MAYBE',
  '👍': 'LIKE',
  '👏': 'PRAISE',
  '❤': 'EMPATHY',
  '\u2764\ufe0f': 'EMPATHY',
  '🫶': 'APPRECIATION',
  '💡': 'INTEREST',
  '😄': 'ENTERTAINMENT',
  '😂': 'ENTERTAINMENT',
});

/** The reaction of that name; null when it is none. */
export function parseReaction(value: string | null): Reaction | null {
  return value === null ? null : (reactionNames.get(wordKey(value)) ?? null);
}

const engagementNames = words<EngagementType>({
  like: 'LIKE',
  likes: 'LIKE',
  liked: 'LIKE',
  reaction: 'LIKE',
  reactions: 'LIKE',
  reacted: 'LIKE',
  liker: 'LIKE',
  comment: 'COMMENT',
  comments: 'COMMENT',
  commented: 'COMMENT',
  commenter: 'COMMENT',
  repost: 'REPOST',
  reposts: 'REPOST',
  reposted: 'REPOST',
  share: 'REPOST',
  shared: 'REPOST',
});

/** The engagement type that an exporter's word means; a reaction's name means LIKE. */
export function parseEngagementType(value: string | null): EngagementType | null {
  if (value === null) return null;
  return engagementNames.get(wordKey(value)) ?? (parseReaction(value) === null ? null : 'LIKE');
}

const dispositionNames = words<Disposition>({
  active: 'ACTIVE',
  client: 'CLIENT',
  customer: 'CLIENT',
  bad_lead: 'BAD_LEAD',
  'bad lead': 'BAD_LEAD',
  bad: 'BAD_LEAD',
});

export function parseDisposition(value: string | null): Disposition | null {
  return value === null ? null : (dispositionNames.get(wordKey(value)) ?? null);
}

/** Yes and no as spreadsheets of many languages and people write them. */
const flags: ReadonlyMap<string, boolean> = new Map(
  (
    [
      [true, 'true yes y x ✓ ✔ ☑ ✅ wahr ja vrai oui verdadero sí si vero sì verdadeiro sim waar prawda tak sant はい'],
      [false, 'false no n - ✗ ✘ ☐ ❌ falsch nein faux non falso não onwaar nee fałsz nie falskt nej いいえ'],
    ] as const
  ).flatMap(([set, words]) => words.split(' ').map((word) => [word, set] as const)),
);

/** What a flag says; a count sets it when it is more than none. Null when the text is neither. */
export function flagOf(value: string): boolean | null {
  const text = wordKey(value);
  if (/^\d{1,9}(?:\.0)?$/.test(text)) return Number(text) > 0;
  return flags.get(text) ?? (isPlaceholder(value) ? false : null);
}

export function parseFlag(value: string | null): boolean {
  return value !== null && flagOf(value) === true;
}

const emailStatuses = words<EmailStatus>({
  valid: 'VERIFIED',
  verified: 'VERIFIED',
  deliverable: 'VERIFIED',
  safe: 'VERIFIED',
  invalid: 'INVALID',
  undeliverable: 'INVALID',
  bounced: 'INVALID',
});

/** The status of an address. Anything that is neither known good nor known bad (catch-all, risky, unknown) is UNVERIFIED. */
export function parseEmailStatus(value: string | null): EmailStatus {
  return value === null ? 'UNVERIFIED' : (emailStatuses.get(wordKey(value)) ?? 'UNVERIFIED');
}

/**
 * Mail services for private people. `name.*` matches any ending (`yahoo.fr`, `gmx.net`). The others match exactly, because
 * their names are words that companies use too.
 */
const personalMail = new Set(
  [
    'gmail.* googlemail.* yahoo.* ymail.* rocketmail.* hotmail.* outlook.* msn.* icloud.* aol.* gmx.* freenet.* t-online.*',
    'protonmail.* tutanota.* fastmail.* yandex.* rambler.* qq.* foxmail.* sina.* sohu.* naver.* daum.* hanmail.* rediffmail.*',
    'wanadoo.* laposte.* libero.* virgilio.* tiscali.* seznam.* interia.* onet.* bluewin.* bigpond.* optusnet.* comcast.*',
    'sbcglobal.* btinternet.* ntlworld.* talktalk.* virginmedia.* telenet.* ziggo.* kpnmail.* xs4all.*',
    'me.com mac.com live.com live.nl live.fr live.co.uk live.se live.dk live.it live.de live.ca live.com.au mail.com email.com',
    'mail.ru list.ru inbox.ru bk.ru ya.ru inbox.lv proton.me pm.me tuta.com tuta.io hey.com zoho.com web.de free.fr orange.fr',
    'sfr.fr neuf.fr alice.it tin.it terra.es terra.com.br uol.com.br bol.com.br ig.com.br sky.com home.nl planet.nl o2.pl wp.pl',
    'cox.net att.net verizon.net charter.net sunrise.ch skynet.be telia.com 163.com 126.com',
  ].flatMap((line) => line.split(' ')),
);

/** Addresses of a cell that are looked at. */
const mostAddresses = 5;

/**
 * Reads a work e-mail address: the first, where a cell lists several.
 * @returns the address in lower case; `personal` for a private mail service, which is not kept; null when it is no address.
 */
export function parseWorkEmail(value: string | null): { readonly email: string } | 'personal' | null {
  if (value === null) return null;
  const found = (/[;,|]/.test(value) ? value.split(/[;,|]/, mostAddresses) : [value]).map(oneWorkEmail);
  return found.find((one) => one !== null && one !== 'personal') ?? found.find((one) => one === 'personal') ?? null;
}

function oneWorkEmail(value: string): { readonly email: string } | 'personal' | null {
  const email = normalEmail(value);
  const host = /^[^\s@"<>,;:]{1,64}@((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})$/.exec(email)?.[1];
  if (host === undefined || email.length > 254) return null;
  const [name = '', ...ending] = host.split('.');
  return personalMail.has(host) || (ending.length <= 2 && personalMail.has(`${name}.*`)) ? 'personal' : { email };
}

/** The domain of a company from a domain, a web address or an e-mail address; null when there is none. */
export function parseDomain(value: string | null): string | null {
  const host = value
    ?.trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^www\d?\./, '')
    .replace(/\.$/, '');
  return host !== undefined &&
    host.length <= 253 &&
    /^(?:[a-z0-9\u00a1-\uffff-]{1,63}\.)+[a-z0-9\u00a1-\uffff-]{2,63}$/.test(host)
    ? host
    : null;
}

/** A row for the `.rejects` file: printable, short, without e-mail addresses. */
export function safeRaw(raw: string): string {
  return cleanText(raw.slice(0, 1000).replace(/(?<![^\s@,;"])[^\s@,;"]+@[^\s@,;"]+/g, '[e-mail]'), 200) ?? '';
}

/**
 * Copies a text out of the piece of the file it was cut from. Otherwise a text kept for long would keep the whole piece in
 * memory.
 */
export function detach(text: string): string {
  // V8 makes a substring of 13 characters and more a pointer into its origin. Joining and slicing gives it an origin of its
  // own.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
