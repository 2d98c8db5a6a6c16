// Takes back what is marked, in a process of its own that is killed at some moment.
'use strict';
require('../../oauth/support/typescript.cjs');
const { Database } = require('../../../src/database/database.ts');
const { finishUndoing } = require('./undoing.ts');

const { url, organizationId, folder } = JSON.parse(process.env.LEADLIGHT_TEST_UNDO);
Database.open(url)
  .then(async (db) => {
    process.send('begun');
    // In a folder of the caller's, the next process goes on where this one was killed.
    await finishUndoing(db, organizationId, folder ? { folder, saveEveryMs: 0 } : {});
    await db.close();
    process.disconnect();
  })
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
