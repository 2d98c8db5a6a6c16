// `npm run bench -- proofs`: hours of what the tests try a few times. Every file that asks for `atLength` or `propertyRuns`, with more
// rounds, kills, rows and cases: properties on SQLite, the rest on every database that this machine has. Then, as often as in
// `npm run test:full`, what that tries on MariaDB alone, on MySQL.
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const full = require('./jest.full.config.cjs');

const [project] = full.projects;
const mariadb = full.projects.find(({ displayName }) => displayName === 'MariaDB');
/** Test files below a folder that ask for one of these. */
const asking = (folder, pattern) =>
  readdirSync(join(__dirname, folder), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(__dirname, folder, path))
    .filter((path) => pattern.test(readFileSync(path, 'utf8')));
const support = (...names) => names.map((name) => `<rootDir>/test/support/${name}.ts`);
const inFull = asking('test/full', /\b(atLength|propertyRuns|killsWanted)\(/);
const properties = asking('test', /\bpropertyRuns\(/).filter((path) => !inFull.includes(path));

module.exports = {
  ...full,
  testTimeout: 3_600_000,
  maxWorkers: 2,
  projects: [
    {
      ...project,
      displayName: 'properties',
      testMatch: properties,
      setupFiles: support('proofs', 'properties', 'on-sqlite'),
    },
    { ...project, displayName: 'full', testMatch: inFull, setupFiles: support('proofs', 'properties') },
    { ...mariadb, displayName: 'MySQL', setupFiles: support('properties', 'on-mysql') },
  ].map((named) => ({ ...named, testTimeout: 3_600_000 })),
};
