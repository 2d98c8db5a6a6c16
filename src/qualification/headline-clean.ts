/** A headline without decoration, cut into the parts between bars, bullets, dashes and emoji. */

import { aroundSlash, namesJob, sentencesOf, withoutExperience } from './headline-sentences';
import { withoutWorksAs } from './headline-worksas';
import { namesOrganisation } from './headline-words';
import { unspaced } from './words';

/** Longer headlines are not read further: what a page shows is shorter, and everything after costs by length. */
export const longestHeadline = 400;

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g;
const emoji = /(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]|\p{Emoji_Modifier}|\ufe0f|\u200d)+/gu;
const contacts = /(?:https?:\/\/|www\.)\S+|[^\s@]{1,64}@[^\s@]{1,200}\.\w{2,24}|#\p{L}[\p{L}\p{N}_]*/gu;
const brackets = /[([{][^)\]}([{]{0,120}[)\]}]/g;
const quoted = /(?<![\u0590-\u05ff])["“„][^"“”„]{1,80}["”“]|«[^«»]{1,80}»|“[^“”]{1,80}”/gu;
const hardBreaks =
  /\s?[|¦•●▪■►▸→⇒➡✦✧★☆~;؛\n\r\t]+\s?|\s[·\\∙‧‐-]\s|\s?\/{2,}\s?|\s[–—]+\s?|\sI\s(?=\p{Lu})|\s?[—]+\s|\s?⁃\s?|\s:\s|(?<=\p{L}[!?]{1,3})\s/u;
/** Korean and Japanese short legal forms. */
const shortForms = /[(（](?:株|주|有)[)）]/g;
/** `ב-Wix`, `ב"תמר"`: the Hebrew preposition apart from the name. */
const hebrewIn =
  /(?<![\u0590-\u05ff])ב(?:[-־]|(?=["“„A-Za-z]|(?:משרד|אוניברסיט|בנק|חבר[תה]|קבוצ|בית|עיריי|רשת|מכלל)))/g;
/** `بشركة`, `لجمعية`: the Arabic preposition apart from a word for a company. */
const arabicIn =
  /(?<!\p{L})[بل](?=(?:شرك[ةه]|بنك|مصرف|مستشفى|جامع[ةه]|مجموع[ةه]|مصنع|جمعي[ةه]|مؤسس[ةه]|وزار[ةه]|هيئ[ةه]|بلدي[ةه]|مدرس[ةه]|فندق|مكتب)(?!\p{L}))/gu;
const elided = /(?<![\p{L}])((?:[DdLl]|[Aa]ll|[Dd]ell|nell|dall|sull)['’])(?=["«“]?\p{Lu})/gu;

/**
 * The parts of a headline in order, without emoji, links, hashtags and bracketed remarks. Quotation marks around a name
 * are dropped where a name may be meant (before it stands a word that is no capital, or the language quotes its companies).
 */
export function piecesOf(headline: string): readonly string[] {
  if (headline !== lastRead) [lastRead, lastPieces] = [headline, cut(headline)];
  return lastPieces;
}

/** A headline is asked for twice in a row: for the job, and for what else it says. */
let lastRead = '';
let lastPieces: readonly string[] = [];

function cut(headline: string): string[] {
  const start = headline.slice(0, longestHeadline);
  // Printable ASCII, which most headlines are, holds nothing of this.
  const ascii = /^[\x20-\x7e]*$/.test(start);
  const plain = ascii
    ? start
    : start
        .normalize('NFKC')
        .replace(shortForms, ' ')
        .replace(emoji, ' | ')
        .replace(invisible, '')
        .replace(/[、،，]/g, ', ')
        .replace(hebrewIn, 'ב ')
        .replace(arabicIn, 'في ');
  const text = withoutAsides(plain, ascii).replace(/[ \u00a0]{2,}/g, ' ');
  // Words and spaces, a comma or an ampersand: one piece.
  if (/^[\w,&]+(?: [\w,&]+)*$/.test(text) && !text.includes(' I '))
    return [withoutExperience(text)].filter((piece) => piece !== '');
  return text
    .split(hardBreaks)
    .flatMap(sentencesOf)
    .flatMap(aroundSlash)
    .map((piece) => withoutExperience(withoutWorksAs(piece.replace(/\s+/g, ' ').trim())))
    .filter((piece) => piece !== '');
}

/** Without contacts and remarks; "@" stands apart. Most headlines have none of it. */
function withoutAsides(plain: string, ascii: boolean): string {
  let text = plain;
  if (/[@#]|:\/\/|www\./.test(text)) text = text.replace(contacts, ' ');
  if (/[([{]/.test(text)) text = text.replace(brackets, (whole) => remark(whole));
  if (/["“„«]/.test(text))
    text = text.replace(quoted, (whole) => (keepsQuoted(whole, ascii) ? ` ${whole.slice(1, -1)} ` : ' '));
  if (/['’]/.test(text)) text = text.replace(elided, '$1 ');
  return text.includes('@') || text.includes('c/o') ? text.replace(/@|\bc\/o\b/g, ' @ ') : text;
}

/** A bracketed remark: a title stays, 弁護士(あけぼの法律事務所) names a company, anything else goes. */
function remark(whole: string): string {
  const inner = whole.slice(1, -1).trim();
  if (unspaced.test(inner) && namesOrganisation(inner)) return ` | ${inner} `;
  return namesJob(inner) ? whole : ' ';
}

/** «Северный Лес» and תמר are names; "Culture eats strategy" is a sentence. */
function keepsQuoted(whole: string, ascii: boolean): boolean {
  if (ascii) return false;
  const inner = whole.slice(1, -1).trim();
  return /[\u0370-\u06ff]/.test(inner) && inner.split(' ').length <= 4;
}
