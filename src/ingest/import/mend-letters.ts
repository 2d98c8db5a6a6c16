/** Mends text that was saved as UTF-8 twice (`JÃ¼rgen` for `Jürgen`, `J√ºrgen` by a Mac). */

/** Windows-1252 letters for the bytes 0x80 to 0x9f; undefined bytes stay as they are. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const byteOf = new Map(Array.from(high, (letter, at) => [letter, 0x80 + at] as const));
const next = `[\\u0080-\\u00bf${high}]`;
/**
 * Runs of what twice saved letters look like. Single letters that may stand before a quotation mark (`Ü“`) do not count: only
 * `Ã` and `Â`, which nothing follows in real words, the beginnings of punctuation and emoji, and two letters in a row.
 */
const twice = new RegExp(
  `(?:[ÂÃ]${next}|â[€‚„†‡ˆ]${next}|ðŸ${next}{2}|(?:[Ä-ß]${next}){2,}|(?:[à-ï]${next}{2}){2,})+(?:[Â-ß]${next})*`,
  'g',
);
const looksTwice = /[Â-ð][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** The bytes of a text in Windows-1252; null when a letter is not in it. */
export function windows1252Bytes(text: string): Buffer | null {
  const bytes = Array.from(text, (letter) => byteOf.get(letter) ?? letter.codePointAt(0) ?? 0);
  return bytes.every((byte) => byte <= 0xff) ? Buffer.from(bytes) : null;
}

/** The letters of the old Mac encoding from byte 0x80 on. */
const macLetters = new TextDecoder('macintosh').decode(Buffer.from(Array.from({ length: 128 }, (_, at) => 0x80 + at)));
const macByteOf = new Map(Array.from(macLetters, (letter, at) => [letter, 0x80 + at] as const));
/**
 * Signs that stand before no sign in real texts (`¬£`), and those that do (`≈£2m`, `√π`): the second within a word alone, behind a letter
 * or, for a capital, before one.
 */
const macNext = `[${macLetters.slice(0, 64)}]`;
const twiceByMac = new RegExp(
  `(?:¬${macNext}|‚[ÄÇÑ]${macNext}|(?<=\\p{L})[√ƒ≈]${macNext}|[√ƒ≈]${macNext}(?=\\p{Ll}))+`,
  'gu',
);
const macBytes = (text: string): Buffer => Buffer.from(Array.from(text, (letter) => macByteOf.get(letter) ?? 0));
/** Some tools do it three times. */
const mostTimes = 3;

/** @param onMended called with the number of mended places. */
export function mendLetters(text: string, onMended: (count: number) => void): string {
  // Most texts have none of these.
  if (!/[Â-ð√¬ƒ≈‚]/.test(text)) return text;
  let mended = text;
  for (let times = 0; times < mostTimes; times += 1) {
    let count = 0;
    const once = (bytesOf: (run: string) => Buffer | null) => (run: string) => {
      const bytes = bytesOf(run);
      const right = bytes === null ? null : decoded(bytes);
      if (right !== null) count += 1;
      return right ?? run;
    };
    if (looksTwice.test(mended)) mended = mended.replace(twice, once(windows1252Bytes));
    if (/[√¬ƒ≈‚]/.test(mended)) mended = mended.replace(twiceByMac, once(macBytes));
    if (count === 0) break;
    // What is mended again is the same place.
    if (times === 0) onMended(count);
  }
  return mended;
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
