/** Titles and names without what hangs on them. */

/** Trimmed, single-spaced, without punctuation hanging at the ends; null when nothing is left. */
export function tidy(text: string, longest: number): string | null {
  if (text.length <= longest && isTidy(text)) return text;
  const clean = text
    .slice(0, 400)
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L}['’]) (?=\p{Lu})/gu, '')
    .replace(/^[\s,.;:&+/\\|–—\-«»"“”]{1,20}(?!\S{0,20}\.\w)/u, '')
    .replace(/(?<![\s,;:&+/\\|–—\-«»"“”])[\s,;:&+/\\|–—\-«»"“”]{1,400}$/u, '')
    .replace(/(?<=\p{L}{4})\.$/u, '')
    .slice(0, longest)
    // Not half a character at the end.
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(clean) ? clean : null;
}

/** Begins and ends in a plain letter or digit, and has nothing in between that needs a look. */
function isTidy(text: string): boolean {
  if (!isPlainLetter(text.charCodeAt(0)) || !isPlainLetter(text.charCodeAt(text.length - 1))) return false;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code === 39 || code > 591 || code === 0xa0 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return true;
}

const isPlainLetter = (code: number) =>
  (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58);

/** Small words that end no title: "Undersköterska sen -94", "Teilhaber einer Bäckerei". As they are written inside a line. */
const loose =
  /(?: (?:from|since|of|at|for|the|and|or|seit|von|vom|für|bei|der|die|das|dem|den|einer|eines|einem|und|mit|depuis|du|des|les|et|chez|pour|aux|desde|del|los|para|della|dello|dei|degli|het|een|van|voor|bij|sinds|sen|sedan|på|hos|och|og|til|siden|vuodesta|dla|od|для|та|із|των|του|της|στο|στη|στην|και|ve|için|és|egy))+$/u;

/** A title without a small word at its end. */
export const withoutLoose = (title: string | null): string | null => title?.replace(loose, '') ?? null;
