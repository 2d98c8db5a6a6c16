/**
 * Words of titles without their grammatical gender: an ICP that lists "Enólogo" means "Enóloga" too, "Leiter" the "Leiterin",
 * "Directeur" the "Directrice". Both sides are brought to one form, which is no word of any language and shown nowhere.
 */

/** Endings by which languages tell men and women apart, folded, and what both become. The first that a word has decides. */
const endings: readonly (readonly [ending: string, instead: string])[] = [
  // French, Italian, Spanish, Portuguese, Romanian, Catalan
  ['trice', 'tor'],
  ['teur', 'tor'],
  ['tore', 'tor'],
  ['tora', 'tor'],
  ['toare', 'tor'],
  ['oare', 'or'],
  ['euse', 'eur'],
  ['cheffe', 'chef'],
  ['ienne', 'ien'],
  ['onne', 'on'],
  ['enne', 'en'],
  ['elle', 'el'],
  ['ive', 'if'],
  // German
  ['frau', 'mann'],
  // Polish, Czech, Slovak, Croatian, Serbian, Slovene
  ['niczka', 'nik'],
  ['nica', 'nik'],
  ['nice', 'nik'],
  ['teljica', 'telj'],
  ['orica', 'or'],
  ['torka', 'tor'],
  ['telka', 'tel'],
  ['ielka', 'iel'],
  ['erka', 'er'],
  ['arka', 'ar'],
  ['orka', 'or'],
  ['entka', 'ent'],
  ['antka', 'ant'],
  ['istka', 'ist'],
  ['owy', 'ow'],
  ['ny', 'n'],
  ['ski', 'sk'],
  ['sky', 'sk'],
  // Lithuanian, Latvian
  ['orius', 'or'],
  ['ininkas', 'inink'],
  ['ovas', 'ov'],
  ['tajs', 'taj'],
  ['ors', 'or'],
  // Ukrainian, Russian, Bulgarian
  ['ниця', 'ник'],
  ['ница', 'ник'],
  ['телка', 'тел'],
  ['орка', 'ор'],
  ['ерка', 'ер'],
  ['ърка', 'ър'],
  ['арка', 'ар'],
  ['истка', 'ист'],
  ['ентка', 'ент'],
  // Greek, folded
  ['τρια', 'τ'],
  ['τησ', 'τ'],
  ['οσ', ''],
  ['η', ''],
  // Hebrew, Arabic
  ['ית', ''],
  ['ת', ''],
  ['ה', ''],
  ['ه', ''],
];
const byLast = new Map<string, (readonly [string, string])[]>();
for (const row of endings) {
  const last = row[0].slice(-1);
  byLast.set(last, [...(byLast.get(last) ?? []), row]);
}

/** Letters that a word keeps at least. */
const fewest = 3;
/** "Leiterin": shorter words end so by themselves. */
const german = /^(.{5,})in$/;
/** "Médico" and "médica", "jefe" and "jefa", "chargé" and "chargée". */
const lastVowels = 'aeo';

/** @param word folded. @returns what words for a man and a woman of the same job have in common. */
export function genderless(word: string): string {
  for (const [ending, instead] of byLast.get(word.slice(-1)) ?? [])
    if (word.endsWith(ending) && word.length - ending.length + instead.length >= fewest)
      return word.slice(0, word.length - ending.length) + instead;
  return german.exec(word)?.[1] ?? withoutLastVowels(word);
}

function withoutLastVowels(word: string): string {
  let end = word.length;
  while (end > fewest && lastVowels.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
