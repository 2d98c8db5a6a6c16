/** Cuts a piece of a headline further: at full stops, at slashes, and around remarks on years of experience. */
import { isJobText, looseCompany } from './headline-company';
import { isNoise, isLegalForm, namesBody } from './headline-words';
import { roleOf } from './role';

/** Words that end in a full stop without ending a sentence, folded to lower case. */
const abbreviations = new Set(
  (
    'adm stv vik fung konst const tidl mgr ing inż dir dept dpt ltd inc llc jr sr dr st no nr str kst mag dipl dott avv geom arch rag sig lic abg gen ' +
    'co rev maj cpt col mrs kfz vol etc ehem asst snr ass assoc assist adj alt reg int intl nat prof spec doc rer pol oec hab med jur phil bzw ggf inkl div tech techn exec admin tellv stellv aufm kaufm ' +
    'zast zást zástup ved ref kier główn corp univ coop soc gest resp coord supv mgmt dist mevr dhr főoszt ügyv mb kfm wiss stud cand geschf gf ' +
    'hnos bros gebr fam frat cia sta ste inh gesch avd afd odd oddz каф отд univ fac dep depto ds brdr chr doç doc cat zesp ' +
    'чл зам нач гл ст им м г ул упр рук тов ооо вул проф доц'
  ).split(' '),
);
const stop = /[.。]\s?(?=["«“(]?[\p{Lu}\p{Lo}\d])/gu;

/** "Volunteer firefighter. Director of Engineering": sentences apart; "St. Gallen", "Dipl. Ing." and "monday.com" stay. */
export function sentencesOf(piece: string): string[] {
  if (!piece.includes('. ') && !piece.includes('。')) return [piece];
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: found } of piece.matchAll(stop)) {
    if (!endsSentence(piece.slice(from, index), found)) continue;
    if (isLegalForm(/^\S+/.exec(piece.slice(index + found.length))?.[0] ?? '')) continue;
    sentences.push(piece.slice(from, index));
    from = index + found.length;
  }
  sentences.push(piece.slice(from));
  return sentences;
}

function endsSentence(before: string, mark: string): boolean {
  if (mark.startsWith('。')) return true;
  if (mark === '.') return false;
  const word = before.slice(before.lastIndexOf(' ') + 1);
  if (/^\d{4}$|[)»"”]$/u.test(word)) return true;
  const letters = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u.exec(word.replace(/['’]s$/, 's'))?.[0] ?? '';
  if (letters === '' || abbreviations.has(letters.toLowerCase())) return false;
  if (letters.length >= 4 || /[\p{Lo}]/u.test(letters)) return true;
  if (isLegalForm(letters)) return before.includes(' ');
  // "KPN." and "far til to.": short, but capitals throughout or behind other words.
  if (letters.length === 3 && before === word) return true;
  return letters.length > 1 && (letters === letters.toUpperCase() || before.split(' ').length > 2);
}

/**
 * "Head of Sales / Northwind": a job and a name; "Platschef / Peab / jägare": a list. "Founder / CEO", "Sales / Marketing" and
 * whatever stands in brackets stay one piece.
 */
export function aroundSlash(piece: string): string[] {
  if (!piece.includes(' / ')) return [piece];
  const parts = piece.split(' / ');
  if (parts.some((part) => /\([^)]*$/.test(part))) return [piece];
  const [one = '', other = '', ...more] = parts;
  if (more.length > 0) return parts.every(isTitle) ? [piece] : parts;
  if (isNoise(other) || one.includes(' @ ') || other.startsWith('@ ')) return parts;
  // "beim TSV Neuried / Account Manager, Netzwerk 3": behind the slash begins another job.
  const [begins = '', rest = ''] = other.split(', ');
  if (rest !== '' && namesJob(begins) && !namesJob(one)) return parts;
  if ([one, other].some((part) => namesBody(part) && looseCompany(part) !== null)) return parts;
  const name = isTitle(one) ? other : isTitle(other) ? one : null;
  return name !== null && !roleOf(name).namesRank && looseCompany(name) !== null ? parts : [piece];
}
const isTitle = (text: string) => isJobText(text) || namesJob(text);

/** Whether a text is a job and nothing else. */
export function namesJob(text: string): boolean {
  const role = roleOf(text);
  return text.length >= 2 && role.wholly && (role.namesRank || role.function !== null) && !role.sideOnly;
}

/** Words for experience, each beginning a word. */
const practice =
  /^(?:experi|expéri|esperi|erfahr|erfar|ervar|doświadcz|staż|prax|praks|tecrübe|deneyim|tapaszt|kokem|досвід|досвед|опыт|εμπειρ|خبر|بخبر|الخبر|ניסיון|נסיון|anubhav|års|лет|години|років|jaar|jahr|year|yrs|años|anos|anni|lat|let|ani|år|an(?:s|née)|χρόνια|év|yıl|yil|vuode|سن|שנ|saal|roků|роки|год)/iu;
const hands =
  /^(?:with|mit|met|med|avec|con|com|cu|z|ze|s|se|с|со|із|з|зі|με|עם|since|seit|depuis|desde|dal|sinds|sedan|siden|od|há|от|de|από|מאז|منذ|din|over|über|plus|más|mais|oltre|ponad|přes|över|больше|понад|πάνω|több|yli|mehr|more|più|meer|více|mer|mere|mai|als|than|de|than|di|than|než|än|end|mult|od|από|מעל)$/iu;

/**
 * "Estate agent with 15 years of experience in London" without the years, behind which nothing of a job is said. A remark
 * begins at a small word before the number, and ends the clause.
 */
export function withoutExperience(piece: string): string {
  if (!/\d/.test(piece)) return piece;
  const clauses = piece.split(/,\s+/);
  const kept = clauses.map(bare).filter((clause) => clause !== '');
  return kept.length === clauses.length && kept.every((clause, n) => clause === clauses[n]) ? piece : kept.join(', ');
}

function bare(clause: string): string {
  const words = clause.split(' ');
  const number = words.findIndex((word) => /^[^\p{L}]?\d{1,2}\+?(?:[-–]?\p{Ll}{1,8})?$/u.test(word));
  if (number < 0) return clause;
  const near = [...words.slice(number, number + 5), ...words.slice(Math.max(0, number - 1), number)];
  if (!near.some((word) => practice.test(word))) return clause;
  if (number === 0) {
    // "20 yıllık deneyimli mali müşavir": the years in front of the job.
    const last = words.slice(0, 5).findLastIndex((word) => practice.test(word));
    const rest = words.slice(last + 1).join(' ');
    return last > 0 && rest !== '' && roleOf(rest).wholly ? rest : '';
  }
  let from = number;
  while (from > 0 && (hands.test(words[from - 1] ?? '') || practice.test(words[from - 1] ?? ''))) from -= 1;
  // Without a small word in front it is the years alone, or part of something else.
  if (from === number) return clause;
  return words.slice(0, from).join(' ');
}
