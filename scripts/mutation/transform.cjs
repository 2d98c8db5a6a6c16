// Compiles as jest.config.cjs says, but for the file that is changed, or that has probes (see run-tests.mjs).
const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const [package, options] = require('../../jest.config.cjs').transform['^.+\\.tsx?$'];

const root = join(__dirname, '..', '..');
const plan = JSON.parse(readFileSync(process.env.LEADLIGHT_MUTATION_PLAN, 'utf8'));
const { mutant } = plan;
const probed = new Map(Object.entries(plan.probed ?? {}));

function changed(source, path) {
  const file = relative(root, path);
  if (probed.has(file)) return probed.get(file);
  if (mutant?.file !== file) return source;
  if (source.slice(mutant.start, mutant.end) !== mutant.was) throw new Error(`${file} was edited meanwhile`);
  return source.slice(0, mutant.start) + mutant.becomes + source.slice(mutant.end);
}

const swc = require(package).createTransformer(options);
module.exports = {
  ...swc,
  process: (source, path, jestOptions) => swc.process(changed(source, path), path, jestOptions),
  // The change is part of the key: of a compiled file no other run may make use.
  getCacheKey: (source, path, jestOptions) => swc.getCacheKey(changed(source, path), path, jestOptions),
};
