/** Text as people compare it: without case, accents and runs of white space. */

/** Letters that Unicode decomposition leaves alone but readers treat as their plain neighbours. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};

/** What folding means, step by step, without the care for white space. */
function foldFully(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[ßæœøłđðþıħŧς]/g, (letter) => plainLetters[letter] ?? letter)
      .replace(/\p{M}+/gu, '')
      // Korean syllables were taken apart into letters; together again they are a third as long.
      .normalize('NFC')
  );
}

/** Letters of Korean syllables, which depend on their neighbours, and halves of rare characters. */
const together = /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\udfff\uffa0-\uffdc]/;

/** The folded form of a lower-case character by itself. */
const foldedLetters = new Map<string, string>();
function foldLetter(letter: string): string {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  const folded = foldFully(letter);
  foldedLetters.set(letter, folded);
  return folded;
}

/** Characters that folding changes, or may change: ideographs and Korean syllables stay, of the alphabets most letters do. */
const changing = (() => {
  let letters = '';
  for (let code = 0x80; code < 0x700; code += 1) {
    const letter = String.fromCharCode(code);
    if (foldFully(letter) !== letter) letters += letter;
  }
  return new RegExp(`[${letters}\u0700-\u33ff\ua000-\uabff\ud7a4-\uffff]`, 'g');
})();

/** Visible ASCII with single spaces inside, as most text is: nothing to do. */
function isPlain(text: string): boolean {
  let before = 32;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return before !== 32 || text === '';
}

/**
 * Folds text for comparing and searching: NFKD, no combining marks, lower case, single spaces, trimmed.
 * `fold('Zoë  MÜLLER-Strauß') === 'zoe muller-strauss'`.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isPlain(lower)) return lower;
  // Every character folds by itself but for a few; most fold to themselves.
  const plain = together.test(lower) ? foldFully(text) : lower.replace(changing, foldLetter);
  return /\s\s|[^\S ]/.test(plain) ? plain.replace(/\s+/g, ' ').trim() : plain.trim();
}
