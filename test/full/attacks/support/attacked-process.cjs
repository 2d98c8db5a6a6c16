// The service as a process of its own that tells what it holds (heap after a collection, open descriptors) and how long its event
// loop was held.
'use strict';
require('../../../oauth/support/typescript.cjs');
const { readdirSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { loadSettings } = require('../../../../config/settings.ts');
const { startService } = require('../../../../src/service/start.ts');

// How long one turn of the event loop took since it was asked last.
const turns = monitorEventLoopDelay({ resolution: 2 });
turns.enable();

process.on('message', async (what) => {
  if (what === 'held') {
    process.send({ longest: turns.max / 1e6, p99: turns.percentile(99) / 1e6 });
    return void turns.reset();
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
