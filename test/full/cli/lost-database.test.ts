/** A command whose database goes away in the middle of its work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExport } from '../../../bench/import/export-file';
import { until } from '../../../scripts/database-server';
import { freezingProxy } from '../../../scripts/freezing-proxy';
import { createOrganization } from '../../../src/store/access/organizations';
import { atLength, isAtLength } from '../../support/at-length';
import { availableDatabases, openTestDatabase } from '../../support/databases';

/** Rows of the import; on MariaDB alone but in the proofs. */
const rows = atLength(16_000, 40_000);
const servers = availableDatabases().filter((kind) => kind === 'mariadb' || (kind === 'mysql' && isAtLength));

it('is a matter of servers: SQLite is a file', () => expect(servers).not.toContain('sqlite'));

for (const kind of servers) {
  describe(`an import into ${kind}`, () => {
    it('that loses its database says so in one line and ends with 7; run again it finishes', async () => {
      const { db, database, close } = await openTestDatabase(kind);
      const folder = mkdtempSync(join(tmpdir(), 'leadlight-lost-'));
      try {
        const organization = await createOrganization(db, 'Lost');
        const file = join(folder, 'export.csv');
        await writeExport(file, { rows, people: 5_000, posts: 100 });
        const url = new URL(database.url);
        const proxy = await freezingProxy(Number(url.port));
        const direct = url.port;
        const run = (port: string) => {
          url.port = port;
          const program = join(__dirname, '../../support/cli-process.cjs');
          const child = spawn(process.execPath, [program, 'import', file, '--workspace', 'Lost'], {
            env: { PATH: process.env['PATH'], DATABASE_URL: url.href, DATA_DIR: folder },
            stdio: ['ignore', 'ignore', 'pipe'],
          });
          let errors = '';
          child.stderr.on('data', (part: Buffer) => (errors += part.toString('utf8')));
          // Not its exit, which may be heard of before its last words.
          return { ended: once(child, 'close').then(() => child.exitCode), errors: () => errors };
        };
        const stored = async () => {
          const [row] = await db.select<{ n: number }>(
            'SELECT COUNT(*) AS n FROM engagements WHERE organization_id = ?',
            [organization?.id ?? ''],
          );
          return row?.n ?? 0;
        };
        const importing = run(String(proxy.port));
        expect(await until(async () => (await stored()) > 0, 300_000)).toBe(true);
        await proxy.close();
        expect(await importing.ended).toBe(7);
        const lines = importing.errors().trim().split('\n');
        expect(lines.filter((line) => line.startsWith('leadlight: '))).toEqual([
          expect.stringMatching(/^leadlight: The database no longer answers \(.+\)\. .*Run the command again\.$/),
        ]);
        // Beside it only the progress of the import: no lines of the driver, no stack.
        expect(lines.filter((line) => /\bat \S+:\d+|Sequelize|transaction/.test(line))).toEqual([]);
        expect(await stored()).toBeLessThan(rows);
        const again = run(direct);
        expect([await again.ended, again.errors().includes('leadlight: ')]).toEqual([0, false]);
        expect(await stored()).toBe(rows);
      } finally {
        await close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}
