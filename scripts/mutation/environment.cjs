// The environment of all tests. Tests that do not come by the mistake are skipped, and once one of a file failed, the others of the
// file too: the mistake was noticed.
const { join, relative } = require('node:path');
const { plan } = require('./changed.cjs');

const root = join(__dirname, '..', '..');
const { testEnvironment = 'jest-environment-node' } = require('../../jest.config.cjs');

const exported = require(testEnvironment.replace('<rootDir>', root));

/** The name of a test with those of what it stands in, as reports have it. */
function fullName({ name, parent }) {
  const before = parent && parent.name !== 'ROOT_DESCRIBE_BLOCK' ? `${fullName(parent)} ` : '';
  return `${before}${name}`;
}

module.exports = class MutationEnvironment extends (exported.TestEnvironment ?? exported) {
  constructor(config, context) {
    super(config, context);
    const { mutant, only = {} } = plan();
    this.mutant = mutant;
    this.only = only[relative(root, context.testPath)];
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.noticed = true;
    if (name === 'test_start') {
      const called = fullName(test);
      if ((this.mutant && this.noticed) || (this.only && !this.only.includes(called))) test.mode = 'skip';
      // What comes by a probe between tests belongs to the file.
      this.global.leadlightTest = called;
    }
    if (name === 'test_done') this.global.leadlightTest = '';
  }
};
