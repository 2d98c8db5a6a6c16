/** What characters are to the reader of comments, one by one and halves of rare ones. */
import {
  endsClause,
  endsSentence,
  inWord,
  joinedLetter,
  kindAt,
  kindOfUnit,
  kindsIn,
  letter,
  letterOrDigit,
  prefixable,
  questionMark,
} from './comment-letters';

const names = { inWord, letterOrDigit, letter, endsClause, endsSentence, questionMark, joinedLetter, prefixable };
const said = (bits: number) =>
  Object.entries(names)
    .filter(([, bit]) => (bits & bit) !== 0)
    .map(([name]) => name)
    .join(' ');

test.each<readonly [characters: string, kind: string]>([
  ['aZéßжλ', 'inWord letterOrDigit letter'],
  ['07²', 'inWord letterOrDigit'],
  ['٣', 'inWord letterOrDigit joinedLetter prefixable'],
  ['*', 'inWord'],
  [',،、，:()–—', 'endsClause'],
  ['.!。！…\n;;', 'endsSentence'],
  ['?？؟', 'endsSentence questionMark'],
  ['⁇⁉❓❔', 'questionMark'],
  ['好のツ가ก', 'inWord letterOrDigit letter joinedLetter'],
  ['عא', 'inWord letterOrDigit letter joinedLetter prefixable'],
  [' -_\'"@#/&+\t', ''],
])('each of %j is %j', (characters, kind) => {
  for (const character of characters) expect([character, said(kindAt(character, 0))]).toEqual([character, kind]);
  // The second look is as the first.
  for (const character of characters) expect(said(kindAt(`${character}x`, 0))).toBe(kind);
});

test('both halves of a rare character are what it is, and by themselves nothing', () => {
  for (const [text, kind] of [
    ['𝐀', 'inWord letterOrDigit letter'],
    ['𠀀', 'inWord letterOrDigit letter joinedLetter'],
    ['😂', ''],
  ] as const) {
    expect([said(kindAt(text, 0)), said(kindAt(text, 1)), said(kindAt(`a${text}`, 2))]).toEqual([kind, kind, kind]);
    expect([said(kindOfUnit(text, 0)), said(kindOfUnit(text, 1))]).toEqual(['', '']);
    expect([said(kindAt(text.slice(0, 1), 0)), said(kindAt(text.slice(1), 0))]).toEqual(['', '']);
  }
  expect(said(kindOfUnit('a', 0))).toBe('inWord letterOrDigit letter');
});

test('a text is all of its characters', () => {
  expect(said(kindsIn('a? 好'))).toBe('inWord letterOrDigit letter endsSentence questionMark joinedLetter');
  expect(said(kindsIn(''))).toBe('');
});
