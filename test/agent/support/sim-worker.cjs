// A worker whose clock is a file: `sim-worker.cjs DATABASE_URL FILES_DIR CLOCK_FILE`. A number that its parent sends is the step of
// its jobs, counted from then on, at which it is killed.
'use strict';
require('../../oauth/support/typescript.cjs');
const { readFileSync } = require('node:fs');
const { pino } = require('pino');
const { Database } = require('../../../src/database/database.ts');
const { systemClock } = require('../../../src/jobs/clock.ts');
const { Runner } = require('../../../src/jobs/runner.ts');
const { disturbed } = require('./disturbed.ts');
const { jobsOver } = require('./jobs.ts');

const [, , url, folder, clockFile] = process.argv;
const clock = { now: () => Number(readFileSync(clockFile, 'utf8')), monotonic: systemClock.monotonic };
let left = Infinity;
process.on('message', (steps) => {
  left = steps;
  process.send({ told: true });
});
function step() {
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
}
let jobs = jobsOver(folder, { sync: { schedule: '25 */6 * * *' } });
for (const { name } of jobs) jobs = disturbed(jobs, name, step);

Database.open(url).then((db) => {
  const log = pino({ level: 'silent' });
  new Runner({
    db,
    log,
    jobs,
    clock,
    concurrency: 2,
    pollMs: 5,
    leaseMs: 60_000,
  }).start();
  process.send({ ready: true });
});
process.on('disconnect', () => process.exit());
