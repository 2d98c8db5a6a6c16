// `npm test`: what needs nothing but Node, on SQLite. jest.full.config.cjs has the rest.
const { availableParallelism, freemem, loadavg } = require('node:os');

// Tests run straight from TypeScript: swc strips the types, `npm run typecheck` checks them.
const swc = [
  '@swc/jest',
  { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
];
// Packages published as ES modules only; jest needs them as CommonJS.
const esmOnly = ['oauth4webapi', 'jose', 'pkce-challenge', 'eventsource', 'eventsource-parser'];
/**
 * One more than the cores, because some tests wait for timers. Where others use the cores too, each process gets a share of them:
 * more workers then get more of the machine.
 */
const cores = availableParallelism();
const busy = loadavg()[0] > 0.75 * cores && freemem() > 8 * 2 ** 30;
const maxWorkers = Math.min(busy ? 4 * cores : cores + 1, 8);

module.exports = {
  testEnvironment: '<rootDir>/test/support/one-realm-environment.cjs',
  runtime: '<rootDir>/test/support/shared-packages-runtime.cjs',
  testMatch: ['<rootDir>/{config,tools,src,packages/reader,test}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/full/'],
  transform: { '^.+\\.tsx?$': swc, '^.+\\.m?js$': swc },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  setupFiles: ['<rootDir>/test/support/properties.ts', '<rootDir>/test/support/on-sqlite.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/no-connection-faults.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // A busy machine is slow; a test that hangs still ends.
  testTimeout: 240_000,
  maxWorkers,
  reporters: ['<rootDir>/test/support/line-reporter.cjs'],
};
