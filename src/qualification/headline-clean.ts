/** A headline without decoration, cut into the parts between bars, bullets, dashes and emoji. */

import { looseCompany } from './headline-company';
import { aroundSlash, namesJob, sentencesOf, withoutExperience } from './headline-sentences';
import { withoutWorksAs } from './headline-worksas';
import { joinsAlone, joinsSurely, lineOf, namesOrganisation, withoutNow } from './headline-words';
import { roleOf } from './role';
import { unspaced } from './words';

/** Longer headlines are not read further: what a page shows is shorter, and everything after costs by length. */
export const longestHeadline = 400;

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g;
const emoji = /(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]|\p{Emoji_Modifier}|\ufe0f|\u200d)+/gu;
const contacts = /(?:https?:\/\/|www\.)\S+|[^\s@]{1,64}@[^\s@]{1,200}\.\w{2,24}|#\p{L}[\p{L}\p{N}_]*/gu;
const brackets = /[([{][^)\]}([{]{0,120}[)\]}]/g;
const quoted =
  /(?<![\u0590-\u05ff])["“„][^"“”„]{1,80}["”“]|«[^«»]{1,80}»|»[^«»]{1,80}«|“[^“”]{1,80}”|(?<![\p{L}\p{N}])['‘‚][^'‘’‚]{2,40}['’‘](?![\p{L}\p{N}])/gu;
const hardBreaks =
  /\s?[|¦•●▪■◆◇♦◊▶►▸→⇒➡✦✧★☆~;؛\n\r\t]+\s?|\s[·\\∙‧‐-]\s|\s?\/{2,}\s?|\s[–—]+\s?|\sI\s(?=\p{Lu})|\s?[—]+\s|\s?⁃\s?|\s:\s|(?<=\p{L}[!?]{1,3})\s/u;
/** Korean and Japanese short legal forms. */
const shortForms = /[(（](?:株|주|有)[)）]/g;
/** Between words without spaces: 【部長】カゴメ, 店長:カフェ, 营销—万科, 営業×AI; a saying in their quotation marks goes. */
const unspacedBreaks =
  /[【】]|「[^「」]{9,60}」|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])(?:[:—–]| ?× ?)(?=[\p{L}])/gu;
/** `ב-Wix`, `ב"תמר"`: the Hebrew preposition apart from the name. */
const hebrewIn =
  /(?<![\u0590-\u05ff])ב(?:[-־]|(?=["“„A-Za-z]|(?:משרד|אוניברסיט|בנק|חבר[תה]|קבוצ|בית|עיריי|רשת|מכלל)))/g;
/** `بشركة`, `لجمعية`: the Arabic preposition apart from a word for a company. */
const arabicIn =
  /(?<!\p{L})[بل](?=(?:شرك[ةه]|بنك|مصرف|مستشفى|جامع[ةه]|مجموع[ةه]|مصنع|جمعي[ةه]|مؤسس[ةه]|وزار[ةه]|هيئ[ةه]|بلدي[ةه]|مدرس[ةه]|فندق|مكتب|مركز|عياد[ةه]|معهد|روض[ةه]|كلي[ةه]|مطعم|نادي|دار|صيدلي[ةه])(?!\p{L}))/gu;
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
        .replace(unspacedBreaks, ' | ')
        .replace(emoji, ' | ')
        .replace(invisible, '')
        .replace(/[、،，]/g, ', ')
        .replace(hebrewIn, 'ב ')
        .replace(arabicIn, 'في ');
  const text = withoutAsides(atWideSpaces(plain)).replace(/[ \u00a0]{2,}/g, ' ');
  // Words and spaces, a comma or an ampersand: one piece.
  if (/^[\w,&]+(?: [\w,&]+)*$/.test(text) && !text.includes(' I '))
    return [withoutExperience(withoutWorksAs(text))].filter((piece) => piece !== '');
  return text
    .split(hardBreaks)
    .flatMap(sentencesOf)
    .flatMap((piece) => withoutColon(piece).split(' | '))
    .flatMap(aroundSlash)
    .map((piece) => withoutExperience(withoutWorksAs(piece.replace(/\s+/g, ' ').trim())))
    .filter((piece) => piece !== '');
}

/** "Logist   Kormotech   Lviv": three spaces part as a bar does, where they part a name. */
function atWideSpaces(plain: string): string {
  if (!plain.includes('   ')) return plain;
  const parts = plain.split('   ').map((part) => part.trim());
  return parts.some((part) => looseCompany(part) !== null) ? parts.filter((part) => part !== '').join(' | ') : plain;
}

/** Without contacts and remarks; "@" stands apart. Most headlines have none of it. */
function withoutAsides(plain: string): string {
  let text = plain;
  if (/[@#]|:\/\/|www\./.test(text)) text = text.replace(contacts, ' ');
  if (/[([{]/.test(text)) text = text.replace(brackets, (whole) => remark(whole));
  if (/["“„«»‘‚]|(?<![A-Za-z])'/.test(text)) text = withoutQuotes(text);
  if (/['’]/.test(text)) text = text.replace(elided, '$1 ');
  return text.includes('@') || text.includes('c/o') ? text.replace(/@|\bc\/o\b/g, ' @ ') : text;
}

/** A bracketed remark: a title stays, 弁護士(あけぼの法律事務所) names a company, anything else goes. */
function remark(whole: string): string {
  const inner = whole.slice(1, -1).trim();
  if (unspaced.test(inner) && namesOrganisation(inner)) return ` | ${inner} `;
  return namesJob(inner) ? whole : ' ';
}

/** Quoted sentences go; names in quotation marks stay without them. */
function withoutQuotes(text: string): string {
  let quotes = 0;
  return text.replace(quoted, (whole, at: number) => {
    // A headline has few of them.
    if ((quotes += 1) > 8) return ' ';
    const inner = whole.slice(1, -1).trim();
    if (
      isNameInQuotes(inner, text.slice(Math.max(0, at - 40), at), text.slice(at + whole.length, at + whole.length + 40))
    )
      return beginsWithJob(text.slice(0, at)) && quotes === 1 ? ` @ ${inner} ` : ` ${inner} `;
    // An apostrophe is a quotation mark in front of nothing else.
    return /^['‘‚]/.test(whole) ? whole : ' ';
  });
}

/**
 * «Северный Лес» and תמר are names; "Culture eats strategy" is a sentence. In Latin letters a name stands beside a word for what
 * it is, or behind one that joins: restaurant "El Olivo", „Kisharang” étterem, chez « Mots Doux ».
 */
function isNameInQuotes(inner: string, before: string, behind: string): boolean {
  const words = inner.split(' ');
  if (words.length > 4 || worksOf.test(before.trimEnd())) return false;
  if (/[\u0370-\u06ff]/.test(inner)) return true;
  if (!/^[\p{Lu}\p{Lo}\p{N}]/u.test(inner) || /[.!?:,]$/.test(inner)) return false;
  const [word = ''] = /(?<![\p{L}\p{N}.])[\p{L}\p{N}.-]+(?=\s{0,2}$)/u.exec(before) ?? [];
  const [phrase = ''] = /(?:(?<!\S)\p{Ll}\S{2,20}\s){2}$/u.exec(`${before.trimEnd()} `) ?? [];
  if (phrase !== '' && namesOrganisation(phrase)) return true;
  // »Kleine Fluchten« behind who founded it.
  const runs = /^(?:owner|cxo)$/.test(roleOf(word).seniority ?? '');
  if (runs && words.every((part) => /^\p{Lu}/u.test(part))) return true;
  if (word !== '' && (namesOrganisation(word) || joinsSurely(word) || /^(?:\p{Lu}\.){2,4}$/u.test(word))) return true;
  const [next = ''] = /^\s{0,2}[\p{L}-]+/u.exec(behind) ?? [];
  return next !== '' && namesOrganisation(next.trim());
}

/** What somebody wrote or runs beside the job, in front of its name. */
const worksOf =
  /(?<!\p{L})(?:podcast|подкаст|книг|курс|блог|роман|канал|كتاب|ספר|הספר|bog|bok|kniha|knihy|książk|libro|livre|buch|βιβλί|kitab|kurs|course|book|newsletter|blog)\p{L}{0,4}$/iu;

/**
 * "Администратор салона красоты «Лилия»", "Właścicielka kwiaciarni „Piwonia”": between a title and a quoted name stand small words
 * for what it is, in whatever case, and none that joins.
 */
function beginsWithJob(before: string): boolean {
  const clause = (/[^,|•·/–—\n()]{1,80}$/u.exec(before)?.[0] ?? '').trim();
  const words = clause.split(' ');
  if (words.length < 2 || !/^\p{Ll}{4}/u.test(words[words.length - 1] ?? '') || words.some(joinsAlone)) return false;
  const role = roleOf(clause);
  return role.namesRank || role.function !== null;
}

/**
 * "Szalontulajdonos: Olló Stúdió", "Tangerine Robotics: Founding Engineer": a job and a name on the two sides of a colon; "Periodista
 * freelance: clima, agua": a job, and what it is about.
 */
function withoutColon(piece: string): string {
  const at = piece.indexOf(': ');
  if (at < 2 || at > 60) return piece;
  const [left, right] = [piece.slice(0, at).trim(), piece.slice(at + 2).trim()];
  if (withoutNow(lineOf(`${left} x`)) !== null) return piece;
  if (namesJob(left)) {
    const name = /^[\p{Lu}\p{Lo}]/u.test(right) && right.split(' ').length <= 6 && looseCompany(right) !== null;
    return name ? `${left} @ ${right}` : `${left} | ${right}`;
  }
  const [title = ''] = right.split(', ');
  return namesJob(title) && left.split(' ').length <= 6 && looseCompany(left) !== null ? `${right} @ ${left}` : piece;
}
