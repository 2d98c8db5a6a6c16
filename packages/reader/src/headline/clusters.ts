/**
 * Which words of English are used alike (`vocabulary/word-clusters.gz`, made by `training/clusters.ts`): a town that no list has stands
 * where other towns do. Evidence for the reader of headlines, which learns what each cluster is worth.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { vocabularyPath } from '../text/vocabulary-file';
import { numberOfBytes, WordNumbers } from '../text/word-set';
import { lazily } from '../text/lazily';

/** Where a word stands; 0 where the word is not known. */
export interface Cluster {
  /** One of 512. */
  readonly fine: number;
  /** One of 64, each of several fine ones. */
  readonly coarse: number;
}

export const clusterFile = 'word-clusters.gz';
/** The file as text is shorter. */
const mostBytes = 1_048_576;

const unknown: Cluster = { fine: 0, coarse: 0 };

const [newline, space] = [0x0a, 0x20];

/** Clusters by word. A line of the file is a fine one: the number of its coarse one, then its words. */
export function clustersIn(file: Buffer): (word: string) => Cluster {
  const bytes = gunzipSync(file, { maxOutputLength: mostBytes, chunkSize: mostBytes });
  const clusters: Cluster[] = [unknown];
  const numberOfWord = new WordNumbers(bytes.reduce((words, byte) => (byte === space ? words + 1 : words), 0));
  // From bytes, without making texts of 60,000 words: the first headline waits for it.
  for (let from = 0, begins = true; from < bytes.length; from += 1) {
    let to = from;
    while (to < bytes.length && bytes[to] !== space && bytes[to] !== newline) to += 1;
    if (begins) clusters.push({ fine: clusters.length, coarse: Number(bytes.toString('ascii', from, to)) });
    else numberOfWord.add(numberOfBytes(bytes, from, to), clusters.length - 1);
    begins = bytes[to] === newline;
    from = to;
  }
  return (word) => clusters[numberOfWord.of(word)] ?? unknown;
}

const shipped = lazily(() => clustersIn(readFileSync(vocabularyPath(clusterFile))));

/** @param word folded */
export const clusterOf = (word: string): Cluster => shipped()(word);
