import fc from 'fast-check';
import { numberOf, numberOfBytes, WordBits, WordNumbers, WordSet } from './word-set';

test('has what was put in, and hardly anything else', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 200 });
  fc.assert(
    fc.property(words, words, (some, others) => {
      const set = new WordSet(some);
      expect(some.every((word) => set.has(word))).toBe(true);
      const strangers = others.filter((word) => !some.includes(word));
      expect(strangers.filter((word) => set.has(word)).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('an empty one has nothing', () => {
  expect(new WordSet([]).has('')).toBe(false);
});

test('each word has its number, another word none', () => {
  const words = fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 200 });
  fc.assert(
    fc.property(words, (some) => {
      const numbers = new WordNumbers(some.length);
      some.forEach((word, n) => numbers.add(numberOf(word), n + 65_000));
      expect(some.map((word) => numbers.of(word))).toEqual(some.map((_, n) => n + 65_000));
      expect(numbers.of('a word that is longer than each of these')).toBe(0);
    }),
  );
});

test('bytes of ASCII have the number of their text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      const bytes = Buffer.from(`${text}|${text}`, 'ascii');
      expect(numberOfBytes(bytes, text.length + 1, bytes.length)).toBe(numberOf(text));
    }),
  );
});

test('bits are added to those of a word, however many words there are', () => {
  const bits = new WordBits();
  const words = Array.from({ length: 5_000 }, (_, at) => `word${at}`);
  words.forEach((word, at) => bits.add(word, 1 << (at % 30)));
  words.forEach((word) => bits.add(word, 1 << 30));
  expect(words.filter((word, at) => bits.of(word) !== ((1 << (at % 30)) | (1 << 30)))).toEqual([]);
  expect(bits.of('nobody')).toBe(0);
});
