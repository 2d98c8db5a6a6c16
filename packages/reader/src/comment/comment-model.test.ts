/** The sums of the model of comments, with weights that the test makes: what is kept of words changes nothing. */
import { bucketOfPair, evidenceOf, learnedClasses, numberOfWord, writeWord, mostOfWord } from './comment-features';
import { commentModelOf, commentSizes, KnownWords, saidOf } from './comment-model';
import { Comment, readComment } from './comment-verdict';

const count = learnedClasses.length;
const size = commentSizes.evidence + commentSizes.words;
const bytes = Buffer.alloc(size + 32);
for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.imul(at ^ (at >>> 7), 0x9e3779b1) >>> 24;
const model = commentModelOf(bytes);

/** Adds the weights of buckets the slow way. */
function sumOf(weights: Int8Array, buckets: Iterable<number>, into: number[] = Array<number>(count).fill(0)): number[] {
  for (const bucket of buckets)
    for (let n = 0; n < count; n += 1) into[n] = (into[n] ?? 0) + (weights[bucket * count + n] ?? 0);
  return into;
}
function bucketsOf(word: string): number[] {
  const into = new Int32Array(mostOfWord);
  return [...into.slice(0, writeWord(word, into))];
}

test('a word adds what its buckets weigh, the first time, again, and after others took its place', () => {
  const words = Array.from({ length: 400 }, (_, at) => `w${((at * 7_919) % 100_003).toString(36)}x${at}`);
  const long = ['a'.repeat(24), 'a'.repeat(25), '7'.repeat(24), '7'.repeat(30), '好'.repeat(30)];
  const known = new KnownWords(model.words);
  for (const word of [...words, ...long, ...long, ...words]) {
    const into = new Int32Array(count);
    expect(known.add(word, into)).toBe(numberOfWord(word));
    expect([...into]).toEqual(sumOf(model.words, bucketsOf(word)));
  }
});

test('words at one place do not add up', () => {
  const known = new KnownWords(model.words);
  const words = Array.from({ length: 20_000 }, (_, at) => `k${at.toString(36)}`);
  const into = new Int32Array(count);
  for (const word of words) known.add(word, into);
  for (const word of words.slice(0, 200)) {
    into.fill(0);
    known.add(word, into);
    expect([...into]).toEqual(sumOf(model.words, bucketsOf(word)));
  }
});

test('a comment is its evidence, its words and the pairs of words within a sentence', () => {
  for (const text of ['Looking for it', 'We left them. How much is the small one? Thanks', 'price']) {
    const comment = readComment(text);
    if (!(comment instanceof Comment)) throw new Error('no sentences');
    const sums = sumOf(model.evidence, evidenceOf(comment));
    for (const { list } of comment.sentences) {
      for (const word of list) sumOf(model.words, bucketsOf(word), sums);
      const pairs = list.slice(1).map((word, at) => bucketOfPair(numberOfWord(list[at] ?? ''), numberOfWord(word)));
      sumOf(model.words, pairs, sums);
    }
    expect([...saidOf(comment, model)]).toEqual(sums);
  }
});

test('the bytes are evidence, words and a digest, and of no other length', () => {
  expect([...model.evidence.slice(-2)]).toEqual([
    ...new Int8Array(bytes.subarray(commentSizes.evidence - 2, commentSizes.evidence)),
  ]);
  expect([...model.words.slice(0, 2)]).toEqual([
    ...new Int8Array(bytes.subarray(commentSizes.evidence, commentSizes.evidence + 2)),
  ]);
  expect([model.evidence.length, model.words.length]).toEqual([commentSizes.evidence, commentSizes.words]);
  expect(model.trainedOn).toBe(bytes.subarray(size).toString('hex'));
  for (const wrong of [bytes.subarray(1), Buffer.concat([bytes, Buffer.alloc(1)])])
    expect(() => commentModelOf(wrong)).toThrow('was trained for another version');
});
