// A worker whose clock is a file, to be killed: `sim-worker.cjs DATABASE_URL FILES_DIR CLOCK_FILE`.
'use strict';
require('../../oauth/support/typescript.cjs');
const { readFileSync } = require('node:fs');
const { pino } = require('pino');
const { Database } = require('../../../src/database/database.ts');
const { systemClock } = require('../../../src/jobs/clock.ts');
const { Runner } = require('../../../src/jobs/runner.ts');
const { jobsOver } = require('./jobs.ts');

const [, , url, folder, clockFile] = process.argv;
const clock = { now: () => Number(readFileSync(clockFile, 'utf8')), monotonic: systemClock.monotonic };
Database.open(url).then((db) => {
  const log = pino({ level: 'silent' });
  new Runner({
    db,
    log,
    jobs: jobsOver(folder, { sync: { schedule: '25 */6 * * *' } }),
    clock,
    concurrency: 2,
    pollMs: 5,
    leaseMs: 60_000,
  }).start();
  process.send({ ready: true });
});
process.on('disconnect', () => process.exit());
