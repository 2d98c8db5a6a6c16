/* global afterAll, expect */
// Notes by which probes the test file came.
const { appendFileSync } = require('node:fs');

const output = process.env.LEADLIGHT_MUTATION_HITS;
if (output) {
  const hits = {};
  globalThis.leadlightProbe = (file, number) => void (hits[file] ??= new Set()).add(number);
  afterAll(() => {
    const numbers = Object.fromEntries(Object.entries(hits).map(([file, set]) => [file, [...set]]));
    appendFileSync(output, `${JSON.stringify({ test: expect.getState().testPath, hits: numbers })}\n`);
  });
}
