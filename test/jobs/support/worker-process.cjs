// A worker as a process of its own, to be killed: which database and how fast comes as JSON in the environment.
'use strict';
require('../../oauth/support/typescript.cjs');
const pino = require('pino');
const { Database } = require('../../../src/database/database.ts');
const { startWorker } = require('../../../src/interfaces/worker/worker.ts');
const { deliveryJob } = require('../../../src/webhooks/delivery-job.ts');
const { withKeeper } = require('../../../src/store/statements/keeper.ts');
const { memoryKeeper } = require('../../support/keeper.ts');
const { stepJob } = require('./step-job.ts');

async function main() {
  const { url, webhookHosts = [], ...options } = JSON.parse(process.env.LEADLIGHT_TEST_WORKER);
  const db = withKeeper(await Database.open(url), memoryKeeper());
  const log = pino({ level: process.env.LEADLIGHT_TEST_LOG ?? 'silent' }, pino.destination({ dest: 2, sync: true }));
  startWorker(db, log, { ...options, jobs: [stepJob, deliveryJob({ allowedHosts: webhookHosts })] });
  process.send({ ready: true });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
process.on('disconnect', () => process.exit());
