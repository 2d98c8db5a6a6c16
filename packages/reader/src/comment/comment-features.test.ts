/**
 * The model of comments knows what it weighs by numbers: with others it reads nonsense, though nothing fails. So the numbers of a few
 * comments stand here. After a change that is meant, train the model again (`npm run train`) and write the new ones.
 */
import { createHash } from 'node:crypto';
import {
  bucketOfPair,
  evidenceBits,
  evidenceOf,
  mostOfWord,
  numberOfWord,
  wordBits,
  writeWord,
} from './comment-features';
import { bitsOf } from './comment-phrases';
import type { Sentence } from './comment-sentences';
import { Comment } from './comment-verdict';

const nothing: Sentence = {
  ...{ says: 0, list: [], words: 5, marked: false, laughs: false, asks: false, opensAsking: false, wants: null },
  ...{
    other: false,
    hires: false,
    sells: false,
    namesSale: false,
    withdraws: false,
    seeksJob: false,
    praises: false,
    cheers: false,
  },
};
const sentences = (...given: readonly Partial<Sentence>[]) => given.map((one) => ({ ...nothing, ...one }));
const numbersOf = (text: string, given: readonly Sentence[]) => evidenceOf(new Comment(text, given));
const digest = (numbers: readonly number[]) =>
  createHash('sha256').update(numbers.join(' ')).digest('hex').slice(0, 12);
const topicAndNot = bitsOf('topic', 'not');

test.each<readonly [name: string, text: string, given: readonly Sentence[], digest: string]>([
  ['nothing', 'abc', sentences({}), '770fcd659cca'],
  ['what asks', 'abc', sentences({ asks: true, marked: true }), '86eb4bdcdad6'],
  ['what asks for a price', 'abc', sentences({ wants: 'price', asks: true }), 'ebd134fe2be9'],
  ['what opens as a question does', 'abc', sentences({ opensAsking: true }), '5f0359ef53cf'],
  ['praise, first and last', 'abc', sentences({ praises: true, cheers: true }, {}, { praises: true }), '011d16a6a7a0'],
  ['work that is sought', 'abc', sentences({ seeksJob: true }), '1b140cf871bf'],
  ['one class', 'abc', sentences({ says: bitsOf('request') }), '2d20accafe02'],
  ['two classes', 'abc', sentences({ says: topicAndNot }), '1416a31e3ddb'],
  [
    'three classes of an asking sentence',
    'abc',
    sentences({ says: topicAndNot | bitsOf('fit'), asks: true }),
    '5d9a22de5da4',
  ],
  ['the highest class', 'abc', sentences({ says: bitsOf('none', 'request') }), '0575f5ef053a'],
])('the numbers of %s are those the model was trained with', (_name, text, given, expected) => {
  expect(digest(numbersOf(text, given))).toBe(expected);
});

test('each is a number of so many bits, and stands once', () => {
  const many = numbersOf('Price? 5 €!', sentences({ says: 0x7fff, asks: true }, { says: 0x7fff }, { says: 0x7fff }));
  expect(new Set(many).size).toBe(many.length);
  expect(many.every((one) => Number.isInteger(one) && one >= 0 && one < 2 ** evidenceBits)).toBe(true);
  // Another comment in between does not take them away.
  expect(numbersOf('Price? 5 €!', sentences({ says: 0x7fff, asks: true }, { says: 0x7fff }, { says: 0x7fff }))).toEqual(
    many,
  );
});

/** Texts that differ in a sign, and those that do not. */
const plain = numbersOf('abcxyz', sentences({}));
const sameAs = (one: string, other: string) =>
  expect([one, numbersOf(one, sentences({}))]).toEqual([one, numbersOf(other, sentences({}))]);
test.each([
  ['digits', ['a0', 'a9', '5']],
  ['exclamation', ['a!', 'a！']],
  ['at', ['@a']],
  ['money', ['a$', 'a£', 'a¥', 'a\u20a0', 'a€', 'a\u20cf']],
  ['quotation', ['"a', '«a', 'a»', '“a', '”a', '„a']],
  ['link', ['a:/', 'a:/b']],
  ['face', ['👍', '\u{1f000}', '🤝', '\u{1fa00}']],
  ['laughter', ['💀', '😂', '😆', '🤣']],
])('each sign of %s counts as the others do, and differs from a text without signs', (_name, texts) => {
  for (const text of texts) {
    sameAs(text, texts[0] ?? '');
    expect(numbersOf(text, sentences({})).length).toBe(plain.length + 2);
  }
});
test.each([
  '',
  'a z',
  'A-Z',
  '[]{}~',
  '/',
  'a/b',
  ':a',
  "'",
  '#',
  '%',
  '.',
  '?',
  ';',
  '²',
  '\u20d0',
  '\u209f',
  '‘',
  '‟',
  'é',
  '好',
  '\u{1d400}',
])('no sign: %j', (text) => expect(numbersOf(text, sentences({}))).toEqual(plain));

test('a text with all signs has all of them', () => {
  expect(numbersOf('1!@$"😂👍 http://', sentences({}))).toHaveLength(plain.length + 16);
  const kinds = ['1', '!', '@', '$', '"', '👍', '😂', ':/'].map((text) => numbersOf(text, sentences({})).join());
  expect(new Set(kinds).size).toBe(8);
});

test.each<readonly [number[], boolean]>([
  [[0, 0], true],
  [[3, 4], true],
  [[5, 7], true],
  [[8, 11], true],
  [[12, 17], true],
  [[18, 28], true],
  [[29, 500], true],
  [[0, 1], false],
  [[1, 2], false],
  [[2, 3], false],
  [[4, 5], false],
  [[7, 8], false],
  [[11, 12], false],
  [[17, 18], false],
  [[28, 29], false],
])('comments of %j words are about as long: %s', ([one = 0, other = 0], same) => {
  const of = (words: number) => numbersOf('abc', sentences({ words })).join();
  expect(of(one) === of(other)).toBe(same);
});

test('of twelve sentences the lists are looked at; the last of them counts as such', () => {
  const of = (...given: readonly Partial<Sentence>[]) => numbersOf('abc', sentences(...given));
  const eleven = Array.from({ length: 11 }, () => ({}));
  const request = { says: bitsOf('request') };
  const withoutVerdict = { says: bitsOf('topic') };
  expect(of(...eleven, withoutVerdict, {})).not.toEqual(of(...eleven, {}, {}));
  expect(of(...eleven, {}, withoutVerdict)).toEqual(of(...eleven, {}, {}));
  expect(of(request, {})).not.toEqual(of({}, request));
  // Up to five sentences are counted, and four beside what the lists say.
  const alike = (count: number) => of(...Array.from({ length: count }, () => ({ words: 0 })));
  const digests = [1, 2, 3, 4, 5, 6, 7].map((count) => digest(alike(count)));
  expect(new Set(digests).size).toBe(5);
});

test('a pair of words has one number, in its order; digits count by how many they are', () => {
  const pairOf = (first: string, second: string) => bucketOfPair(numberOfWord(first), numberOfWord(second));
  expect(pairOf('call', 'me')).toBe(pairOf('call', 'me'));
  expect(pairOf('call', 'me')).not.toBe(pairOf('me', 'call'));
  expect(pairOf('for', '40')).toBe(pairOf('for', '73'));
  expect(pairOf('for', '40')).not.toBe(pairOf('for', '400'));
  for (const one of [pairOf('a', 'b'), pairOf('見積', '価格')]) expect(one >= 0 && one < 2 ** wordBits).toBe(true);
});

describe('words', () => {
  const numbers = (word: string) => {
    const into = new Int32Array(mostOfWord);
    return [...into.subarray(0, writeWord(word, into))];
  };

  test.each<readonly [word: string, count: number, digest: string]>([
    ['a', 2, '49397fb8472b'],
    ['price', 10, '17f8b3e53229'],
    ['zürich', 12, '8ab130ea9539'],
    ['verantwortungsbewusstseins', 48, 'a24edb735fac'],
    ['12', 1, '7a9045ccb639'],
    ['b2b', 6, 'c7be0f605ab4'],
    ['цена', 8, 'ffce146b6e47'],
    ['가격', 7, 'd61434ad9c4c'],
    ['見積', 3, '2a464f1cf470'],
    ['見積もり', 10, '203308de9be3'],
    ['ราคา', 10, '474cb3db87c4'],
    ['カナ', 3, '3ce448778e42'],
    ['ひら', 3, 'd1d8235329f5'],
  ])('%s has %d numbers, those the model was trained with', (word, count, expected) => {
    const own = numbers(word);
    expect([own.length, digest(own)]).toEqual([count, expected]);
    expect(own.every((one) => Number.isInteger(one) && one >= 0 && one < 2 ** wordBits)).toBe(true);
  });

  test('of a number its length counts, up to five digits', () => {
    expect(numbers('10')).toEqual(numbers('99'));
    expect(numbers('10')).not.toEqual(numbers('100'));
    expect(numbers('12345')).toEqual(numbers('1234567'));
    expect(numbers('1234')).not.toEqual(numbers('12345'));
  });

  test('of a word the letters up to the 24th count, and the word as a whole', () => {
    const [long, longer] = ['abcdefghijklmnopqrstuvwx', 'abcdefghijklmnopqrstuvwxyz'].map(numbers);
    expect(long?.slice(1)).toEqual(longer?.slice(1));
    expect(long?.[0]).not.toBe(longer?.[0]);
    expect(numbers('abcdefghijklmnopqrstuvw').slice(1)).not.toEqual(long?.slice(1));
  });

  test('a comment that is one word of 2,000 letters has room', () => {
    expect(numbers('好'.repeat(2_000)).length).toBe(4 * 2_000 - 6);
    expect(numbers('好'.repeat(2_000)).length).toBeLessThanOrEqual(mostOfWord);
  });
});
