// Changes the sources by one small mistake at a time and runs the tests that come by it: which mistakes does no test notice?
// See docs/internals/mutation.md.
//
//   npm run mutate -- --since main                        lines changed since a commit
//   npm run mutate -- --files src/rules/credits --sample 40     folders, files or globs
//   npm run mutate -- --files src/rules/credits --list          only says what would be tried
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { allMutants, sampleOf, sourceFiles } from './choose.mjs';
import { compilerOf } from './compiler.mjs';
import { Coverage, relatedTests, TestProcess, tryMutant } from './run-tests.mjs';

const { values: options } = parseArgs({
  options: {
    since: { type: 'string' },
    files: { type: 'string', multiple: true },
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    /** Paths of tests that may be run, of those of `npm test` … */
    tests: { type: 'string', default: '' },
    /** … and of test/full. */
    full: { type: 'boolean', default: false },
    /** Seconds of tests for one mutant, by what they take without it. */
    seconds: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '1' },
    'at-least': { type: 'string', default: '0' },
    /** The verdicts so far, written after each: what is ended early is a smaller sample, and goes on where it ended. */
    json: { type: 'string' },
    /** Where it is kept which test comes by which line. */
    cache: { type: 'string', default: 'node_modules/.cache/leadlight-mutation.json' },
    list: { type: 'boolean', default: false },
  },
});

const root = process.cwd();
const oneLine = (text) => text.replace(/\s+/g, ' ').slice(0, 90);
const describe = ({ file, line, was, becomes }) =>
  `${file}:${line}  ${oneLine(was)}  ->  ${oneLine(becomes) || '(nothing)'}`;
const number = (name) => {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`);
  return value;
};

/** Share of the mutants that were noticed, by folder. */
function scores(results) {
  const folders = new Map();
  for (const { mutant, status } of results) {
    const folder = dirname(mutant.file);
    const { killed = 0, all = 0 } = folders.get(folder) ?? {};
    folders.set(folder, { killed: killed + (status === 'killed' ? 1 : 0), all: all + 1 });
  }
  return [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
}

const percent = ({ killed, all }) => (all === 0 ? 100 : Math.round((1000 * killed) / all) / 10);

async function main() {
  const patterns = options.files ?? ['config', 'tools', 'src', 'packages/reader/src'];
  const files = sourceFiles(root, patterns);
  if (files.length === 0) throw new Error(`No source file matches ${patterns.join(', ')}`);
  const mutants = allMutants(root, files, options.since);
  const sample = sampleOf(mutants, number('sample'), options.seed);
  console.log(`${sample.length} of ${mutants.length} mutants in ${files.length} files, seed ${options.seed}`);
  if (options.list) {
    for (const mutant of sample) console.log(describe(mutant));
    return;
  }
  if (sample.length === 0) return;

  const sources = [...new Set(sample.map(({ file }) => file))];
  const allowed = new RegExp(options.tests);
  const tests = (await relatedTests(root, sources, options.full)).filter((test) => allowed.test(test));
  const coverage = new Coverage(root, join(root, options.cache));
  // Of named files all are learnt at once: another seed has others of them.
  const learnt = options.files && !options.since ? files : sources;
  await coverage.learn(tests, learnt, Math.max(1, number('jobs')), (text) => console.log(text));

  const refusalOf = compilerOf(root, sources);
  const before = options.json && existsSync(options.json) ? JSON.parse(readFileSync(options.json, 'utf8')) : [];
  const verdictOf = (mutant) => before.find((one) => isDeepStrictEqual(one.mutant, mutant));
  const results = sample.flatMap((mutant) => verdictOf(mutant) ?? []);
  const waiting = sample.filter((mutant) => !verdictOf(mutant));
  const work = async () => {
    const worker = new TestProcess(root);
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const refusal = refusalOf(mutant);
      const result =
        refusal === undefined
          ? await tryMutant(worker, mutant, coverage, tests, 1000 * number('seconds'))
          : { status: 'refused', by: refusal, left: 0 };
      results.push({ mutant, ...result });
      if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
      const more = result.status === 'survived' && result.left > 0 ? ` (${result.left} test files not tried)` : '';
      console.log(
        `${result.status.padEnd(8)}  ${describe(mutant)}${more}${result.by ? `\n            ${oneLine(result.by)}` : ''}`,
      );
    }
    worker.end();
  };
  await Promise.all(Array.from({ length: Math.max(1, number('jobs')) }, work));

  // What the compiler refuses is no mistake that anybody can make.
  const tried = results.filter(({ status }) => status !== 'refused');
  const total = { killed: tried.filter(({ status }) => status === 'killed').length, all: tried.length };
  console.log('\nnot noticed:');
  for (const { mutant, status } of tried) if (status !== 'killed') console.log(`  ${describe(mutant)}  [${status}]`);
  console.log('\nscore by folder:');
  for (const [folder, score] of scores(tried))
    console.log(`  ${folder}  ${score.killed} of ${score.all}, ${percent(score)} %`);
  console.log(
    `  all  ${total.killed} of ${total.all}, ${percent(total)} %; ${results.length - tried.length} refused by the compiler`,
  );
  if (percent(total) < number('at-least')) process.exitCode = 1;
}

await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
