// Adds one to a counter many times, by single statements and by transactions.
'use strict';
require('../../oauth/support/typescript.cjs');
const { Database } = require('../../../src/database/database.ts');

const [url, times] = process.argv.slice(2);

async function main() {
  const db = await Database.open(url);
  for (let n = 0; n < Number(times); n += 1) {
    if (n % 2 === 0) await db.run('UPDATE counters SET value = value + 1');
    else {
      await db.transaction(async () => {
        const [row] = await db.select('SELECT value FROM counters' + (db.dialect === 'mysql' ? ' FOR UPDATE' : ''));
        await new Promise((resolve) => setImmediate(resolve));
        await db.run('UPDATE counters SET value = ?', [row.value + 1]);
      });
    }
  }
  await db.close();
  process.send({});
}

main().catch((error) => {
  process.send({ error: String(error) });
  process.exitCode = 1;
});
