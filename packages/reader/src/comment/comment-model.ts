/** The learned weights of comments, read once from `vocabulary/comment-model.gz`. How they are made is in `training/`. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { vocabularyPath } from '../text/vocabulary-file';
import {
  bucketOfPair,
  evidenceBits,
  evidenceOf,
  learnedClasses,
  mostOfWord,
  numberOfWord,
  wordBits,
  writeWord,
} from './comment-features';
import type { Comment } from './comment-verdict';
import { lazily } from '../text/lazily';

const count = learnedClasses.length;

/** What the model says, as whole numbers (`training/comments.ts`); the higher, the likelier. */
export interface CommentModel {
  /** SHA-256 of what it was trained on. */
  readonly trainedOn: string;
  /** For each bucket of the lists' evidence what it says for each class. */
  readonly evidence: Int8Array;
  /** The same of words, pairs of them, and letters. */
  readonly words: Int8Array;
  /** What was said of words lately. */
  readonly known: KnownWords;
}

export const commentSizes = { evidence: (1 << evidenceBits) * count, words: (1 << wordBits) * count } as const;
/** Units of a weight. */
export const commentScale = 64;
export const commentFile = 'comment-model.gz';
const digestLength = 32;

/** Words whose sums are kept, each at the one place that its letters give. */
const rememberedWords = 8_192;
/** Longer ones are seldom written twice. */
const longestRemembered = 24;

/** What the model says of words that came lately: people write the same ones again and again. */
export class KnownWords {
  private readonly written = new Array<string>(rememberedWords).fill('');
  private readonly sums = new Int32Array(rememberedWords * count);
  private readonly numbers = new Int32Array(rememberedWords);

  constructor(private readonly weights: Int8Array) {}

  /** Adds what the model says of a word. @returns the word's number */
  add(word: string, into: Int32Array): number {
    if (word.length > longestRemembered) {
      addWord(this.weights, word, into, 0);
      return numberOfWord(word);
    }
    const place = placeOf(word);
    const from = place * count;
    const { sums, written } = this;
    if (written[place] !== word) {
      sums.fill(0, from, from + count);
      addWord(this.weights, word, sums, from);
      written[place] = word;
      this.numbers[place] = numberOfWord(word);
    }
    for (let n = 0; n < count; n += 1) into[n] = (into[n] ?? 0) + (sums[from + n] ?? 0);
    return this.numbers[place] ?? 0;
  }
}

const buckets = new Int32Array(mostOfWord);

function addWord(weights: Int8Array, word: string, into: Int32Array, at: number): void {
  const found = writeWord(word, buckets);
  for (let n = 0; n < found; n += 1) addWeights(weights, buckets[n] ?? 0, into, at);
}

function placeOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash, 31) + word.charCodeAt(at);
  return (hash ^ (hash >>> 12)) & (rememberedWords - 1);
}

/** Adds the weights of a bucket to the numbers from a place on. */
function addWeights(weights: Int8Array, bucket: number, into: Int32Array, at: number): void {
  const from = bucket * count;
  for (let n = 0; n < count; n += 1) into[at + n] = (into[at + n] ?? 0) + (weights[from + n] ?? 0);
}

/** What a model says for each class, in units. */
export function saidOf(comment: Comment, model: CommentModel): Int32Array {
  const said = new Int32Array(count);
  for (const bucket of evidenceOf(comment)) addWeights(model.evidence, bucket, said, 0);
  for (const { list } of comment.sentences) {
    let last = 0;
    for (let at = 0; at < list.length; at += 1) {
      const number = model.known.add(list[at] ?? '', said);
      if (at > 0) addWeights(model.words, bucketOfPair(last, number), said, 0);
      last = number;
    }
  }
  return said;
}

/** Takes a model's bytes apart. @throws Error when they are of another shape than the program */
export function commentModelOf(bytes: Buffer): CommentModel {
  const { evidence, words } = commentSizes;
  if (bytes.length !== evidence + words + digestLength) {
    throw new Error(`vocabulary/${commentFile} was trained for another version of the program: run npm run train`);
  }
  const weights = new Int8Array(bytes.subarray(evidence, evidence + words));
  return {
    trainedOn: bytes.toString('hex', evidence + words),
    evidence: new Int8Array(bytes.subarray(0, evidence)),
    words: weights,
    known: new KnownWords(weights),
  };
}

/** A model as its file holds it, compressed. @throws Error when the file is damaged, or of another version */
export function commentModelIn(file: Buffer): CommentModel {
  let bytes: Buffer;
  try {
    bytes = gunzipSync(file, { maxOutputLength: 2 * commentSizes.words });
  } catch (error) {
    throw new Error(`vocabulary/${commentFile} is damaged: install it again, or run npm run train`, { cause: error });
  }
  return commentModelOf(bytes);
}

/** The model that ships with the program. */
export const commentModel = lazily(() => commentModelIn(readFileSync(vocabularyPath(commentFile))));
