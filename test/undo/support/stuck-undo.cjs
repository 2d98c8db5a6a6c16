// An undo in a process of its own that stops with a full scratch database, to be killed there.
'use strict';
require('../../oauth/support/typescript.cjs');
const { privacyKeeper } = require('../../../src/access/privacy-keeper.ts');
const { Database } = require('../../../src/store/database.ts');
const { scratchFolder } = require('../../../src/store/undo/scratch-folders.ts');
const { finishUndoing } = require('./undoing.ts');

const { url, organizationId, dataDir } = JSON.parse(process.env.LEADLIGHT_TEST_UNDO);
const privacy = privacyKeeper({ DATA_DIR: dataDir, SUPPRESSION_KEY: undefined });
setInterval(() => undefined, 1_000);
Database.open(url, { privacy })
  .then((db) => {
    const folder = scratchFolder(privacy, organizationId);
    let replayed = false;
    const progress = (stage) => (replayed ||= stage === 'applying');
    const checkpoint = () => (replayed ? new Promise(() => process.send('stuck')) : Promise.resolve());
    return finishUndoing(db, organizationId, { folder, progress, checkpoint });
  })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
