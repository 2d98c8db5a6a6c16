// A worker in a process of its own, to be killed: `worker-process.cjs DATABASE_URL FILES_DIR`.
require('../../oauth/support/typescript.cjs');
const { pino } = require('pino');
const { loadSettings } = require('../../../config/settings');
const { Database } = require('../../../src/database/database');
const { Runner } = require('../../../src/jobs/runner');
const { configuredJobs } = require('../../../src/interfaces/worker/configured');

const [, , url, folder] = process.argv;
const settings = loadSettings({ DATABASE_URL: url, DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder });
Database.open(url).then((db) => {
  const jobs = configuredJobs(settings).filter(({ name }) => name === 'discover-audience');
  new Runner({
    db,
    log: pino({ level: 'silent' }),
    jobs,
    concurrency: 2,
    pollMs: 20,
    random: () => 0,
  }).start();
  process.stdout.write('ready\n');
});
