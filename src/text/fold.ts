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

/**
 * Folds text for comparing and searching: NFKD, no combining marks, lower case, single spaces, trimmed.
 * `fold('Zoë  MÜLLER-Strauß') === 'zoe muller-strauss'`.
 */
export function fold(text: string): string {
  // ASCII needs no decomposition; it is most of the text there is.
  // eslint-disable-next-line no-control-regex -- the ASCII range is what is meant
  const plain = /^[\x00-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/[ßæœøłđðþıħŧς]/g, (letter) => plainLetters[letter] ?? letter)
        .replace(/\p{M}+/gu, '')
        // Korean syllables were taken apart into letters; together again they are a third as long.
        .normalize('NFC');
  return /\s\s|[^\S ]/.test(plain) ? plain.replace(/\s+/g, ' ').trim() : plain.trim();
}
