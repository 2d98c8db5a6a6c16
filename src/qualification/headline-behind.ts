/** A title and behind it, without a word that joins, a company: by its legal form, its own words, or the case it stands in. */
import {
  isJobText,
  isPlace,
  isProperName,
  isRegionWord,
  looseCompany,
  plainCompany,
  uninflected,
} from './headline-company';
import { isMain, partOf, type Part } from './headline-part';
import { endsInLegalForm, isTopic, leadingForm, namesBody, namesOrganisation, type Line } from './headline-words';
import { roleOf } from './role';

/** A name that goes on behind a small word is no list of nouns before a name. */
const joinsNames =
  /^(?:of|for|and|at|in|von|und|zu|et|de|di|e|y|i|en|og|och|ja|a|och|і|й|та|и|και|ve|și|şi|és|&|\+)\s/i;

/** "CEO Acme GmbH", "Директор ООО «Север»": known title words up to a name with a legal form. */
export function splitAtLegalForm(piece: string, line: Line): { text: string; company: string } | null {
  const lead = leadingForm(line);
  if (lead > 0) {
    const text = line.words.slice(0, lead).join(' ').replace(/,$/, '');
    const company = plainCompany(line.words.slice(lead).join(' '));
    if (company !== null && roleOf(text).namesRank) return { text, company };
  }
  const { words } = line;
  if (words.length > 10 || piece.includes(',') || !endsInLegalForm(piece)) return null;
  let text = '';
  for (let n = 1; n < words.length - 1; n += 1) {
    const title = words.slice(0, n).join(' ');
    const role = roleOf(title);
    if (role.wholly && (role.namesRank || n > 1) && isMain({ role, text: title })) text = title;
  }
  const company =
    text === '' ? null : plainCompany(piece.slice(text.length).replace(/^ (?:of|der|des|de|di|da|do|du) /, ' '));
  return company === null ? null : { text: text.replace(/ (?:of|der|des|de|di|da|do|du)$/, ''), company };
}

/** "Inhaberin Buchhandlung am Markt", "Власниця кав'ярні «Зерно»": who owns it, and its name. */
export function behindRunner(line: Line): { text: string; company: string } | null {
  const { words } = line;
  if (words.length < 2 || words.length > 7 || words.some((word) => word.endsWith(','))) return null;
  for (let n = 1; n < words.length; n += 1) {
    const title = words.slice(0, n).join(' ');
    const role = roleOf(title);
    const runs = role.seniority === 'owner' || (role.seniority === 'cxo' && role.function === 'management');
    if (!runs || !role.wholly) continue;
    const name = words.slice(n).join(' ');
    if (role.seniority === 'cxo' && !isNameOfRun(name)) continue;
    const lower = /^((?:\p{Ll}\S* ){1,2})(\p{Lu}.*)$/u.exec(name);
    if (lower?.[1] !== undefined && lower[2] !== undefined && !joinsNames.test(name)) {
      return { text: `${title} ${lower[1].trim()}`, company: lower[2] };
    }
    if (!/\p{Lu}|^\p{Lo}/u.test(name) || isPlace(name)) return null;
    if (roleOf(name).namesRank) continue;
    if (isJobText(name)) continue;
    if (/^(?:of|&|and|und|\+|-|\/|de|et|y|e|i|in|for|at|von)$/i.test(words[n] ?? '') || /\d/.test(name)) return null;
    const company = looseCompany(name) ?? (/^\p{Lo}/u.test(name) ? plainCompany(name) : null);
    return company === null ? null : { text: title, company };
  }
  return null;
}

/** Behind "CEO" a name, not a market or a field: what is known by no list, or says that it is a company. */
function isNameOfRun(name: string): boolean {
  if (/^\p{Lo}/u.test(name)) return namesOrganisation(name.split(' ')[0] ?? '');
  return (
    /^\p{Lu}/u.test(name) &&
    !/\p{L}\.$/u.test(name) &&
    (looseCompany(name) !== null || (namesOrganisation(name) && isProperName(name)))
  );
}

/** Letters of Greek and Cyrillic. */
const ownCapitals = /[\u0370-\u04ff]/;

/**
 * "Директор з маркетингу Нової Пошти", "logística Rozetka": behind a title in small letters a name in capitals, without a word
 * that joins. Behind those who work with tools a single capital is a tool.
 */
export function behindSmallWords({ words }: Line): { text: string; company: string } | null {
  if (words.length < 2 || words.length > 10) return null;
  // Most lines hold no word that could end such a title.
  if (!words.some((word) => word.length >= 4 && (/^\p{Ll}/u.test(word) || ownCapitals.test(word)))) return null;
  let n = words.length;
  while (n > 1 && isOfName(words, n - 1)) n -= 1;
  if (n === words.length || words.length - n > 4) return null;
  const before = words[n - 1] ?? '';
  const text = words.slice(0, n).join(' ');
  const role = roleOf(text);
  if (before.length < 4 || before.endsWith(',') || isRegionWord(before) || !role.wholly || !isMain({ role, text }))
    return null;
  const name = words.slice(n).join(' ');
  // Of scripts with their own capitals a Latin name is another's: "Логістка Rozetka".
  if (!/^\p{Ll}/u.test(before) && !(ownCapitals.test(before) && /^[\x20-\x7e]+$/.test(name))) return null;
  if (
    /[,@\d:]|\.$|^\p{Lu}{1,5}$|(?:ll|ss)[aä]$|n[áé]l$/u.test(name) ||
    (!namesOrganisation(name) && words.slice(n).some((word) => isTopic(word) || isPlace(word)))
  )
    return null;
  const tools = role.function === 'engineering' || role.function === 'it' || role.function === 'data';
  if (tools && !namesOrganisation(name) && !endsInLegalForm(name)) return null;
  const company = looseCompany(name);
  return company === null ? null : { text, company };
}

/** A capital that is no word of titles, or the small word between two of them. */
function isOfName(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (/^\p{Lu}/u.test(word)) return !isTitleWord(word);
  return (
    /^(?:и|і|та|&|и|og|och|i|и|y|e|et|und|ja)$/u.test(word) &&
    /^\p{Lu}/u.test(words[at - 1] ?? '') &&
    at < words.length - 1
  );
}

const isTitleWord = (word: string) => {
  const role = roleOf(word);
  return role.wholly || role.namesRank;
};

/** "Hoofdredacteur Het Friesch Avondblad": a name that begins with an article behind a title of one or two words. */
export function behindArticle({ words }: Line): { text: string; company: string } | null {
  const at = words.findIndex(
    (word, n) => n > 0 && /^(?:Het|De|Le|La|Les|El|Los|Las|Il|Lo|The|Die|Der|Das|O|A|Os|As)$/.test(word),
  );
  if (at < 1 || at > 3 || words.length - at < 2 || words.length - at > 5 || /[,:]/.test(words.join(' '))) return null;
  const [text, name] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  const role = roleOf(text);
  const trade = role.namesRank || (role.function !== null && !namesOrganisation(text));
  if (!role.wholly || !trade || !words.slice(at).every((word) => /^\p{Lu}/u.test(word))) return null;
  return isJobText(name) || isPlace(name) ? null : { text, company: name };
}

/** "Schulleiter Realschule am Stadtpark", "Stationsleitung Klinikum Nord": compounds of words for houses, in German. */
const isGermanHouse = (word: string) =>
  /\p{L}{2}(?:schule|gymnasium|klinik|klinikum|krankenhaus|zentrum|heim|stadtwerke|sparkasse|verein|kita|museum|theater|hochschule|akademie)$/iu.test(
    word,
  );

/** "Голова правління Банк Січ": behind a title in small letters a name that begins with a word for a company. */
export function besideOrganisation({ words }: Line): Part | null {
  for (let n = 1; n < Math.min(words.length - 1, 8); n += 1) {
    const [before = '', word = ''] = [words[n - 1], words[n]];
    // What costs least is asked first.
    if (before.endsWith(',') || !/^\p{Lu}/u.test(word)) continue;
    const follows =
      /^\p{Ll}{4}/u.test(before) ||
      (n === 1 && /^(?:owner|cxo)$/.test(roleOf(before).seniority ?? '')) ||
      (n < words.length - 1 &&
        /\p{Ll}(?:in|er|ung|or|eur|ent)$/u.test(before) &&
        isGermanHouse(word) &&
        words[n + 1] !== 'und');
    if (!follows || !namesOrganisation(word)) continue;
    const [text, name] = [words.slice(0, n).join(' '), words.slice(n).join(' ')];
    const role = roleOf(text);
    if (!role.wholly || !role.namesRank || !isMain({ role, text }) || /[,@]/.test(name)) return null;
    return isProperName(name) && looseCompany(name) !== null && roleOf(word).seniority === null
      ? partOf(text, plainCompany(name))
      : null;
  }
  return null;
}

/** Houses that stand behind their head without a word between, in Arabic and Hebrew. */
const semiticHouse =
  /^(?:مدرسة|مدارس|مستشفى|جامعة|بلدية|مصنع|فندق|مطعم|مصرف|بنك|معهد|نادي|תיכון|אוניברסיטת|עיריית|מועצת|מלון|בנק|חברת|בי"ס|ביה"ס|מכללת|רשת)$/u;

/** "Starosta obce Lipůvka", "نائب مدير مدرسة الرواد": who is at the head, a small word for what of, and its name. */
export function besideHouse({ words }: Line): { text: string; company: string } | null {
  for (let n = 1; n < Math.min(words.length - 1, 6); n += 1) {
    const [word = '', next = ''] = [words[n], words[n + 1]];
    const small = /^\p{Ll}{4,}$/u.test(word) && /^[\p{Lu}№]/u.test(next) && namesBody(word);
    if (!(small || semiticHouse.test(word)) || words[n - 1]?.endsWith(',') === true) continue;
    const [text, name] = [words.slice(0, n).join(' '), words.slice(n).join(' ').split(',')[0] ?? ''];
    const role = roleOf(text);
    if (
      text.includes(',') ||
      !role.wholly ||
      role.seniority === null ||
      (isPlace(next) && words.length === n + 2 && !small)
    )
      return null;
    const company = plainCompany(name);
    return company === null ? null : { text, company };
  }
  return null;
}

/** "Myyntipäällikkö Pohjantuulella": a name in a case that means "at", behind a title. */
export function behindTitle(title: string): { text: string; company: string } | null {
  const words = title.split(' ');
  const last = words[words.length - 1] ?? '';
  const small = /^\p{Ll}/u.test(last);
  if (small && !namesOrganisation(last)) return null;
  if (words.length > 8 || !/(?:^(?:\p{Lu}|\p{Ll}{4}).*(?:ll[aä]|ss[aä]|n[áé]l)|:(?:ll[aä]|ss[aä]))$/u.test(last))
    return null;
  for (let n = words.length - 1; n > 0; n -= 1) {
    const text = words.slice(0, n).join(' ');
    const role = roleOf(text);
    if (!role.wholly || !isMain({ role, text })) continue;
    // "Tietoturva-asiantuntija Verkkopankki Aavassa": the word for a company belongs to its name.
    const before = words[n - 1] ?? '';
    const grown = n > 1 && /^\p{Lu}/u.test(before) && namesOrganisation(before);
    const name = words.slice(grown ? n - 1 : n);
    if (small && name.length < 2) continue;
    // "Tampereen yliopistollisessa sairaalassa": in small letters the words stand in the same case.
    const named = name.every((word, n) => /^\p{Lu}/u.test(word) || (small && n > 0 && /(?:ll|ss)[aä]$/.test(word)));
    if (!named || isJobText(name.join(' '))) return null;
    const title = grown ? words.slice(0, n - 1).join(' ') : text;
    return { text: title, company: uninflected(name.join(' ')) ?? name.map(finnishBase).join(' ') };
  }
  return null;
}

/**
 * "Nokialla", "Teliassa", "Fiskarsilla" without the ending that means "at"; as written where the word may also have changed
 * inside ("Vehnäpellolla" is of Vehnäpelto).
 */
function finnishBase(word: string): string {
  const found =
    /^(\p{Lu}\p{L}{1,30}[bcdfghjklmnpqrstvwxz])i(?:ll[aä]|ss[aä])$/u.exec(word) ??
    /^(\p{Lu}\p{L}{1,30}([aiouyäö]))\2(?:ll[aä]|ss[aä])$/u.exec(word) ??
    /^(\p{Lu}\p{L}{1,30}(?<!ll|mm|nn|rr|ng|[dv])[aiouyäö])(?:ll[aä]|ss[aä])$/u.exec(word);
  return found?.[1] ?? word;
}
