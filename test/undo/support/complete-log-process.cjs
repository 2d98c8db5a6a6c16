// Takes into the log what was stored before there was one, and ends itself with SIGKILL at a statement.
'use strict';
require('../../oauth/support/typescript.cjs');
const { CompleteLog } = require('../../../src/store/log/before.ts');
const { Database } = require('../../../src/database/database.ts');

const { url, organizationId, killAt } = JSON.parse(process.env.LEADLIGHT_TEST_LOGGING);
Database.open(url)
  .then(async (db) => {
    let statements = 0;
    for (const name of ['run', 'insertRows']) {
      const call = db[name].bind(db);
      db[name] = async (...args) => {
        if (statements === killAt) process.kill(process.pid, 'SIGKILL');
        statements += 1;
        return call(...args);
      };
    }
    await CompleteLog.of(db, organizationId);
    await db.close();
    process.disconnect();
  })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
