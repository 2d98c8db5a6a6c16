// Writes down how each test file ended, at once: a run that ends with its first failure writes no report of its own.
const { appendFileSync } = require('node:fs');

module.exports = class Reporter {
  onTestResult({ path }, { testExecError, testResults, perfStats, numFailingTests }) {
    const failed = testResults.find(({ status }) => status === 'failed')?.fullName;
    const passes = numFailingTests === 0 && !testExecError;
    const times = Object.fromEntries(testResults.map(({ fullName, duration }) => [fullName, duration ?? 0]));
    const line = { path, ms: perfStats.runtime, times, passes, failed: failed ?? (passes ? null : 'does not load') };
    if (process.env.LEADLIGHT_MUTATION_RESULTS)
      appendFileSync(process.env.LEADLIGHT_MUTATION_RESULTS, `${JSON.stringify(line)}\n`);
  }
};
