/** A small form of `npm run bench -- bystanders`, which has thirty rounds, a cluster, and reads the log of the server. */
import { writesDuringDeadlocks } from '../../../bench/faults/bystanders';
import { availableDatabases, createTestDatabase } from '../../support/databases';

const rounds = 5;

test.each(availableDatabases().filter((kind) => kind !== 'sqlite'))(
  'a deadlock on %s ends no transaction of others on the same pool',
  async (kind) => {
    const database = await createTestDatabase(kind);
    try {
      const result = await writesDuringDeadlocks(database.url, rounds);
      // The positive control: each round had its victim.
      expect(result.deadlocks).toBeGreaterThanOrEqual(rounds);
      expect(result).toMatchObject({ rounds, halves: 0 });
    } finally {
      await database.drop();
    }
  },
);
