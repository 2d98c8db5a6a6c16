/** Text as people compare it: without case, accents and runs of white space. */

/** Letters that Unicode decomposition leaves alone but readers treat like plain letters. */
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

/** The definition of folding, step by step, except for white space. */
function foldFully(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[ßæœøłđðþıħŧς]/g, (letter) => plainLetters[letter] ?? letter)
      .replace(/\p{M}+/gu, '')
      // NFKD splits Korean syllables into letters. Composed again they take a third of the length.
      .normalize('NFC')
  );
}

/** Letters of Korean syllables, which depend on their neighbours, and halves of surrogate pairs. */
const together = /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\udfff\uffa0-\uffdc]/;

/** Cache of the folded form of single lower-case characters. */
const foldedLetters = new Map<string, string>();
function foldLetter(letter: string): string {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  const folded = foldFully(letter);
  foldedLetters.set(letter, folded);
  return folded;
}

/**
 * Characters that folding changes, or may change. Ideographs and Korean syllables never change, and most letters of alphabets
 * do not.
 */
const changing = (() => {
  let letters = '';
  for (let code = 0x80; code < 0x700; code += 1) {
    const letter = String.fromCharCode(code);
    if (foldFully(letter) !== letter) letters += letter;
  }
  return new RegExp(`[${letters}\u0700-\u33ff\ua000-\uabff\ud7a4-\uffff]`, 'g');
})();

/** Whether a text is visible ASCII with single spaces, as most are. Nothing has to be done then. */
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
 * Folds text for comparing and searching: NFKD, no combining marks, lower case, single spaces, trimmed. `fold('Zoë
 * MÜLLER-Strauß') === 'zoe muller-strauss'`.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isPlain(lower)) return lower;
  // All characters but a few fold independently of their neighbours, and most fold to themselves.
  const plain = together.test(lower) ? foldFully(text) : lower.replace(changing, foldLetter);
  return /\s\s|[^\S ]/.test(plain) ? plain.replace(/\s+/g, ' ').trim() : plain.trim();
}
