/** Reading headlines: the first one (which reads the word lists), then headlines that are all different, beside a bare cut into words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../scripts/database-server';
import { parseHeadline } from '../packages/reader/src';
import { numberOf } from '../packages/reader/src/text/word-set';
import { median, round, type Benchmark } from './harness';

const files = ['tuning', 'tuning-2', 'tuning-3'];
const syllables = ['ka', 'lo', 'mi', 'ter', 'ven', 'dor', 'sa', 'bri', 'nu', 'pel'];

/** A word that no other call gives: what was read before helps little. */
function coined(number: number): string {
  let word = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) word += syllables[rest % 10] ?? '';
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function labelled(): string[] {
  return files.flatMap((file) =>
    readFileSync(join(repository, 'test', 'judgement', 'headlines', `${file}.tsv`), 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split('\t')[1] ?? []),
  );
}

/** The reference: the words of a text, each hashed and counted. */
function countWords(text: string): number {
  const counts = new Map<number, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+|\S/gu)) {
    const number = numberOf(word);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts.size;
}

/** Texts read in turn by either, so that both meet the same load of the machine. */
const inTurn = 50;

/** CPU time in microseconds. */
function costOf(texts: readonly string[], read: (text: string) => unknown): number {
  const start = process.cpuUsage();
  for (const text of texts) read(text);
  const used = process.cpuUsage(start);
  return used.user + used.system;
}

export const benchmark: Benchmark = {
  title: 'reading headlines in 25 languages',
  run(options) {
    const before = performance.now();
    parseHeadline('CEO at Acme');
    const first = performance.now() - before;
    const headlines = labelled();
    const costs: number[] = [];
    const ratios: number[] = [];
    let number = 0;
    for (let round = 0; round < options.rounds + 2; round += 1) {
      const texts = headlines.map((headline) => `${headline} ${coined((number += 1))}`);
      let [bare, read] = [0, 0];
      for (let from = 0; from < texts.length; from += inTurn) {
        const some = texts.slice(from, from + inTurn);
        bare += costOf(some, countWords);
        read += costOf(some, parseHeadline);
      }
      // The first two rounds warm up.
      if (round < 2) continue;
      costs.push(read / texts.length);
      ratios.push(read / bare);
    }
    const [cost, ratio] = [median(costs), median(ratios)];
    const rows = [
      {
        'first headline, ms': round(first, 0),
        'each different headline, µs CPU': round(cost, 1),
        'times a bare count of its words': round(ratio, 1),
      },
    ];
    return Promise.resolve({
      sections: [{ title: 'Headlines', rows }],
      targets: [
        { name: 'a headline not read before, times a bare count of its words', limit: 45, value: ratio, sense: 'most' },
      ],
    });
  },
};
