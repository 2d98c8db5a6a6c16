/** What a dump of the database holds of somebody who was erased: every column of every table that the database itself lists. */
import { execFileSync } from 'node:child_process';
import { decodeRecords } from '../../../src/ingest/import/logged-records';
import { chunkAfter } from '../../../src/store/log/chunks';
import type { Database } from '../../../src/database/database';
import { availableDatabases } from '../../support/databases';
import { byProfile, openHousehold, traces, type Household } from '../../privacy/support/household';

/** Names of all tables there are, declared or not. */
async function tablesOf(db: Database): Promise<string[]> {
  const rows = await db.select<{ name: string }>(
    db.dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table'`
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  return rows.map(({ name }) => name);
}

/** Everything as text, with the logs of batches, which are packed. */
async function storedText({ db, organizationId }: Household): Promise<string> {
  const parts: string[] = [];
  for (const name of await tablesOf(db)) parts.push(JSON.stringify(await db.select(`SELECT * FROM ${name}`)));
  for (let chunk = await chunkAfter(db, organizationId, 0); chunk;) {
    parts.push(JSON.stringify(decodeRecords(chunk.text)));
    chunk = await chunkAfter(db, organizationId, chunk.revision);
  }
  return parts.join('\n');
}

/** What the server's own program writes. */
function dumpOf(url: string): string {
  const { hostname, port, username, password, pathname } = new URL(url);
  const login = [`--host=${hostname}`, `--port=${port}`, `--user=${decodeURIComponent(username)}`, '--protocol=tcp'];
  return execFileSync('mariadb-dump', ['--no-defaults', ...login, '--skip-ssl', '--hex-blob', pathname.slice(1)], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { PATH: process.env['PATH'], MYSQL_PWD: decodeURIComponent(password) },
  });
}

const foundIn = (text: string) => traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

describe.each(availableDatabases())('a dump of %s', (kind) => {
  let house: Household;
  beforeEach(async () => {
    house = await openHousehold(kind);
  });
  afterEach(() => house.close());

  it('names her before, and nobody after she was erased and purged', async () => {
    const texts = async () => [await storedText(house), ...(kind === 'mariadb' ? [dumpOf(house.site.url)] : [])];
    for (const text of await texts()) expect(foundIn(text)).toEqual(expect.arrayContaining(['wexley', 'kumquat']));
    expect(foundIn(await storedText(house))).toEqual(traces);
    await house.requests.erase(byProfile, { purge: true });
    const swept = await house.requests.finish();
    expect(swept?.purged?.notes.length).toBeGreaterThan(0);
    for (const text of await texts()) {
      expect(foundIn(text)).toEqual([]);
      expect(text).toContain('Other 2');
    }
  });
});
