// From a fresh clone to a running service with example data. See `leadlight demo --help`.
import { createRequire } from 'node:module';
import { ensureBuilt, ensurePackages } from './support.mjs';

ensurePackages({ development: false });
await ensureBuilt();
// npm ends only its shell on a signal, and the shell does not pass the signal on. Without this the demo would keep running.
if (process.env.npm_lifecycle_event === 'demo') {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch));
}

process.env.LOG_LEVEL ||= 'warn';
process.argv.splice(2, 0, 'demo');
createRequire(import.meta.url)('../bin/leadlight.js');
