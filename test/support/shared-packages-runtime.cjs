/**
 * jest's loader of modules, with two things shared by the files of a worker: packages are loaded once, by Node itself, and a file of
 * ours is compiled once; each test file still runs it again, so nothing of ours is shared. Loading both for each file took a third of
 * the time of `npm test`. Needs one realm for all files (one-realm-environment.cjs).
 */
const { createRequire } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const nativeRequire = createRequire(module.filename);
/** Packages by the name they are asked for. */
const packages = new Map();
/** Compiled files by name, with the text they were compiled from. */
const compiled = new Map();

const isPackage = (name) => !/^(\.|\/|node:|@jest\/globals$)/.test(name);

class SharedPackagesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    executor.compile = (source, filename) => {
      if (this._environment.global === null) return null;
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModuleOrMock(from, name) {
    if (!isPackage(name) || this.mockState.shouldMockCjs(from, name).shouldMock)
      return super.requireModuleOrMock(from, name);
    if (!packages.has(name)) packages.set(name, nativeRequire(name));
    return packages.get(name);
  }
}

module.exports = { __esModule: true, default: SharedPackagesRuntime };
