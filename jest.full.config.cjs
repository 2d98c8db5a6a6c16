// `npm run test:full`: what `npm test` leaves out. Two parts, each by what its files ask for:
//   full        test/full: servers, browser, processes, attacks
//   servers     suites outside of it that ask for databases (availableDatabases): those of the store and of jobs, where the statements
//               are, on MariaDB and MySQL
//   MariaDB     the others of them, on one of the two; the proofs have the other
// More rounds, kills and cases of the same: `npm run bench -- proofs` (jest.proofs.config.cjs).
const { readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { testTimeout: _shorter, reporters, ...quick } = require('./jest.config.cjs');

/** Servers on a busy machine are slower still; a test that hangs ends all the same. */
const testTimeout = 600_000;

const quickFiles = ['config', 'tools', 'src', 'packages/reader', 'test'].flatMap((folder) =>
  readdirSync(join(__dirname, folder), { recursive: true })
    .filter((path) => path.endsWith('.test.ts') && !(folder === 'test' && path.startsWith('full')))
    .map((path) => join(__dirname, folder, path)),
);
const asking = quickFiles.filter((path) => readFileSync(path, 'utf8').includes('availableDatabases('));
const aboutStatements = (path) => /^test\/(store|jobs)\//.test(relative(__dirname, path));
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
  // Twice the cores of a small machine. With five both cores are busy all the time too, and pages wait longer for their answers.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  reporters,
  globalSetup,
  globalTeardown,
  projects: [
    { ...named('full', ['<rootDir>/test/full/**/*.test.ts'], setup()), testTimeout },
    { ...named('servers', asking.filter(aboutStatements), setup('on-servers')), testTimeout },
    {
      ...named(
        'MariaDB',
        asking.filter((path) => !aboutStatements(path)),
        setup('on-mariadb'),
      ),
      testTimeout,
    },
  ],
};
