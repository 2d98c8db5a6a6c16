/** After each test file: nobody tried to end a transaction, or to give a connection back, that was not theirs any more. */
import { countedConnectionFaults } from '../../src/database/connection-faults';

afterAll(() => {
  expect([...countedConnectionFaults()].filter(([, count]) => count > 0)).toEqual([]);
});
