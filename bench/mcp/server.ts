/** One of the compared servers, in a process of its own. */
import { Database } from '../../src/database/database';
import { serveMeasured } from '../harness';
import { startServer, type Setup } from './servers';

serveMeasured<Setup>(async ({ kind, databaseUrl, publicKey }) => {
  const db = await Database.open(databaseUrl);
  const { port, stop } = await startServer[kind](db, publicKey);
  return {
    port,
    async stop() {
      await stop();
      await db.close();
    },
  };
});
