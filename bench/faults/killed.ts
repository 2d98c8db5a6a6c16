/** The process that is killed: it works on the queue, or migrates. The next process waits shortly for its leases. */
import { pino } from 'pino';
import { Database } from '../../src/database/database';
import { migrateUp } from '../../src/store/facade/migrate';
import { startWorker } from '../../src/interfaces/worker/worker';
import type { Order } from './kills';

process.once('message', ({ url, work }: Order) => {
  run(url, work).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit());

async function run(url: string, work: Order['work']): Promise<void> {
  const db = await Database.open(url);
  if (work === 'score') startWorker(db, pino({ level: 'silent' }), { concurrency: 2, leaseMs: 600, pollMs: 20 });
  process.send?.('ready');
  if (work === 'score') return;
  await migrateUp(db, { times: { lease: 300, patience: 60_000 } });
  await db.close();
  process.exit();
}
