/**
 * Hebrew and Arabic have no capitals that show where a name begins: "مندوب مبيعات جوتن للدهانات", "עיריית חיפה רכזת נוער". A title is as
 * many known words as there are in a row; what stands beside it is the company when none of it is a word of titles.
 */
import { isPlace, isWellKnown, looseCompany } from './headline-company';
import { isMain } from './headline-part';
import { isNoise, isTopic, namesOrganisation, type Line } from './headline-words';
import { roleOf } from './role';

const uncased = /^["'״]?[\u0590-\u06ff]/;
const most = { words: 9, ofTitle: 5, ofName: 5 };
/** Said of the person or the time, not of a company: independent, certified, a language, with, also, years. */
const ofPerson =
  /^(?:مستقل|مستقلة|حر|حرة|معتمد|معتمدة|محترف|متقاعد|خبرة|بخبرة|سابق|سابقا|عربي|عربية|إنجليزي|إنجليزية|فرنسي|فرنسية|لدى|مع|من|في|على|و.{2,}|לשעבר|עצמאי|עצמאית|מוסמך|מוסמכת|בכיר|בכירה|מתחיל|עם|של|גם|וגם|על|את|ל.{2,}|ו.{3,}|זמין|זמינה|מנוסה|פרילנס.*|בפנסיה)$/;

/** @returns the title and the company beside it; null where one of them is doubtful. */
export function besideUncased({ words }: Line): { text: string; company: string } | null {
  if (words.length < 2 || words.length > most.words || !uncased.test(words[0] ?? '') || words.some(endsClause))
    return null;
  return roleOf(words.join(' ')).wholly ? null : (behind(words) ?? inFront(words));
}

const endsClause = (word: string): boolean => /[,:;()"]/.test(word.slice(1));

function behind(words: readonly string[]): { text: string; company: string } | null {
  const house = words.findIndex((word, n) => n > 0 && namesOrganisation(word) && !roleOf(word).namesRank);
  const before = words.slice(0, house).join(' ');
  if (
    house > 0 &&
    house <= most.ofTitle &&
    isMain({ role: roleOf(before), text: before }) &&
    roleOf(words[0] ?? '').wholly
  ) {
    const company = nameIn(words.slice(house));
    if (company !== null && company.includes(' ')) return { text: before, company };
  }
  for (let n = Math.min(words.length - 1, most.ofTitle); n > 0; n -= 1) {
    const text = words.slice(0, n).join(' ');
    if (!isTitle(text)) continue;
    const rest = words.slice(n);
    // A single word may be the field; a house "for" something is one.
    const named =
      isWellKnown(rest.join(' ')) || isWellKnown(rest[0] ?? '') || (rest.length > 1 && /^לל|^لل/.test(rest[1] ?? ''));
    const company = named ? nameIn(rest) : null;
    return company === null ? null : { text, company };
  }
  return null;
}

function inFront(words: readonly string[]): { text: string; company: string } | null {
  for (let n = 1; n < words.length && n <= most.ofName; n += 1) {
    const text = words.slice(n).join(' ');
    if (!isTitle(text)) continue;
    const name = words.slice(0, n);
    const named = n === 1 ? isWellKnown(name[0] ?? '') : namesOrganisation(name[0] ?? '');
    const company = named ? nameIn(name) : null;
    return company === null ? null : { text, company };
  }
  return null;
}

function isTitle(text: string): boolean {
  const role = roleOf(text);
  // "للاستثمار": what a house is for.
  if (/^(?:لل|ל)/.test(text)) return false;
  return role.wholly && isMain({ role, text }) && !namesOrganisation(text.split(' ')[0] ?? '');
}

/** The company that words are, without the place behind; null when one of them belongs to titles or to the person. */
function nameIn(words: readonly string[]): string | null {
  const last = words[words.length - 1] ?? '';
  const kept = words.length > 1 && isPlace(last) && !namesOrganisation(words[0] ?? '') ? words.slice(0, -1) : words;
  const name = kept.join(' ');
  if (kept.length > most.ofName || ofPerson.test(kept[0] ?? '') || isPlace(name) || isTopic(name) || isNoise(name))
    return null;
  const sure = namesOrganisation(kept[0] ?? '');
  if (
    !sure &&
    kept.some((word) => {
      const role = roleOf(word);
      return role.namesRank || role.wholly;
    })
  )
    return null;
  return looseCompany(name);
}
