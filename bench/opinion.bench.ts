/**
 * What a second opinion gains and costs: the sealed sets of comments, with made-up models that are right in a given share of comments,
 * by how unsure the built-in reader must be. A model that is wrong says plain, or question where plain is the truth.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../scripts/database-server';
import { digestOf, opinionBelow, questionOf } from '../src/rules/opinion/question';
import { withoutNames } from '../src/rules/privacy/without-names';
import { readComment } from '../packages/reader/src';
import { saidOf } from '../src/shared/values';
import { round, type Benchmark } from './harness';

const folder = join(repository, 'test', 'judgement', 'comments');
const bars = [300, 500, 600, opinionBelow, 850, 950, 1_001];
const accuracies = [85, 90, 95];
/** A token of these models is about four characters of such a text; the answer has eight. */
const charactersOfToken = 4;
const answerTokens = 8;

interface Comment {
  readonly text: string;
  readonly truths: readonly string[];
}

const comments = (): Comment[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sealed.tsv'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(1))
    .flatMap((line) => {
      const [, text = '', truth] = line.split('\t');
      return truth === undefined ? [] : [{ text, truths: truth.split('||').map((one) => one.trim()) }];
    });

/** Whether a model that is right in `percent` of texts is right in this one. */
const isRight = (text: string, percent: number) =>
  createHash('sha256').update(text).digest().readUInt32BE() % 10_000 < percent * 100;

export const benchmark: Benchmark = {
  title: 'second opinions on comments',
  run() {
    const read = comments().map(({ text, truths }) => {
      const { said, confidence } = readComment(text);
      const sent = withoutNames(text, { people: [], companies: [] });
      const tokens = JSON.stringify(questionOf('fake', { comment: sent, post: null })).length / charactersOfToken;
      return { text, truths, confidence, digest: digestOf('fake', sent), tokens, right: truths.includes(saidOf(said)) };
    });
    const percent = (right: number) => round((100 * right) / read.length, 1);
    const alone = percent(read.filter(({ right }) => right).length);
    const rows = bars.map((bar) => {
      const asked = read.filter(({ confidence }) => confidence < bar);
      const distinct = new Map(asked.map((one) => [one.digest, one.tokens]));
      const tokens = [...distinct.values()].reduce((sum, one) => sum + one + answerTokens, 0);
      return {
        'asked below': bar / 1_000,
        'sent, %': percent(asked.length),
        requests: distinct.size,
        'thousand tokens': round(tokens / 1_000, 0),
        'built-in alone, % right': alone,
        ...Object.fromEntries(
          accuracies.map((accuracy) => {
            const right = read.filter((one) => (one.confidence < bar ? isRight(one.text, accuracy) : one.right));
            return [`with one right in ${accuracy} %`, percent(right.length)];
          }),
        ),
      };
    });
    return Promise.resolve({
      sections: [{ title: `${read.length} comments of the sealed sets`, rows }],
      targets: [],
    });
  },
};
