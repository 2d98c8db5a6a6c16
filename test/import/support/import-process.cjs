// An import as a process of its own: what to do comes as JSON in the environment, progress and the summary go to the parent.
'use strict';
require('../../oauth/support/typescript.cjs');
const { Database } = require('../../../src/database/database.ts');
const { importFile } = require('../../../src/ingest/import/importer.ts');

async function main() {
  const { url, organizationId, files, options } = JSON.parse(process.env.LEADLIGHT_TEST_IMPORT);
  const db = await Database.open(url);
  await new Promise((resolve) => {
    process.once('message', resolve);
    process.send({ ready: true });
  });
  for (const file of files) {
    const summary = await importFile(db, organizationId, file, {
      ...options,
      onProgress: ({ stage, done }) => process.send({ stage, done }),
    });
    process.send({ summary });
  }
  await db.close();
}

main().then(
  () => process.disconnect(),
  (error) => {
    process.send({ error: String(error && error.stack) });
    process.exitCode = 1;
    process.disconnect();
  },
);
process.on('disconnect', () => process.exit());
