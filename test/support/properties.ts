/** Runs in every test file before its tests: properties are tried with the seed of the run. */
import fc from 'fast-check';
import { join } from 'node:path';
import { threadOptions } from '../../src/shared/thread';
import { runSeed } from './run-seed';

fc.configureGlobal({ seed: runSeed });
// Services that a file starts one after another listen for the end of one process; each alone is no leak.
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
// Threads of the service run TypeScript, as the tests do.
threadOptions.push('--require', join(__dirname, '../oauth/support/typescript.cjs'));
