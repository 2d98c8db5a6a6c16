// Migrates a database as a process of its own, when the parent says so; tells which migrations it applied.
'use strict';
require('../../oauth/support/typescript.cjs');
const { Database } = require('../../../src/store/database.ts');
const { migrateUp } = require('../../../src/store/migrate.ts');

async function main() {
  const db = await Database.open(process.env.LEADLIGHT_TEST_DATABASE);
  await new Promise((resolve) => {
    process.once('message', resolve);
    process.send({ ready: true });
  });
  const applied = await migrateUp(db);
  await db.close();
  process.send({ applied });
}

main()
  .catch((error) => process.send({ error: String(error && error.stack) }))
  .finally(() => process.disconnect());
