/**
 * jest's loader of modules, with three things shared by the files of a worker: packages are loaded once, by Node itself; a file of
 * ours is compiled once, and run again for each test file; and the files named below are run once. Loading all of them for each file
 * took half of the time of `npm test`. Needs one realm for all files (one-realm-environment.cjs).
 */
const { createRequire } = require('node:module');
const { join, sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const nativeRequire = createRequire(module.filename);
/** Packages by the name they are asked for. */
const packages = new Map();
/** Compiled files by name, with the text they were compiled from. */
const compiled = new Map();
/** What the files that are run once export, by name. */
const ran = new Map();

const isPackage = (name) => !/^(\.|\/|node:|@jest\/globals$)/.test(name);

const root = join(__dirname, '..', '..');
/** They hold nothing but lists and what they remember of them, and import packages and each other alone. */
const shared = ['packages/reader/src', 'src/rules', 'src/shared/text', 'src/shared/i18n', 'src/shared/values.ts'].map(
  (path) => join(root, path),
);
/** Those of them in use: scripts/mutation takes out what it changes. */
const runOnce = [...shared];
const isRunOnce = (path) =>
  runOnce.some((one) => path === one || path.startsWith(one + sep)) && !path.includes('.test.');

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
    if (name.startsWith('node:') || this.mockState.shouldMockCjs(from, name).shouldMock)
      return super.requireModuleOrMock(from, name);
    if (isPackage(name)) {
      if (!packages.has(name)) packages.set(name, nativeRequire(name));
      return packages.get(name);
    }
    // jest.isolateModules runs files again.
    if (name.startsWith('@') || this.registries.isIsolated()) return super.requireModuleOrMock(from, name);
    const path = this._resolution.resolveCjs(from, name);
    if (!isRunOnce(path)) return super.requireModuleOrMock(from, name);
    if (!ran.has(path)) ran.set(path, super.requireModuleOrMock(from, name));
    return ran.get(path);
  }
}

module.exports = { __esModule: true, default: SharedPackagesRuntime, shared, runOnce };
