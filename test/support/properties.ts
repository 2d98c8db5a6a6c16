/** Runs in every test file before its tests: properties are tried with the seed of the run. */
import fc from 'fast-check';
import { runSeed } from './run-seed';

fc.configureGlobal({ seed: runSeed });
