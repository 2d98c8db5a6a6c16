/** "I work as …": what somebody writes as a sentence, brought to the form of a headline. */

const worksAs =
  /^(?:(?:I work|I am working|Currently working|Working|Employed) as (?:an? )?|Ich arbeite (?:derzeit |aktuell )?als |Arbeite als |Tätig als |Je travaille (?:comme|en tant que) |Trabajo como |Trabalho como |Lavoro come |(?:Ik werk|Werkzaam) als |(?:Jag )?(?:jobbar|arbetar) som |(?:Jeg )?(?:jobber|arbeider|arbejder) som |Lucrez ca |Εργάζομαι ως |أعمل (?:حالياً )?ك|(?:עובד|עובדת|מכהן|מכהנת) כ(?:-| )?)/iu;
const finnish = /^(?:Työskentelen|Toimin) (\p{Lu}\S{0,40}(?:ll[aä]|ss[aä])) (\p{L}{4,60}?)n[aä]$/u;
/** Turkish has its verb last. */
const turkish = / olarak (?:çalışıyorum|çalışmaktayım|görev yapıyorum|görev yapmaktayım|çalışıyor)\.?$/iu;

/** "Üretim Planlama Mühendisi olarak Kordsa'da çalışıyorum": as what, and then where. */
const turkishPlace =
  /^(.{3,60}) olarak (\S{2,40}(?: \S{2,40}){0,3}['’][dt][ae]) (?:çalışıyorum|çalışmaktayım|görev yapıyorum|görev yapmaktayım)\.?$/u;

/** A sentence about work as title and place: "Jobber som kokk hos X" is "kokk hos X"; anything else as it is. */
export function withoutWorksAs(piece: string): string {
  const said = finnish.exec(piece);
  if (said?.[1] !== undefined && said[2] !== undefined) return `${said[2]} ${said[1]}`;
  const placed = piece.includes(' olarak ') ? turkishPlace.exec(piece) : null;
  if (placed?.[1] !== undefined && placed[2] !== undefined) return `${placed[2]} ${placed[1]}`;
  return piece.replace(worksAs, '').replace(turkish, '');
}

const worksWith =
  /^(?:(?:Jeg|Jag) )?[Jj](?:obber|obbar) med .{2,60}? (?:i|hos|på|ved|vid|for|för) (\p{Lu}.*)$|^(?:(?:Jeg|Jag) )?[Aa](?:rbeider|rbetar|rbejder) med .{2,60}? (?:i|hos|på|ved|vid|for|för) (\p{Lu}.*)$/u;

/** The company of "Jobber med bærekraft i Equinor", which names no job. */
export function companyOfWork(piece: string): string | null {
  const found = worksWith.exec(piece);
  return found?.[1] ?? found?.[2] ?? null;
}
