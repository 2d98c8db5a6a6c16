// A process that runs test files, one message after the other. Packages and the reader stay loaded.
const { join } = require('node:path');

const root = join(__dirname, '..', '..');
const before = { ...process.env };
const { runCLI } = require('jest');

/** One file, under what is planned. @returns when it came to its end; the reporter wrote down how. */
async function run({ test, variables }) {
  // A run adds to NODE_OPTIONS what tests need.
  for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before, variables);
  const config = join(root, 'scripts/mutation/jest.config.cjs');
  await runCLI({ _: [test], $0: 'jest', config, ci: true, runInBand: true, runTestsByPath: true }, [root]);
}

// What a change left behind must not end the process between two runs; in a test it fails the test.
process.on('unhandledRejection', () => undefined);
process.on('message', (message) => {
  run(message).then(
    () => process.send({ done: true }),
    (error) => process.send({ done: false, error: String(error?.stack ?? error) }),
  );
});
