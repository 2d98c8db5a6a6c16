/**
 * The normal form of identifiers of people: names in profile addresses, member ids, mail addresses. Exports, browsers and
 * people who copy links write them in many ways. Code that compares, stores or hashes one brings it into this form first.
 */

import unhomoglyph from 'unhomoglyph';

/** Invisible characters: zero-width ones, direction marks, soft hyphens, variation selectors. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters of double or half width, as East Asian keyboards produce them, and the wide space. */
const widths = /[\u3000\uff01-\uffee]+/g;
const dashes = /[\p{Pd}\u2212]/gu;
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

const otherAlphabets = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;

/**
 * If a word has Latin letters mixed with look-alikes of other alphabets, the word in Latin letters only. Any other word
 * unchanged.
 */
export const oneAlphabet = (word: string): string =>
  /[a-z]/i.test(word) && word.search(otherAlphabets) !== -1
    ? word.replace(otherAlphabets, (letter) => (/[ІΙӀ]/.test(letter) ? 'I' : unhomoglyph(letter)))
    : word;

/** Replaces numeric character references of HTML, and those of JSON that were escaped twice (`\\u00eb`). */
export const decodeNumbered = (text: string): string =>
  text.replace(
    /&#(?:(\d{1,7})|x([0-9a-f]{1,6}));|\\u([0-9a-f]{4})/gi,
    (escape, decimal?: string, hex?: string, json?: string) => {
      const code = decimal === undefined ? parseInt(hex ?? json ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : escape;
    },
  );

/** The text as it looks: nothing invisible, letters and marks of normal width, composed (NFC). */
export function visibleText(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replace(invisible, '')
    .replace(widths, (wide) => wide.normalize('NFKC'))
    .normalize('NFC');
}

/** Percent-decodes. If that fails, decodes every run of escapes on its own, and leaves broken runs as they are. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    });
  }
}

/** Links copied out of links are encoded again each time. No one encodes more often than this on purpose. */
const mostEncodings = 5;

/** Percent-decodes until nothing changes. */
export function decodeNested(text: string): string {
  let decoded = text;
  for (let times = 0; times < mostEncodings && decoded.includes('%'); times += 1) {
    const once = decodePercent(decoded);
    if (once === decoded) break;
    decoded = once;
  }
  return decoded;
}

/** What no name contains: path, query, parameters (`;x=1`), lists (`,NAME_SEARCH`), and punctuation around links in texts. */
// eslint-disable-next-line no-control-regex -- a name ends before a control character too
const afterName = /[\u0000-\u001f\u007f!"#$&()*+,/:;<=>?@[\\\]^`{|}]/;
/** Punctuation before a name, except hyphens, which names may begin and end with. */
const marksBefore = /^(?:(?![-_])[\p{P}\p{Sm}\p{Sk}\p{Sc}\s])+/u;
// Starts only at the beginning of such a run, so that matching stays linear.
const marksAfter = /(?<!(?![-_])[\p{P}\p{Sm}\p{Sk}\p{Sc}\s])(?:(?![-_])[\p{P}\p{Sm}\p{Sk}\p{Sc}\s])+$/u;
const cutEscape = /%[0-9a-f]?$/i;
/** Most names need only lower case. */
const plainName = /^[a-z0-9_-]+$/i;

/** A name in an address without punctuation around it, in its original case. */
export function bareName(text: string): string {
  if (plainName.test(text)) return text;
  const shown = visibleText(decodeNested(decodeNumbered(text)))
    .replace(dashes, '-')
    .replace(marksBefore, '');
  const end = shown.search(afterName);
  return (end === -1 ? shown : shown.slice(0, end)).replace(cutEscape, '').replace(marksAfter, '');
}

/**
 * The name in the address of a person's page: decoded, without parameters, without punctuation at its ends and invisible
 * characters, lower case, composed. Empty when nothing is left.
 */
export function normalSlug(text: string): string {
  const name = bareName(text).toLowerCase();
  // Lower-casing the Turkish capital I leaves a separate dot.
  return plainName.test(name) ? name : name.replace(/i\u0307/g, 'i').normalize('NFC');
}

/** `ACoAA…` in profiles, `ACwAA…` in the network's sales product: ids of the same person. */
const memberStart = /^AC[ow]AA/;
const idShape = /^AC[ow]AA[\w-]*$/;
/** An id whose case was lost. It must be a few letters longer, so that no name is mistaken for one. */
const caseLost = /^ac[ow]aa[\w-]{7,}$/i;

/** Whether a text is one of the network's stable ids, in its own case or not. */
export const isMemberId = (text: string): boolean => idShape.test(text) || caseLost.test(text);

/** Whether it is such an id in the wrong case. It still identifies the person, but opens no page. */
export const hasLostCase = (text: string): boolean => caseLost.test(text) && !memberStart.test(text);

/** A member id as stored: `ACoAA…` as the network writes it, or all lower case if its case was lost. */
export function normalMemberId(text: string): string {
  const name = plainName.test(text) ? text : bareName(text);
  if (hasLostCase(name)) return name.toLowerCase().replace(/^acwaa/, 'acoaa');
  return name.replace(memberStart, 'ACoAA');
}

/** The form in which member ids are compared: two that differ only in case belong to one person. */
export const memberKey = (text: string): string =>
  normalMemberId(text)
    .toLowerCase()
    .replace(/^0+(?=[1-9]\d*$|0$)/, '');

/** The form in which names are compared with those of people who must not be stored: look-alike letters count as equal. */
export const slugKey = (text: string): string =>
  oneAlphabet(normalSlug(normalSlug(text).normalize('NFKC')).normalize('NFKC'));

/** A mail address: lower case, without `mailto:`, a dot at its end and invisible characters. */
export const normalEmail = (text: string): string =>
  visibleText(text)
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '')
    .replace(/(?<!\.)\.+$/, '');
