import fc from 'fast-check';
import { fold } from './fold';

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

it('folding twice is folding once', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(fold(fold(text))).toBe(fold(text))));
});
