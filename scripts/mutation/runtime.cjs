// The loader of modules of all tests, in a process that runs one change after the other: a file that was changed is compiled anew.
const { join, sep } = require('node:path');
const { default: SharedPackagesRuntime, shared, runOnce } = require('../../test/support/shared-packages-runtime.cjs');
const { plan } = require('./changed.cjs');

const root = join(__dirname, '..', '..');
const reader = join(root, 'packages', 'reader', 'src');
const isBelow = (file, folder) => file === folder || file.startsWith(folder + sep);
/** Files that are run once, when one of them is changed: the reader imports no others. Before it, all of them. */
const kept = (changed) => {
  const isChanged = (folder) => changed.some((file) => isBelow(file, folder));
  if (!shared.some(isChanged)) return shared;
  return isChanged(reader) ? [] : [reader];
};
/** Files whose compiled text in jest's memory has a change. */
let stale = [];

class MutationRuntime extends SharedPackagesRuntime {
  constructor(config, environment, resolver, transformer, ...rest) {
    super(config, environment, resolver, transformer, ...rest);
    const { mutant, probed = {} } = plan();
    const changed = [...(mutant ? [mutant.file] : []), ...Object.keys(probed)].map((file) => join(root, file));
    const compiled = transformer._cache.transformedFiles;
    for (const key of compiled.keys())
      if ([...stale, ...changed].some((file) => key.startsWith(file))) compiled.delete(key);
    stale = changed;
    runOnce.splice(0, runOnce.length, ...kept(changed));
  }
}

module.exports = { __esModule: true, default: MutationRuntime };
