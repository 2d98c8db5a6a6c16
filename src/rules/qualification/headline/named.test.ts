import { isOwnWord } from './named';

it.each([
  ['Globex', true],
  ['Xing', true],
  ['Abc', true],
  ['Ab', false],
  // A sign of its own is a word in Chinese and Japanese: two are enough.
  ['小米', true],
  ['小', false],
  ['123', false],
  ['sales', false],
  ['manager', false],
  ['and', false],
  ['GmbH', false],
  ['Berlin', false],
  ['university', false],
])('%s tells a company from others by itself: %s', (word, own) => expect(isOwnWord(word)).toBe(own));
