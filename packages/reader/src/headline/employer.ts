/**
 * Who may be an employer, and a job with one. What is none is none whatever stands around it: a wrong company would make a wrong account.
 */
import { fold } from '../text/fold';
import { remembering } from '../text/remembering';
import type { JobFunction } from '../title/function-words';
import { roleOf, roleOfWords } from '../title/role';
import { bankGrades, type Seniority } from '../title/title-words';
import type { Word } from '../text/words';
import { isBrand } from './brands';
import { workOfPartners } from './firm';
import { isLegalForm, lineOf, namesOrganisation, tableOf } from './lists';
import { isPlace } from './place';

/** Who works for nobody, or will not say for whom. Tried on folded text. */
const nobody =
  /^(?:(?:a |an )?stealth\b.*|self ?-?employed|selbst(?:st)?andig|freelance(?:r)?|freiberuflich|independ[ae]nt(?:e)?|autonomo|confidential|unemployed|samozatrudnion[ya]|(?:my )?own (?:business|company|firm)|(?:various|multiple|several|different)(?: (?:companies|clients|startups|brands))?|startups?|series(?: [a-h])?|law|residence|undisclosed|private|n\/?a|my (?:own )?(?:home|house|family|kids|life|desk)|myself|me)$/u;

/**
 * Whether a text may be the name of an employer: no place, and none of those.
 * @param joined a word like "at" stands in front: "Cabin crew at Emirates" is no place.
 */
export function mayEmploy(name: string, joined: boolean): boolean {
  if (isBrand(name) && (joined || !isPlace(name))) return true;
  if (!/\p{L}/u.test(name) || isLegalForm(name) || isPlace(name)) return false;
  const folded = fold(name);
  if (nobody.test(folded) || isOwnRole(name)) return false;
  return joined || !(otherWays.test(folded) || degree.test(folded) || honour.test(folded) || field.test(folded));
}

const waysToWork = tableOf('freelance', 'interim');
/** The same in words that mean it in front of a rank alone. */
const otherWays = /^(?:contract|outsourced|virtual|part time|portfolio|temporary|temp|remote|on demand|external|co)$/;
/** A degree and its subject: "BCom Logistics". Behind "at" it may be a name. */
const degree =
  /^(?:[bm]\.? ?(?:com|sc|tech|ed|eng|a|e|phil)\.?|bba|bca|mca|mba|emba|pgdm?|ll[bm]|mbbs|ph\.?d|dba|bachelor|master|diploma|licenciatura|laurea|magister|graduado|graduanda?|diplome)(?: |$)/;
/** What somebody has reached or been: "AWS Certified", "Ironman Finisher", "Business School alum". */
const honour =
  /(?<![a-z])(?:certified|certification|certificate|zertifiziert|certifiee?|certificad[oa]|certificat[oa]|alum|alumn(?:us|a|i)|alumnus|finisher|scholar|medalist|medallist|\d star|award winner|supporter|survivor)(?![a-z])/;
/** A line of business: "Food industry", "汽车行业". */
const field = /(?:^|[^\p{L}])(?:industry|sector|branche|secteur)$|(?:行业|行業|业界|業界|업계)$/u;
/** Ranks of the executives whose function no word list knows: CRO, CMO, CHRO. */
const executive = /^c[a-z]{1,3}o$/;

/** Whether a text says in which way somebody works, with or without as what: "Interim", "Fractional CMO". "Interim Labs" is a company. */
const isOwnRole: (text: string) => boolean = remembering(4_096, (text) => {
  const { tokens } = lineOf(text);
  let at = 0;
  for (let way = wayAt(tokens, at); way > 0; way = wayAt(tokens, at)) at += way;
  if (at === 0) return false;
  const rest = tokens.slice(at);
  // "Virtual" may be a name, where it stands for one ("at Virtual").
  if (rest.length === 0) return waysToWork().at(tokens, 0) !== undefined;
  const [first] = rest;
  if (rest.length === 1 && executive.test(first?.text ?? '')) return true;
  const role = roleOfWords(rest);
  return role.wholly && role.namesRank;
});

/** How many words at this place say in which way somebody works. */
function wayAt(tokens: readonly Word[], at: number): number {
  const listed = waysToWork().at(tokens, at)?.length;
  if (listed !== undefined) return listed;
  const words = tokens.slice(at, at + 2).map(({ text }) => text);
  if (otherWays.test(words[0] ?? '')) return 1;
  return otherWays.test(words.join(' ')) ? 2 : 0;
}

interface Titled {
  readonly title: string | null;
  readonly seniority: Seniority | null;
  readonly function: JobFunction | null;
  readonly companyName: string | null;
}

/** @returns the job at that company; students keep none, and a bank's "Managing Director" is a vice president, of a desk in finance. */
export function withCompany<Job extends Titled>(job: Job, companyName: string | null): Job {
  const desk = companyName === null ? null : bankDesk(job, companyName);
  if (
    job.seniority === 'training' &&
    companyName !== null &&
    (isSchool(companyName) || studies.test(fold(job.title ?? '')))
  )
    return { ...job, companyName: null };
  if (desk !== null) {
    const isDesk = job.function === 'management' && desk !== '' && !isPlace(desk);
    return { ...job, companyName, seniority: bankGrades.level, function: isDesk ? 'finance' : job.function };
  }
  const work = companyName === null ? null : workAt(companyName, job);
  const runsFirm = job.function === 'management' && (work === 'legal' || job.seniority === 'partner');
  return { ...job, companyName, function: runsFirm ? (work ?? job.function) : (job.function ?? work) };
}

/** What a title with a bank's grade names beside it, folded ("leveraged loans"); null where it is no such grade, as of a chairman or CEO. */
function bankDesk({ title, seniority }: Titled, companyName: string): string | null {
  const folded = fold(title ?? '');
  if (seniority !== 'cxo' || !folded.includes(bankGrades.grade) || !bankGrades.employer.test(fold(companyName)))
    return null;
  const desk = folded
    .replace(bankGrades.grade, ' ')
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();
  const own = roleOf(desk).seniority;
  return own === 'owner' || own === 'cxo' ? null : desk;
}

/** What a title without a function means there: who heads a school is in education, a unit of a hospital in health, a law firm's partners are lawyers, who run it too. */
function workAt(companyName: string, { title, seniority }: Titled): JobFunction | null {
  if (seniority === 'partner' || coOwner.test(fold(title ?? ''))) return workOfPartners(companyName);
  const heads = seniority === 'director' || fold(title ?? '') === 'principal';
  if (heads && isSchool(companyName)) return 'education';
  const headsUnit = heads || (seniority === 'manager' && unit.test(fold(title ?? '')));
  return headsUnit && hospital.test(fold(companyName)) ? 'health' : null;
}

/** Owners by their word, who are partners in a firm of lawyers. Tried on folded text. */
const coOwner = /^(?:delagare|medei?ere?|medejer|teilhaber(?:in)?|gesellschafter(?:in)?)$/;

/** What houses for the sick are called. Tried on folded text. */
const hospital =
  /(?<!\p{L})(?:hospitals?|hopital|hopitaux|clinique|clinics?|clinicas?|szpital\p{L}*|spital\p{L}*|ospedal\p{L}*|ziekenhuis|sairaala\p{L}*|nemocnic\p{L}*|bolni[ck]\p{L}*|korhaz\p{L}*|hastane\p{L}*|haigla|slimnic\p{L}*|ligonin\p{L}*|rumah sakit|benh vien|νοσοκομει\p{L}*|больниц\p{L}*|поликлиник\p{L}*|лікарн\p{L}*|поліклінік\p{L}*|болниц\p{L}*)(?!\p{L})|(?:kranken|kinder)haus|klini(?:k|ek|ken|kum)(?!\p{L})|sykehus|sygehus|sjukhus|병원|医院|醫院|病院|مستشفي|مستشفى|בית חולים|โรงพยาบาล/u;

/** What the parts of a hospital are called. */
const unit =
  /(?<!\p{L})(?:departments?|wards?|units?|services?|servici\p{L}*|servico|sectie\p{L}*|seccion|reparto|unita|afdeling\p{L}*|oddzial\p{L}*|oddelen\p{L}*|odjel\p{L}*|odel\p{L}*|отделени\p{L}*|відділенн\p{L}*|τμημα\p{L}*)(?!\p{L})|abteilung|station|avdeling|avdelning|osasto|osztaly|病棟|병동|科室/u;

/** Houses where an "MD" is a doctor. Tried on folded text. */
const medicalHouse =
  /(?<![a-z])(?:hospitals?|clinics?|clinica|klinik|medical|medicine|health|healthcare|pediatrics|cardiology|oncology|dermatology|orthop\w+|physicians|surgery|surgical)(?![a-z])/;

/** Whether a title is a degree there: a managing director of a hospital cannot be told from its doctors. */
export const isDoctor = (title: string, companyName: string | null): boolean =>
  companyName !== null && /^m\.?d\.?$/i.test(title) && medicalHouse.test(fold(companyName));

/** Who studies names a school, whatever it is called; a working student works. */
const studies =
  /^(?:(?:final|first|second|third)[- ]year )?(?:student|etudiante?|estudiante|estudante|studente|studentessa|studentka|universitetsstuder|opiskelija|hallgato|egyetemi hallgato|ogrenci|φοιτητ|студентк?а?|طالب|סטודנט|학생|대학생)(?! assistant|ische|isch|er|r|medhj)/;

/** A place of study. Students are no staff of theirs. */
function isSchool(name: string): boolean {
  return /universi|univerz|uniwersyt|yliopisto|egyetem|πανεπιστ|університет|университет|大学|大學|대학|جامع|كليه|كلية|אוניברסיט|מכלל|college|school|schule|akademi|academ|학과|학부|lyce|gymnasi|gymnazi|gimnazj|гимнази|школ|szkol|przedszkol|scuola|ecole|escola|escuela|colegio|politecnic|polytech/.test(
    fold(name),
  );
}

/** A company in the inflected forms of Turkish, Hungarian and Finnish, without the ending; null without one. */
export function uninflected(name: string): string | null {
  const start = name.lastIndexOf(' ') + 1;
  const last = name.slice(start);
  if (!isInflected(last)) return null;
  const bare =
    /^(.{2,40})['’](?:[dt][ae]|n[dt]?[aeıiuü]n?|[dt][ae]n|[ıiuü]n|y[ae])$/iu.exec(last) ??
    /^(.{2,40}?)[-–](?:n[áé]l|b[ae]n|[oóöő]n|t[óő]l)$/iu.exec(last) ??
    /^(.{2,40}):(?:ll[aä]|ss[aä]|n|lt[aä]|st[aä]|in)$/iu.exec(last) ??
    /^(\p{Lu}.{2,40})n[áé]l$/u.exec(last) ??
    hungarianIn(last);
  if (bare?.[1] === undefined) return null;
  return name.slice(0, start) + bare[1];
}

/** "Kórházban": in Hungarian, of words for companies alone, because other words end so by themselves. */
function hungarianIn(word: string): RegExpExecArray | null {
  const found = /^(\p{Lu}.{3,40})b[ae]n$/u.exec(word);
  return found?.[1] !== undefined && namesOrganisation(found[1]) ? found : null;
}

/** Whether a word may be in one of those forms: a quick look before the close one. */
const isInflected = (word: string) => /['’:–-]|n[áé]l$|b[ae]n$/.test(word);
