import fc from 'fast-check';
import { fold } from './fold';
import { anyLetter } from '../../../../test/support/any-letter';

it.each([
  ['Zoë  MÜLLER-Strauß', 'zoe muller-strauss'],
  ['  Łukasz\tØrsted ', 'lukasz orsted'],
  ['İstanbul IŞIK', 'istanbul isik'],
  ['Ａｃｍｅ', 'acme'],
  ['ﬁnance', 'finance'],
  ['Nguyễn', 'nguyen'],
  ['山田 太郎', '山田 太郎'],
  ['100% _x_', '100% _x_'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['김민수', '김민수'],
  ['ガーデン', 'カーテン'],
])('fold(%j) is %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

/** The definition's steps on the whole text. The fast way must give the same. */
function slowly(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıħŧς]/g, (letter) => fold(letter))
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
  return plain.replace(/\s+/g, ' ').trim();
}

it.each([
  ['grapheme', 'grapheme'],
  ['any letter', anyLetter],
] as const)('folding letter by letter is folding the whole (%s)', (_name, unit) => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => fold(text) === slowly(text)),
    {
      numRuns: 2_000,
    },
  );
});

it('every character of the basic plane folds as by the definition, alone and between letters', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0x1_0000; code += 1) {
    const letter = String.fromCharCode(code);
    if (fold(`${letter}Σa${letter}`) !== slowly(`${letter}Σa${letter}`)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

it('folding twice is folding once', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(fold(fold(text))).toBe(fold(text))));
});
