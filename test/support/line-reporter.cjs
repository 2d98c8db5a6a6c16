// One line per file, the names of what failed at the end, and the totals. What tests print is shown for files that fail.
'use strict';
const { relative } = require('node:path');

class LineReporter {
  #root;
  #failures = [];
  #lastEnd = 0;
  /** For each file that runs: how many of the intervals below it has seen. */
  #running = new Map();

  constructor(config) {
    this.#root = config.rootDir;
  }

  // A file that hangs would otherwise have no name in the output of a run that is ended from outside.
  onRunStart() {
    setInterval(() => {
      for (const [path, seen] of this.#running) {
        this.#running.set(path, seen + 1);
        if (seen >= 2) process.stderr.write(`...  ${path} has been running for over ${5 * seen} minutes\n`);
      }
    }, 300_000).unref();
  }

  onTestFileStart(test) {
    this.#running.set(relative(this.#root, test.path), 0);
  }

  onTestFileResult(test, result) {
    const path = relative(this.#root, test.path);
    this.#running.delete(path);
    const part = test.context.config.displayName?.name;
    const failed = result.numFailingTests > 0 || result.testExecError !== undefined;
    this.#lastEnd = Math.max(this.#lastEnd, result.perfStats.end);
    const seconds = ((result.perfStats.end - result.perfStats.start) / 1_000).toFixed(1);
    process.stderr.write(
      `${failed ? 'FAIL' : 'ok  '} ${part ? `[${part}] ` : ''}${path} (${result.testResults.length} tests, ${seconds} s)\n`,
    );
    if (!failed) return;
    const printed = (result.console ?? []).map(({ message }) => message).join('\n');
    const report = `${path}\n${result.failureMessage ?? ''}${printed}\n`;
    process.stderr.write(`${report}\n`);
    const names = result.testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    for (const name of names.length > 0 ? names : ['could not run']) this.#failures.push(`${path}: ${name}`);
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numTotalTestSuites, numRuntimeErrorTestSuites, startTime } = results;
    if (this.#failures.length > 0) process.stderr.write(`\nWhat failed:\n${this.#failures.join('\n')}\n`);
    const minutes = ((this.#lastEnd - startTime) / 60_000).toFixed(1);
    const broken = numRuntimeErrorTestSuites > 0 ? `, ${numRuntimeErrorTestSuites} files could not run` : '';
    process.stderr.write(
      `\n${numPassedTests} passed, ${numFailedTests} failed${broken}, in ${numTotalTestSuites} files and ${minutes} minutes.\n`,
    );
  }
}

module.exports = LineReporter;
