/** Spellings of a word that programs miss and people recognise. */

/** Digits that replace letters. In a skeleton, `1` and `0` are letters already (homoglyphs.ts). */
const digitLetters: Readonly<Record<string, string>> = { '3': 'e', '4': 'a', '5': 's', '7': 't' };

/** `v3rified` -> `verified` */
export function lettersForDigits(text: string): string {
  return text.replace(/[3457]/g, (digit) => digitLetters[digit] ?? digit);
}

/** Words in which consecutive single letters are joined: `a d m i n` -> `admin`. */
export function withoutGaps(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  let single = false;
  for (const word of words) {
    const isSingle = Array.from(word).length === 1;
    if (isSingle && single) result.push(`${result.pop() ?? ''}${word}`);
    else result.push(word);
    single = isSingle;
  }
  return result;
}
