// The service as a process of its own that tells what it holds: heap after a collection, and open descriptors.
'use strict';
require('../../oauth/support/typescript.cjs');
const { readdirSync } = require('node:fs');
const { loadSettings } = require('../../../config/settings.ts');
const { startService } = require('../../../src/main.ts');

process.on('message', async () => {
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
