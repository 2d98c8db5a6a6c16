/** The labelled comments that the model learns from, as what it sees of them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bucketOfPair,
  evidenceOf,
  learnedClasses,
  mostOfWord,
  numberOfWord,
  writeWord,
} from '../src/comment/comment-features';
import { commentSizes } from '../src/comment/comment-model';
import { readComment } from '../src/comment/comment-verdict';
import { repository } from '../../../scripts/database-server';
import { lettersOf } from './rows';

/** What a person took a comment for; several labels where several are sensible. */
export interface CommentRow {
  readonly text: string;
  readonly labels: readonly string[];
  /** Whether it stands in one of the sets, which the word lists were written for. */
  readonly isOfSet: boolean;
}

/** A comment as the model sees it. */
export interface CommentExample {
  /** What the lists say, then its words: buckets of words stand behind those of the lists. */
  readonly buckets: Int32Array;
  /** How much each counts. */
  readonly values: Float32Array;
  /** 1 for each class that is right. */
  readonly right: Uint8Array;
}

/** Sets of `test/judgement/comments` that may be learned from. The others are for measuring. */
export const visibleComments = [
  'tuning',
  'tuning-2',
  'tuning-3',
  'tuning-4',
  'independent.visible',
  'third.visible',
  'fourth.visible',
  'eighth.visible',
  'tenth.visible',
  'eleventh.visible',
];
/** Sets to measure with. What stands in them, letter by letter, is not learned, wherever else it stands. */
export const heldOutComments = [
  'untouched',
  'independent.sealed',
  'third.sealed',
  'fourth.sealed',
  'eighth.sealed',
  'tenth.sealed',
  'twelfth.sealed',
  'thirteenth.sealed',
  'fourteenth.sealed',
  'fifteenth.sealed',
  // Tuned with, by phrases alone: learned from, it costs the others.
  'tuning-5',
  'sixteenth.sealed',
  'seventeenth.sealed',
  'eighteenth.sealed',
  'nineteenth.sealed',
  'twentieth.sealed',
  'twenty-first.sealed',
  'twenty-second.sealed',
];

const judged = (name: string) => join(repository, 'test', 'judgement', 'comments', `${name}.tsv`);

export const heldOutCommentRows = (): CommentRow[] => heldOutComments.flatMap((name) => rowsIn(judged(name), true));

/** All rows that are learned from, in a fixed order, each comment once. */
export function commentRows(): CommentRow[] {
  const folder = join(repository, 'packages', 'reader', 'training', 'comments');
  const written = readdirSync(folder).filter((name) => name.endsWith('.tsv'));
  const seen = new Set(heldOutCommentRows().map(({ text }) => lettersOf(text)));
  const all = [
    ...visibleComments.flatMap((name) => rowsIn(judged(name), true)),
    ...written.sort().flatMap((name) => rowsIn(join(folder, name), false)),
  ];
  return all.filter(({ text }) => {
    const letters = lettersOf(text);
    if (seen.has(letters)) return false;
    seen.add(letters);
    return true;
  });
}

function rowsIn(file: string, isOfSet: boolean): CommentRow[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line, n) => {
    const [, text = '', labels = ''] = line.split('\t');
    if (text === '' || labels === '') throw new Error(`${file}:${n + 2}: not a labelled comment`);
    return { text, labels: labels.split(' || '), isOfSet };
  });
}

/** What a label of an older set stands for. */
const meanings = new Map<string, readonly string[]>([['buying', ['request', 'price', 'leaving']]]);
/** What a word counts beside a piece of evidence of the lists: there are many, and each says little. */
export const wordValue = 0.3;

const found = new Int32Array(mostOfWord);
const wordBuckets = (word: string): number[] => [...found.subarray(0, writeWord(word, found))];

/** What the words of a sentence are, and which of them stand together. */
const sentenceBuckets = (list: readonly string[]): number[] => {
  const numbers = list.map(numberOfWord);
  const pairs = numbers.slice(1).map((number, at) => bucketOfPair(numbers[at] ?? 0, number));
  return [...list.flatMap(wordBuckets), ...pairs];
};

/** A comment as it is learned. */
export interface LearnedComment {
  readonly words: CommentExample;
  /** With what the lists say. */
  readonly whole: CommentExample;
  readonly isOfSet: boolean;
}

/** How often a comment of the sets is learned with what the lists say: there are few, and people write like that. */
const timesOfSet = 3;

/**
 * The lists are far righter about the rows that were there when they were written than about what others write. So a comment is
 * learned from its words alone, and with what the lists say.
 * @returns null where the lists alone decide, or no class that is learned is right
 */
export function learnedCommentOf({ text, labels, isOfSet }: CommentRow): LearnedComment | null {
  const read = readComment(text);
  if (typeof read === 'string') return null;
  const accepted = new Set(labels.flatMap((label) => meanings.get(label) ?? [label]));
  const right = Uint8Array.from(learnedClasses, (name) => (accepted.has(name) ? 1 : 0));
  if (!right.includes(1)) return null;
  const behind = commentSizes.evidence / learnedClasses.length;
  const words = read.sentences.flatMap(({ list }) => sentenceBuckets(list));
  const withEvidence = (evidence: readonly number[]): CommentExample => ({
    buckets: Int32Array.from([...evidence, ...words.map((bucket) => bucket + behind)]),
    values: Float32Array.from([...evidence.map(() => 1), ...words.map(() => wordValue)]),
    right,
  });
  return { words: withEvidence([]), whole: withEvidence(evidenceOf(read)), isOfSet };
}

/** What is learned of comments, without what stands in one of them alone: it says nothing of others. */
export function commentExamplesOf(rows: readonly CommentRow[]): CommentExample[] {
  const learned = rows.flatMap((row) => learnedCommentOf(row) ?? []);
  const comments = new Map<number, number>();
  for (const { whole } of learned)
    for (const bucket of new Set(whole.buckets)) comments.set(bucket, (comments.get(bucket) ?? 0) + 1);
  const withoutRare = ({ buckets, values, right }: CommentExample): CommentExample => {
    const chosen = [...buckets.keys()].filter((at) => (comments.get(buckets[at] ?? 0) ?? 0) > 1);
    return {
      buckets: Int32Array.from(chosen, (at) => buckets[at] ?? 0),
      values: Float32Array.from(chosen, (at) => values[at] ?? 0),
      right,
    };
  };
  return learned.flatMap(({ words, whole, isOfSet }) => [
    withoutRare(words),
    ...new Array<CommentExample>(isOfSet ? timesOfSet : 1).fill(withoutRare(whole)),
  ]);
}

/** SHA-256 of examples: of the rows, the word lists and the features alike. A model says by it of what it was learned. */
export function commentDigestOf(examples: readonly CommentExample[]): Buffer {
  const hash = createHash('sha256');
  for (const { buckets, right } of examples)
    for (const list of [buckets, right]) hash.update(new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
  return hash.digest();
}
