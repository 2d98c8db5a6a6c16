/** Mends text that was saved as UTF-8 twice (`JÃ¼rgen` for `Jürgen`). */

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

/** @param onMended called with the number of mended places. */
export function mendLetters(text: string, onMended: (count: number) => void): string {
  if (!looksTwice.test(text)) return text;
  let count = 0;
  const mended = text.replace(twice, (run) => {
    const bytes = windows1252Bytes(run);
    const once = bytes === null ? null : decoded(bytes);
    if (once === null) return run;
    count += 1;
    return once;
  });
  if (count > 0) onMended(count);
  return mended;
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
