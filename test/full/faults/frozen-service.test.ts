/** A whole service whose database goes silent: a small form of a part of `npm run bench -- faults`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frozenService } from '../../../bench/faults/frozen';
import { availableDatabases, createTestDatabase } from '../../support/databases';

/** One server is enough: what differs between them is in test/full/store/frozen.test.ts. */
const servers = availableDatabases().filter((kind) => kind === 'mariadb');

it('is a matter of servers: SQLite is a file', () => expect(servers).not.toContain('sqlite'));

if (servers.length > 0) {
  it('answers again, says 503 until then, and stops when it is told to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-frozen-'));
    const database = await createTestDatabase('mariadb');
    try {
      const programs = { leadlight: [join(__dirname, '../../support/cli-process.cjs')], folder };
      const result = await frozenService(programs, database.url);
      // It would never answer if it waited for its connections. The bench holds it to 10 and 13 seconds, this machine may be busy.
      expect(result.answeredAfter).toBeLessThan(180);
      expect(Object.keys(result.meanwhile)).toEqual(['503']);
      expect(result.stoppedAfter).toBeLessThan(180);
      expect(result.stoppedCutOff).toBeLessThan(180);
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
