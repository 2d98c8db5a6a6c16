// A process that erases and is killed at some moment: the command itself, or a worker that finishes what another one began.
'use strict';
require('../../oauth/support/typescript.cjs');
const pino = require('pino');
const { privacyKeeper } = require('../../../src/auth/privacy-keeper.ts');
const { runCli } = require('../../../src/interfaces/cli/main.ts');
const { startService } = require('../../../src/service/start.ts');
const { Database } = require('../../../src/database/database.ts');
const { withKeeper } = require('../../../src/store/statements/keeper.ts');
const { startWorker } = require('../../../src/interfaces/worker/worker.ts');

const [kind, ...line] = process.argv.slice(2);
process.on('disconnect', () => process.exit());

async function work() {
  const privacy = privacyKeeper({ DATA_DIR: process.env.DATA_DIR, SUPPRESSION_KEY: undefined });
  const db = withKeeper(await Database.open(process.env.DATABASE_URL), privacy);
  // The test ends the leases of the killed: no slow machine loses that of one who lives.
  startWorker(db, pino({ level: 'silent' }), { concurrency: 2, pollMs: 20 });
  process.send('begun');
}

async function command() {
  process.send('begun');
  process.exitCode = await runCli(line, startService);
  process.disconnect();
}

(kind === 'worker' ? work() : command()).catch((error) => {
  console.error(error);
  process.exit(1);
});
