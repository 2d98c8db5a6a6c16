// The tests as always, with one change planted in what is compiled, or with probes; no file of the repository is touched.
const base = require('../../jest.config.cjs');

module.exports = {
  ...base,
  rootDir: '../..',
  // Which tests run is chosen before (run-tests.mjs); those of test/full may be among them.
  testPathIgnorePatterns: ['/node_modules/'],
  runtime: '<rootDir>/scripts/mutation/runtime.cjs',
  testEnvironment: '<rootDir>/scripts/mutation/environment.cjs',
  // A mistake often makes a test wait for ever: the sooner that is said, the better.
  testTimeout: 90_000,
  transform: { ...base.transform, '^.+\\.tsx?$': '<rootDir>/scripts/mutation/transform.cjs' },
  setupFilesAfterEnv: ['<rootDir>/scripts/mutation/record.cjs'],
  reporters: ['<rootDir>/scripts/mutation/reporter.cjs'],
};
