/** "I work as …": what somebody writes as a sentence, brought to the form of a headline. */

const worksAs =
  /^(?:(?:I work|I am working|Currently working|Working|Employed) as (?:an? )?|Ich arbeite (?:derzeit |aktuell )?als |Arbeite als |Tätig als |Je travaille (?:comme|en tant que) |Trabajo como |Trabalho como |Lavoro come |(?:Ik werk|Werkzaam) als |(?:Jag )?(?:jobbar|arbetar) som |(?:Jeg )?(?:jobber|arbeider|arbejder) som |Lucrez ca |Prac(?:uję|uje) (?:obecnie )?jako |Pracuji (?:nyní )?jako |Jsem (?=\p{Ll})|Εργάζομαι ως |أعمل (?:حالياً )?ك|(?:עובד|עובדת|מכהן|מכהנת) כ(?:-| )?)/iu;
const finnish = /^(?:Työskentelen|Toimin) (\p{Lu}\S{0,40}(?:ll[aä]|ss[aä])) (\p{L}{4,60}?)n[aä]$/u;
const finnishTurned = /^(?:Työskentelen|Toimin) (\p{Ll}{4,40}?)n[aä] (\p{Lu}\S{0,40}(?:ll[aä]|ss[aä]))$/u;
/** "Targoncás vagyok a Tescóban". */
const hungarianAm = /^(\p{Lu}.{2,40}?) vagyok az? (\p{Lu}\S{1,30}?)[-]?(?:ban|ben|nál|nél)$/u;
/** "أعمل سائقاً في أوبر". */
const arabicWork = /^أعمل (\p{L}{2,20}?)(?:اً|ًا) (?:في|لدى) (.{2,40})$/u;
/** Turkish has its verb last. */
const turkish = / olarak (?:çalışıyorum|çalışmaktayım|görev yapıyorum|görev yapmaktayım|çalışıyor)\.?$/iu;

/** "Üretim Planlama Mühendisi olarak Kordsa'da çalışıyorum": as what, and then where. */
const turkishPlace =
  /^(.{3,60}) olarak (\S{2,40}(?: \S{2,40}){0,3}['’][dt][ae]) (?:çalışıyorum|çalışmaktayım|görev yapıyorum|görev yapmaktayım)\.?$/u;

/** A sentence about work as title and place: "Jobber som kokk hos X" is "kokk hos X"; anything else as it is. */
export function withoutWorksAs(piece: string): string {
  const turned = finnishTurned.exec(piece);
  if (turned?.[1] !== undefined && turned[2] !== undefined) return `${turned[1]} ${turned[2]}`;
  const hungarian = hungarianAm.exec(piece);
  if (hungarian?.[1] !== undefined && hungarian[2] !== undefined)
    return `${hungarian[1]} @ ${hungarian[2].replace(/ó$/, 'o').replace(/á$/, 'a').replace(/é$/, 'e')}`;
  const arabic = arabicWork.exec(piece);
  if (arabic?.[1] !== undefined && arabic[2] !== undefined) return `${arabic[1]} في ${arabic[2]}`;
  const said = finnish.exec(piece);
  if (said?.[1] !== undefined && said[2] !== undefined) return `${said[2]} ${said[1]}`;
  const placed = piece.includes(' olarak ') ? turkishPlace.exec(piece) : null;
  if (placed?.[1] !== undefined && placed[2] !== undefined) return `${placed[2]} ${placed[1]}`;
  return piece.replace(worksAs, '').replace(turkish, '');
}

const worksWith =
  /^(?:(?:Jeg|Jag) )?[Jj](?:obber|obbar) med .{2,60}? (?:i|hos|på|ved|vid|for|för) (\p{Lu}.*)$|^(?:(?:Jeg|Jag) )?[Aa](?:rbeider|rbetar|rbejder) med .{2,60}? (?:i|hos|på|ved|vid|for|för) (\p{Lu}.*)$/u;

/** "Jobber på lageret til Komplett". */
const placeOfWork =
  /^(?:(?:Jeg|Jag) )?(?:[Jj]obb(?:er|ar)|[Aa]rbe(?:ider|tar|jder)) (?:på|i|ved) \p{Ll}{4,20} (?:til|hos|i|för|åt|för) (\p{Lu}.{1,40})$/u;

/** The company of "Jobber med bærekraft i Equinor", which names no job. */
export function companyOfWork(piece: string): string | null {
  const found = worksWith.exec(piece);
  const name = found?.[1] ?? found?.[2];
  return name ?? placeOfWork.exec(piece)?.[1] ?? null;
}
