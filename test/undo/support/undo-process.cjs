// Takes back what is marked, in a process of its own that is killed at some moment.
'use strict';
require('../../oauth/support/typescript.cjs');
const { Database } = require('../../../src/database/database.ts');
const { finishUndoing } = require('./undoing.ts');

const { url, organizationId } = JSON.parse(process.env.LEADLIGHT_TEST_UNDO);
Database.open(url)
  .then(async (db) => {
    process.send('begun');
    await finishUndoing(db, organizationId);
    await db.close();
    process.disconnect();
  })
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
