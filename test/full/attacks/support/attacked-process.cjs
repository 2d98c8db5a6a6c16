// The service as a process of its own that tells what it holds (heap after a collection, open descriptors) and how long its event
// loop was held.
'use strict';
require('../../../oauth/support/typescript.cjs');
const { readdirSync, readFileSync } = require('node:fs');
const { loadSettings } = require('../../../../config/settings.ts');
const { startService } = require('../../../../src/main.ts');

// How late a timer is, without the time in which the thread was ready and another process had the processor: the second number of
// this file, in nanoseconds (https://docs.kernel.org/scheduler/sched-stats.html). Elsewhere than on Linux that time counts too.
const every = 2;
function waited() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
let held = [];
let last = { at: performance.now(), waited: waited() };
setInterval(() => {
  const now = { at: performance.now(), waited: waited() };
  held.push(Math.max(0, now.at - last.at - every - (now.waited - last.waited)));
  last = now;
}, every);

process.on('message', async (what) => {
  if (what === 'held') {
    const sorted = held.sort((a, b) => a - b);
    held = [];
    return void process.send({ longest: sorted.at(-1) ?? 0, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0 });
  }
  // What was closed is let go in later turns of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 300));
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send({ megabytes: (heapUsed + external) / 2 ** 20, descriptors: readdirSync('/proc/self/fd').length });
});
process.on('disconnect', () => process.exit());
startService(loadSettings(process.env)).then(
  ({ port }) => process.send({ port }),
  (error) => process.send({ error: String(error) }),
);
