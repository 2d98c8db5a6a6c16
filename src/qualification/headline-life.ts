/** What people write around their job: that they are on leave from it, or that the house is their own. */
import { plainCompany } from './headline-company';

/** "On leave" at the start of a text, in many languages; tried without regard to case. */
const leave =
  /^(?:just nu |currently |derzeit )?(?:föräldraledig|mammaledig|pappaledig|(?:pappa|mamma|foreldre)perm(?:isjon)?|på barsel(?:sorlov)?|på orlov|vanhempainvapaalla|äitiyslomalla|hoitovapaalla|na (?:urlopie )?(?:macierzyńskim|wychowawczym|rodzicielskim)|na (?:mateřské|rodičovské)(?: dovolené)?|doğum izninde|în concediu|gyed-en|gyes-en|gyeden|gyesen|у декреті|в декрете|в отпуске по уходу|σε άδεια (?:μητρότητας|ανατροφής)|(?:育休|産休|產假|产假)中|육아휴직 중|في إجازة (?:أمومة|الأمومة)|בחופשת לידה|in elternzeit|in mutterschutz|en congé (?:parental|maternité)|on (?:maternity|parental|paternity) leave|de baja (?:maternal|por maternidad)|em licença|in maternità|met (?:zwangerschaps|ouderschaps)verlof)(?![\p{L}])/iu;
const from = /^[^,(]{0,40}?\s(?:fra|från|z|ze|from|von|bei|chez|da|de chez)\s(\p{Lu}[^,(]{1,50})/u;
/** In front of the job that somebody has apart from that. */
const otherwise =
  /^(?:annars|ellers|til daglig|muuten|na co dzień|jinak|egyébként|sonst|otherwise|normally|sinon|ansonsten|普段は|平时是?|원래는?|평소에는?)\s?(?=\S)/iu;

/** Somebody on leave: the company they are on leave from, and what stands behind; null for anybody else. */
export function onLeave(piece: string): { company: string | null; rest: string } | null {
  const found = leave.exec(piece);
  if (found === null) return null;
  const behind = piece.slice(found[0].length);
  const inBrackets = /\(([^()]{2,80})\)/.exec(behind)?.[1];
  const comma = behind.indexOf(',');
  const company = from.exec(behind)?.[1];
  return {
    company: company === undefined ? null : plainCompany(company.trim()),
    rest: capital(withoutOtherwise(inBrackets ?? (comma < 0 ? '' : behind.slice(comma + 1).trim()))),
  };
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export const withoutOtherwise = (text: string): string => text.replace(otherwise, '');

/** "Prowadzę kawiarnię Dobra Kawka w Lublinie": who runs a house of their own, as a sentence. */
const runs =
  /^(?:Prowadzę|Provozuji|Vedu|Dețin|Conduc|Jag driver|Driver|Jeg driver|Pyöritän|Ich (?:führe|betreibe)|Je (?:tiens|gère)|Llevo|Gestisco|Ik run|I (?:run|own)|Держу|Владею|Тримаю) (?:(?:an?|eine?n?|une?|un[ao]?|een|min egen|własną|vlastní|la|el|le|den|min) )?(?:\p{Ll}{3,20} ){0,2}(\p{Lu}\S*(?: (?:(?:&|i|a|și|y|et|und|og|och) )?\p{Lu}\S*){0,3})(?: (?:w|we|v|ve|în|din|i|in|à|en|te) \p{Lu}.{1,30})?$/u;
/** "Kendi atölyem var: Ahşap Düşler": the same with a colon. */
const has = /^.{4,40}(?:\svar|\svan|\shai|小店|店铺)\s?: ?(\p{L}.{1,40})$/u;

/** The company of such a sentence, or null. */
export function ownHouse(piece: string): string | null {
  const name = runs.exec(piece)?.[1] ?? has.exec(piece)?.[1];
  return name === undefined ? null : plainCompany(name);
}
