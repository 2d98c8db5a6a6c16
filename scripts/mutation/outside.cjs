// For threads and processes that tests start: their sources have the same change, or the same probes, as those of the tests.
// `test/oauth/support/typescript.cjs` compiles them.
const { appendFileSync } = require('node:fs');
const { LEADLIGHT_MUTATION_HITS: output, LEADLIGHT_MUTATION_PLAN: plan, LEADLIGHT_MUTATION_TEST: test } = process.env;

// A test may start a process without the environment.
if (plan !== undefined) globalThis.leadlightChanged = require('./changed.cjs').changed;

const seen = new Set();
// At once: a thread or a process may be ended at any moment.
globalThis.leadlightProbe = (file, number) => {
  const probe = `${file}:${number}`;
  if (output === undefined || seen.has(probe)) return;
  seen.add(probe);
  appendFileSync(output, `${JSON.stringify({ test, hits: { [file]: [number] } })}\n`);
};
