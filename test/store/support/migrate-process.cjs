// Migrates a database as a process of its own, when the parent says so; tells which migrations it applied. Ends itself with
// SIGKILL at the statement that the order names.
'use strict';
require('../../oauth/support/typescript.cjs');
const { Database } = require('../../../src/database/database.ts');
const { migrateUp } = require('../../../src/store/facade/migrate.ts');
const { smallMigrations } = require('./small-migrations.ts');

async function main() {
  const { url, small, killAt, killWhen } = JSON.parse(process.env.LEADLIGHT_TEST_MIGRATE);
  const db = await Database.open(url);
  await new Promise((resolve) => {
    process.once('message', resolve);
    process.send({ ready: true });
  });
  if (killAt !== undefined) {
    const die = () => process.kill(process.pid, 'SIGKILL');
    const run = db.run.bind(db);
    let statements = 0;
    db.run = (...args) => {
      const mine = statements === killAt;
      statements += 1;
      if (mine && killWhen === 'before') die();
      const running = run(...args);
      // A server has it once it was written to the socket. SQLite works in this process, which reaches no next turn before its end.
      if (mine && db.dialect === 'sqlite') running.then(die, die);
      else if (mine) setImmediate(die);
      return running;
    };
  }
  const applied = await migrateUp(db, small ? { migrations: smallMigrations } : {});
  await db.close();
  process.send({ applied });
}

main()
  .catch((error) => process.send({ error: String(error && error.stack) }))
  .finally(() => process.disconnect());
