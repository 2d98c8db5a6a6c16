/**
 * What the model of comments looks at: what the word lists say of its sentences, how it is written, its words with their letters, and
 * which of them stand together.
 * Each is a hash ("bucket"), so that no list of features is kept.
 */
import type { CommentClass } from './comment-classes';
import { numberOf } from '../text/word-set';
import type { Sentence } from './comment-sentences';
import type { Comment } from './comment-verdict';

/** What is learned. Part of the model: a change of this file needs it trained again (`npm run train`). */
export const learnedClasses = [
  'plain',
  'question',
  'request',
  'price',
  'leaving',
  'objection',
  'refusal',
  'congratulation',
  'self_promotion',
  'job_hunting',
] as const satisfies readonly CommentClass[];

/** There are two to this power of buckets for what the lists say, and for words. */
export const evidenceBits = 13;
export const wordBits = 19;
const evidenceMask = (1 << evidenceBits) - 1;
const wordMask = (1 << wordBits) - 1;

/** Sentences whose lists are looked at; the words of all count. */
const mostSentences = 12;
/** Letters of a word that count. */
const longestWord = 24;
/** Letters of a number that count: how long it is, not which. */
const longestNumber = 5;

function hashOf(feature: number, a: number, b: number, c: number): number {
  let hash = Math.imul(feature + 0x9e37, 0x85ebca6b);
  hash = Math.imul((hash ^ a) + 0x7f4a, 0xc2b2ae35);
  hash ^= hash >>> 15;
  hash = Math.imul((hash ^ b) + 0x51ed, 0x27d4eb2f);
  hash ^= hash >>> 13;
  hash = Math.imul((hash ^ c) + 0x3c6e, 0x165667b1);
  return hash ^ (hash >>> 16);
}

/** Signs of a text, as bits. */
const signs = { digit: 1, money: 2, exclamation: 4, at: 8, quotation: 16, face: 32, laughter: 64, link: 128 } as const;
const everySign: readonly number[] = Object.values(signs);

const isSurrogate = (code: number) => code >= 0xd83c && code <= 0xd83e;
/** 💀 😂 😆 🤣, by the second half of each. */
const laughing: ReadonlySet<number> = new Set([0xdc80, 0xde02, 0xde06, 0xdd23]);

function signsOf(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x40 && code < 0x7f) continue;
    if (code >= 0x30 && code <= 0x39) found |= signs.digit;
    else if (code === 0x21 || code === 0xff01) found |= signs.exclamation;
    else if (code === 0x40) found |= signs.at;
    else if (code === 0x24 || code === 0xa3 || code === 0xa5 || (code >= 0x20a0 && code <= 0x20cf))
      found |= signs.money;
    else if (code === 0x22 || code === 0xab || code === 0xbb || (code >= 0x201c && code <= 0x201e))
      found |= signs.quotation;
    else if (code === 0x2f && text.charCodeAt(at - 1) === 0x3a) found |= signs.link;
    else if (isSurrogate(code)) found |= laughing.has(text.charCodeAt(at + 1)) ? signs.laughter : signs.face;
  }
  return found;
}

/** Lengths that make a difference: the last word count of each step. */
const lengths = [0, 1, 2, 4, 7, 11, 17, 28];
function lengthOf(words: number): number {
  let step = 0;
  while (step < lengths.length && words > (lengths[step] ?? 0)) step += 1;
  return step;
}

/** Which comment a bucket was last found in: each counts once. */
const foundIn = new Uint32Array(1 << evidenceBits);
let comments = 0;

/** Buckets of a comment, each once. */
class Buckets {
  readonly found: number[] = [];
  private readonly comment = (comments = (comments + 1) >>> 0);

  add(feature: number, a = 0, b = 0, c = 0): void {
    const bucket = hashOf(feature, a, b, c) & evidenceMask;
    if (foundIn[bucket] === this.comment) return;
    foundIn[bucket] = this.comment;
    this.found.push(bucket);
  }
}

/** What the lists say of a comment and how it is written: its buckets, each once. */
export function evidenceOf(comment: Comment): readonly number[] {
  const { sentences, text } = comment;
  const into = new Buckets();
  const verdict = learnedClasses.findIndex((name) => name === comment.verdict);
  const length = lengthOf(comment.words);
  const marked = sentences.some((one) => one.marked) ? 1 : 0;
  const markedLast = sentences.at(-1)?.marked === true ? 1 : 0;
  const found = signsOf(text);
  into.add(1);
  into.add(2, length);
  into.add(3, Math.min(sentences.length, 5));
  into.add(4, marked, markedLast);
  into.add(5, marked, length);
  for (const sign of everySign) {
    if ((found & sign) === 0) continue;
    into.add(6, sign, marked);
    into.add(7, sign, length);
  }
  into.add(8, verdict);
  into.add(9, verdict, length);
  into.add(10, verdict, Math.min(sentences.length, 4));
  into.add(11, verdict, marked, markedLast);
  const last = Math.min(sentences.length, mostSentences);
  for (let at = 0; at < last; at += 1) {
    const sentence = sentences[at];
    if (sentence !== undefined) addSentence(sentence, verdict, (at === 0 ? 1 : 0) + (at === last - 1 ? 2 : 0), into);
  }
  return into.found;
}

const wanted = [null, 'request', 'price', 'leaving'] as const;

function addSentence(sentence: Sentence, verdict: number, place: number, into: Buckets): void {
  const { says, asks, wants, words } = sentence;
  const aim = (asks ? 1 : 0) + wanted.indexOf(wants) * 2;
  into.add(12, aim);
  into.add(13, aim, place);
  if (sentence.opensAsking) into.add(14, 1, sentence.marked ? 1 : 0);
  if (sentence.praises) into.add(14, 2, place);
  if (sentence.cheers) into.add(14, 3);
  if (sentence.seeksJob) into.add(14, 4);
  if (sentence.other) into.add(14, 5, sentence.hires ? 1 : 0);
  if (sentence.withdraws) into.add(14, 6);
  if (says === 0) into.add(15, lengthOf(words));
  for (let left = says; left !== 0; left &= left - 1) {
    const bit = left & -left;
    into.add(16, bit);
    into.add(17, bit, asks ? 1 : 0);
    into.add(18, bit, verdict);
    for (let other = left & (left - 1); other !== 0; other &= other - 1) into.add(19, bit, other & -other);
  }
}

const digits = /^\d+$/;
/** Letters of scripts without spaces: each says as much as a word's beginning does elsewhere. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const hangul = /\p{Script=Hangul}/u;
const plain = /^[a-z]+$/;

/** Most buckets of a word: where words run together, four for each letter of a comment. */
export const mostOfWord = 4 * 2_000 + 1;

/** Writes the buckets of a word: itself, and three or four of its letters; where words run together one to four. @returns how many */
export function writeWord(written: string, into: Int32Array): number {
  if (!plain.test(written)) {
    if (digits.test(written)) {
      into[0] = bucketOf(numberOfWord(written), 0);
      return 1;
    }
    if (dense.test(written)) return writeLetters(written, 1, into, 0);
  }
  const word = written.slice(0, longestWord);
  into[0] = bucketOf(numberOf(written), 0);
  return writeLetters(`<${word}>`, hangul.test(word) ? 2 : 3, into, 1);
}

/** The number of a word; those of digits have one for each length. */
export const numberOfWord = (written: string): number =>
  numberOf(digits.test(written) ? '0'.repeat(Math.min(written.length, longestNumber)) : written);

/** Letters together that are looked at, at most. */
const mostLetters = 4;

function writeLetters(text: string, least: number, into: Int32Array, written: number): number {
  let count = written;
  const last = text.length - least;
  for (let from = 0; from <= last; from += 1) {
    const to = Math.min(from + mostLetters, text.length);
    let number = 0x811c9dc5;
    for (let at = from; at < to; at += 1) {
      number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
      if (at - from + 1 >= least) into[count++] = bucketOf(number, at - from + 1);
    }
  }
  return count;
}

const pair = 5;

/** The bucket of two words that stand together, by their numbers. */
export const bucketOfPair = (first: number, second: number): number =>
  bucketOf(Math.imul(first, 0x01000193) ^ second, pair);

/** @param letters how many; 0 for a whole word, 5 for a pair of words. */
function bucketOf(number: number, letters: number): number {
  const hash = Math.imul(number ^ (letters * 0x9e3779b1), 0x85ebca6b);
  return (hash ^ (hash >>> 15)) & wordMask;
}
