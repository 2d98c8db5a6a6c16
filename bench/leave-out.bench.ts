/**
 * What each word list and each part of a model of the reader is worth: the reader without it on the sealed sets of headlines and comments.
 * Nothing is learned again, so a list that the models know loses more than it would if they had learned without it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { repository } from '../scripts/database-server';
import { fold, saidOf, sameCompany, storedClasses, tokensOf } from '../packages/reader/src';
import { commentFile, commentSizes } from '../packages/reader/src/comment/comment-model';
import { clusterFile } from '../packages/reader/src/headline/clusters';
import { fileName as headlineFile, sizes } from '../packages/reader/src/headline/model';
import { round, type Benchmark, type Cell } from './harness';
import { measured, type texts } from './leave-out/measure';
import { benchFolder } from './servers';
import type { z } from 'zod';

const folder = join(benchFolder, 'leave-out');
const vocabulary = join(repository, 'packages', 'reader', 'vocabulary');
const judgement = join(repository, 'test', 'judgement');
/** Older labels say buying for each of these. */
const buying = ['request', 'price', 'leaving'];

interface Labelled {
  readonly set: string;
  readonly text: string;
  /** For each field the answers that are right. */
  readonly right: readonly (readonly string[])[];
}

/** What the reader never saw: the sealed sets, and one half of the first. */
function labelled(kind: 'headlines' | 'comments'): Labelled[] {
  const files = readdirSync(join(judgement, kind)).filter((name) => /\.sealed\.tsv$|^untouched/.test(name));
  return files.sort().flatMap((file) => {
    const [, ...lines] = readFileSync(join(judgement, kind, file), 'utf8')
      .replace(/\n$/, '')
      .split('\n');
    return lines.map((line) => {
      const [, text = '', ...cells] = line.split('\t');
      const right = cells.slice(0, kind === 'headlines' ? 4 : 1).map((cell) => cell.split(' || '));
      return { set: `${kind} ${basename(file, '.tsv')}`, text, right };
    });
  });
}

const plain = (text: string) => tokensOf(fold(text)).join(' ');

function isRight(field: number, answers: readonly string[], found: string | null): boolean {
  if (found === null) return answers.includes('null');
  if (field === 3) return answers.some((answer) => plain(answer) === plain(found) || sameCompany(answer, found));
  return answers.some((answer) => plain(answer) === plain(found));
}

type Measured = z.output<typeof measured>;

/** How many points each set and field has. */
function scores(headlines: readonly Labelled[], comments: readonly Labelled[], read: Measured): Map<string, number> {
  const totals = new Map<string, { right: number; of: number }>();
  const count = (name: string, right: boolean) => {
    const total = totals.get(name) ?? { right: 0, of: 0 };
    totals.set(name, { right: total.right + (right ? 1 : 0), of: total.of + 1 });
  };
  headlines.forEach(({ set, right }, at) => {
    for (const [field, name] of ['title', 'seniority', 'function', 'company'].entries())
      count(`${set} ${name}`, isRight(field, right[field] ?? [], read.jobs[at]?.[field] ?? null));
  });
  comments.forEach(({ set, right }, at) => {
    const said = saidOf(storedClasses.find((name) => name === read.classes[at]) ?? null) ?? '';
    const answers = right[0] ?? [];
    count(set, answers.includes(said) || (answers.includes('buying') && buying.includes(said)));
  });
  return new Map([...totals].map(([name, { right, of }]) => [name, (100 * right) / of]));
}

interface Variant {
  readonly name: string;
  /** The file that is replaced, in the folder of lists. */
  readonly file: string;
  readonly without: (file: Buffer) => Buffer;
}

/** A list without its lines. */
const header = (file: Buffer) => file.subarray(0, file.indexOf('\n') + 1);
/** A model that says nothing in some of its bytes. */
const silent = (from: number, to: number) => (file: Buffer) => gzipSync(gunzipSync(file).fill(0, from, to));

function variants(): Variant[] {
  const lists = readdirSync(vocabulary, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsv'));
  const models = [
    [headlineFile, 'words', 0, sizes.words],
    [headlineFile, 'steps', sizes.words, sizes.words + 2 * sizes.steps],
    [headlineFile, 'ends', sizes.words + 2 * sizes.steps, sizes.words + 2 * (sizes.steps + sizes.ends)],
    [commentFile, 'evidence of the lists', 0, commentSizes.evidence],
    [commentFile, 'words and letters', commentSizes.evidence, commentSizes.evidence + commentSizes.words],
    [commentFile, 'all', 0, commentSizes.evidence + commentSizes.words],
  ] as const;
  return [
    ...lists.sort().map((name) => ({ name, file: name, without: header })),
    { name: clusterFile, file: clusterFile, without: () => gzipSync('0 nothing\n') },
    ...models.map(([file, part, from, to]) => ({ name: `${file}, ${part}`, file, without: silent(from, to) })),
  ];
}

/** A copy of the program with lists of its own: the lists beside the nearest folder above it count. */
function read(variant: Variant | null): Measured {
  const lists = join(folder, 'program', 'packages', 'reader', 'vocabulary');
  rmSync(lists, { recursive: true, force: true });
  cpSync(vocabulary, lists, { recursive: true });
  if (variant !== null) {
    const path = join(vocabulary, variant.file);
    writeFileSync(join(lists, variant.file), variant.without(readFileSync(path)));
  }
  const output = join(folder, 'found.json');
  const program = join(folder, 'program', 'bench', 'leave-out', 'measure.js');
  execFileSync(process.execPath, ['--expose-gc', program, join(folder, 'texts.json'), output]);
  return measured.parse(JSON.parse(readFileSync(output, 'utf8')));
}

export const benchmark: Benchmark = {
  title: 'the reader without each list and each part of its models',
  run({ say, scale }) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(join(repository, 'dist', 'bench'), join(folder, 'program'), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const [headlines, comments] = [labelled('headlines'), labelled('comments')];
    const given: z.output<typeof texts> = {
      headlines: headlines.map(({ text }) => text),
      comments: comments.map(({ text }) => text),
    };
    writeFileSync(join(folder, 'texts.json'), JSON.stringify(given));
    const whole = read(null);
    const base = scores(headlines, comments, whole);
    const rows: Record<string, Cell>[] = [];
    const all = variants();
    for (const variant of all.slice(0, Math.ceil(all.length * scale))) {
      const one = read(variant);
      const lost = [...scores(headlines, comments, one)]
        .map(([set, score]) => ({ set, points: (base.get(set) ?? 0) - score }))
        .sort((a, b) => b.points - a.points);
      const changed =
        one.jobs.filter((job, at) => job.join() !== whole.jobs[at]?.join()).length +
        one.classes.filter((name, at) => name !== whole.classes[at]).length;
      const worst = lost[0];
      const row = {
        without: variant.name,
        KB: round(statSync(join(vocabulary, variant.file)).size / 1024, 0),
        'MB of heap less': round(whole.heap - one.heap, 2),
        'MB of buffers less': round(whole.buffers - one.buffers, 2),
        'µs of a headline': round(one.headline, 0),
        'µs of a comment': round(one.comment, 0),
        'readings changed': changed,
        'points lost at most': round(worst?.points ?? 0, 1),
        'in the set': (worst?.points ?? 0) > 0 ? (worst?.set ?? '') : '',
        'sets that lose more than a point': lost.filter(({ points }) => points > 1).length,
        'points won at most': round(-(lost.at(-1)?.points ?? 0), 1),
      };
      say(`leave-out: ${JSON.stringify(row)}`);
      rows.push(row);
    }
    rmSync(folder, { recursive: true, force: true });
    const title = `${headlines.length} headlines, ${comments.length} comments; whole: ${round(whole.heap, 1)} MB of heap, ${round(whole.buffers, 1)} MB of buffers, ${round(whole.headline, 0)} µs a headline, ${round(whole.comment, 0)} µs a comment`;
    return Promise.resolve({
      sections: [{ title, rows }],
      targets: [{ name: 'heap of the reader, MB', limit: 30, value: whole.heap, sense: 'most' }],
    });
  },
};
