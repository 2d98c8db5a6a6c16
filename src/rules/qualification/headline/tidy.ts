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
