// An undo in a process of its own that stops with a full scratch database, to be killed there or to go on when it is told.
'use strict';
require('../../oauth/support/typescript.cjs');
const { privacyKeeper } = require('../../../src/auth/privacy-keeper.ts');
const { withKeeper } = require('../../../src/store/statements/keeper.ts');
const { Database } = require('../../../src/database/database.ts');
const { scratchFolder } = require('../../../src/store/undo/scratch-folders.ts');
const { finishUndoing } = require('./undoing.ts');

const { url, organizationId, dataDir } = JSON.parse(process.env.LEADLIGHT_TEST_UNDO);
const privacy = privacyKeeper({ DATA_DIR: dataDir, SUPPRESSION_KEY: undefined });
const asked = new Promise((resolve) => process.once('message', resolve));
Database.open(url)
  .then((db) => withKeeper(db, privacy))
  .then((db) => {
    const folder = scratchFolder(privacy, organizationId);
    let replayed = false;
    const progress = (stage) => (replayed ||= stage === 'applying');
    let stopped = false;
    const checkpoint = async () => {
      if (!replayed || stopped) return;
      stopped = true;
      process.send('stuck');
      await asked;
    };
    return finishUndoing(db, organizationId, { folder, progress, checkpoint }).then(() => db.close());
  })
  .then(() => process.disconnect())
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
