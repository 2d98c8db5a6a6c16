// The environment of all tests. Once a test of a file failed, the others of the file are skipped: the mistake was noticed.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { testEnvironment = 'jest-environment-node' } = require('../../jest.config.cjs');

const exported = require(testEnvironment.replace('<rootDir>', join(__dirname, '..', '..')));
const { mutant } = JSON.parse(readFileSync(process.env.LEADLIGHT_MUTATION_PLAN, 'utf8'));

module.exports = class MutationEnvironment extends (exported.TestEnvironment ?? exported) {
  handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.noticed = true;
    if (name === 'test_start' && mutant && this.noticed) test.mode = 'skip';
  }
};
