// The service as a process of its own that tells what it holds (heap after a collection, open descriptors) and how long its event
// loop stood still.
'use strict';
require('../../oauth/support/typescript.cjs');
const { readdirSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { loadSettings } = require('../../../config/settings.ts');
const { startService } = require('../../../src/main.ts');

const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();

process.on('message', async (what) => {
  if (what === 'delay') {
    const [longest, p99] = [delay.max / 1e6, delay.percentile(99) / 1e6];
    delay.reset();
    return void process.send({ longest, p99 });
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
