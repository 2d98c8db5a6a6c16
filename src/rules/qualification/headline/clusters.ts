/**
 * Which words of English are used alike (`vocabulary/word-clusters.gz`, made by `training/clusters.ts`): a town that no list has stands
 * where other towns do. Evidence for the reader of headlines, which learns what each cluster is worth.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { vocabularyPath } from '../../../shared/text/vocabulary-file';
import { WordNumbers } from '../../../shared/text/word-set';
import { lazily } from '../lazily';

/** Where a word stands; 0 where the word is not known. */
export interface Cluster {
  /** One of 512. */
  readonly fine: number;
  /** One of 64, each of several fine ones. */
  readonly coarse: number;
}

export const clusterFile = 'word-clusters.gz';
/** The file as text is shorter. */
const mostBytes = 4_194_304;

const unknown: Cluster = { fine: 0, coarse: 0 };

/** Clusters by word. A line of the file is a fine one: the number of its coarse one, then its words. */
export function clustersIn(file: Buffer): (word: string) => Cluster {
  const lines = gunzipSync(file, { maxOutputLength: mostBytes }).toString('ascii').split('\n');
  const clusters: Cluster[] = [unknown];
  const words: string[] = [];
  const numbers: number[] = [];
  for (const [n, line] of lines.entries()) {
    const [coarse, ...members] = line.split(' ');
    clusters.push({ fine: n + 1, coarse: Number(coarse) });
    for (const member of members) {
      words.push(member);
      numbers.push(n + 1);
    }
  }
  const numberOfWord = new WordNumbers(words, numbers);
  return (word) => clusters[numberOfWord.of(word)] ?? unknown;
}

const shipped = lazily(() => clustersIn(readFileSync(vocabularyPath(clusterFile))));

/** @param word folded */
export const clusterOf = (word: string): Cluster => shipped()(word);
