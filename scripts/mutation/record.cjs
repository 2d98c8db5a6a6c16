/* global afterAll, expect */
// Notes by which probes each test of the file came, and tells the threads and processes that it starts what is planned.
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const { LEADLIGHT_MUTATION_HITS: output, LEADLIGHT_MUTATION_PLAN: plan } = process.env;
const test = expect.getState().testPath;
process.env.LEADLIGHT_MUTATION_TEST = test;

// A thread has no environment.
const thread = join(__dirname, '..', '..', 'src', 'shared', 'thread.ts');
if (existsSync(thread)) {
  const told = { LEADLIGHT_MUTATION_HITS: output, LEADLIGHT_MUTATION_PLAN: plan, LEADLIGHT_MUTATION_TEST: test };
  const begin = join(dirname(plan), `${process.hrtime.bigint()}.cjs`);
  const outside = JSON.stringify(join(__dirname, 'outside.cjs'));
  writeFileSync(begin, `Object.assign(process.env, ${JSON.stringify(told)});\nrequire(${outside});\n`);
  require(thread).threadOptions.unshift('--require', begin);
}

if (output) {
  const hits = {};
  globalThis.leadlightProbe = (file, number) => {
    const name = globalThis.leadlightTest ?? '';
    ((hits[name] ??= {})[file] ??= new Set()).add(number);
  };
  afterAll(() => {
    for (const [name, files] of Object.entries(hits)) {
      const numbers = Object.fromEntries(Object.entries(files).map(([file, set]) => [file, [...set]]));
      appendFileSync(output, `${JSON.stringify({ test, name, hits: numbers })}\n`);
    }
  });
}
