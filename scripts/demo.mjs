// From a fresh clone to a running service with something to look at. See `leadlight demo --help`.
import { createRequire } from 'node:module';
import { ensureBuilt, ensurePackages } from './support.mjs';

ensurePackages();
ensureBuilt();
process.env.LOG_LEVEL ||= 'warn';
process.argv.splice(2, 0, 'demo');
createRequire(import.meta.url)('../bin/leadlight.js');
