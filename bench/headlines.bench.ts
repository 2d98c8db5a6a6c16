/** Reading headlines: the first one (which reads the word lists), then headlines that are all different. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../scripts/database-server';
import { parseHeadline } from '../src/rules/qualification/headline';
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

export const benchmark: Benchmark = {
  title: 'reading headlines in 25 languages',
  run(options) {
    const before = performance.now();
    parseHeadline('CEO at Acme');
    const first = performance.now() - before;
    const headlines = labelled();
    const costs: number[] = [];
    let number = 0;
    for (let round = 0; round < options.rounds + 2; round += 1) {
      const texts = headlines.map((headline) => `${headline} ${coined((number += 1))}`);
      const start = process.cpuUsage();
      for (const text of texts) parseHeadline(text);
      const used = process.cpuUsage(start);
      // The first two rounds warm up.
      if (round >= 2) costs.push((used.user + used.system) / texts.length);
    }
    const cost = median(costs);
    const rows = [{ 'first headline, ms': round(first, 0), 'each different headline, µs CPU': round(cost, 1) }];
    return Promise.resolve({
      sections: [{ title: 'Headlines', rows }],
      targets: [
        { name: 'reading the word lists, ms', limit: 100, value: first, sense: 'most' },
        { name: 'a headline not read before, µs', limit: 31, value: cost, sense: 'most' },
      ],
    });
  },
};
