// `npm run test:full`: what `npm test` leaves out. Two parts, each by what its files ask for:
//   full        test/full: servers, browser, processes, attacks
//   servers     suites outside of it that ask for databases (availableDatabases), on those that are servers
// More rounds, kills and cases of the same: `npm run bench -- proofs` (jest.proofs.config.cjs).
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { testTimeout: _shorter, reporters, ...quick } = require('./jest.config.cjs');

/** Servers on a busy machine are slower still; a test that hangs ends all the same. */
const testTimeout = 600_000;

const quickFiles = ['config', 'tools', 'src', 'test'].flatMap((folder) =>
  readdirSync(join(__dirname, folder), { recursive: true })
    .filter((path) => path.endsWith('.test.ts') && !(folder === 'test' && path.startsWith('full')))
    .map((path) => join(__dirname, folder, path)),
);
const asking = (word) => quickFiles.filter((path) => readFileSync(path, 'utf8').includes(`${word}(`));
const setup = (...names) => ['properties', ...names].map((name) => `<rootDir>/test/support/${name}.ts`);
const {
  maxWorkers: _maxWorkers,
  testMatch: _testMatch,
  testPathIgnorePatterns: _ignored,
  globalSetup,
  globalTeardown,
  ...project
} = quick;
const named = (displayName, testMatch, setupFiles) => ({ ...project, displayName, testMatch, setupFiles });

module.exports = {
  testTimeout,
  // Twice the cores of a small machine: most of these wait for servers and processes.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  reporters,
  globalSetup,
  globalTeardown,
  projects: [
    { ...named('full', ['<rootDir>/test/full/**/*.test.ts'], setup()), testTimeout },
    { ...named('servers', asking('availableDatabases'), setup('on-servers')), testTimeout },
  ],
};
