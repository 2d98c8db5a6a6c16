// Compiles as jest.config.cjs says, but for the file that is changed, or that has probes (see run-tests.mjs).
const { changed } = require('./changed.cjs');
const [package, options] = require('../../jest.config.cjs').transform['^.+\\.tsx?$'];

const swc = require(package).createTransformer(options);
module.exports = {
  ...swc,
  process: (source, path, jestOptions) => swc.process(changed(source, path), path, jestOptions),
  // The change is part of the key: of a compiled file no other run may make use.
  getCacheKey: (source, path, jestOptions) => swc.getCacheKey(changed(source, path), path, jestOptions),
};
