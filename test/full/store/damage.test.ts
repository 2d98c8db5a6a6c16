/** A SQLite file with pages that cannot be read: who runs the service is told, and what to do about it. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { loadSettings } from '../../../config/settings';
import { Database } from '../../../src/database/database';
import { isDamage, quickCheck } from '../../../src/database/sqlite-damage';
import { DatabaseSync } from '../../../src/database/sqlite-driver';
import { ReadinessProbe } from '../../../src/http/health';
import { exitCodes } from '../../../src/interfaces/cli/exit-codes';
import { startService, type Service } from '../../../src/service/start';
import { operator, type Operator } from '../../cli/recorded-terminal';
import { bearer, send } from '../../support/service';

const umask = process.umask(0o077);
afterAll(() => process.umask(umask));

let op: Operator;
let file: string;
beforeEach(async () => {
  op = operator();
  file = join(op.dataDir, 'leadlight.db');
  await ok('migrate');
  await ok('workspace create Acme');
  await ok(`backup ${join(op.dataDir, 'good.backup')}`);
});
afterEach(() => op.dispose());

async function ok(line: string) {
  const ran = await op.run(line);
  expect({ line, status: ran.status, err: ran.trouble }).toEqual({ line, status: 0, err: '' });
  return ran;
}

/** Overwrites the page that begins there. The log is empty, so nobody reads it from there. */
function overwrite(position: number): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const open = openSync(file, 'r+');
  writeSync(open, Buffer.alloc(4_096, 0xff), 0, 4_096, position);
  closeSync(open);
}

/** Overwrites the first page of a table and of each of its indexes. */
function damageTable(table: string): void {
  const db = new DatabaseSync(file);
  const rows: { rootpage: number }[] = db.prepare('SELECT rootpage FROM sqlite_schema WHERE tbl_name = ?').all(table);
  db.close();
  for (const { rootpage } of rows) overwrite((rootpage - 1) * 4_096);
}

describe('a service', () => {
  let service: Service;
  let lines: string[];
  let key: string;
  const start = async () => {
    lines = [];
    const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    const settings = loadSettings({ ...op.env, PORT: '0', RUN_WORKER: 'false' });
    service = await startService(settings, { log: pino(stream) });
  };
  const leads = () => send(service, '/api/v1/customer/leads', { headers: bearer(key) });
  const ready = () => send(service, '/readyz');
  const said = () => lines.filter((line) => line.includes('the file of the database is damaged'));
  beforeEach(async () => {
    key = String((await ok('key create first --json')).json()['key']);
  });
  afterEach(() => service.stop());

  it('is ready with a sound file', async () => {
    await start();
    expect((await leads()).status).toBe(200);
    expect((await ready()).status).toBe(200);
    expect(said()).toEqual([]);
  });

  it('is ready no more once a statement met a damaged page, and says so once', async () => {
    damageTable('leads');
    await start();
    expect((await ready()).status).toBe(200);
    for (let n = 0; n < 3; n += 1) expect((await leads()).status).toBe(500);
    // An answer is believed for a second.
    let answer = await ready();
    while (answer.status === 200) answer = await ready();
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('damaged');
    expect(answer.text).not.toContain(file);
    expect(said()).toHaveLength(1);
    expect(said()[0]).toContain('leadlight restore');
  });
});

const met: readonly (readonly [string, () => void, (db: Database) => Promise<unknown>])[] = [
  ['a read', () => damageTable('leads'), (db) => db.select('SELECT * FROM leads')],
  [
    'a read beside the event loop',
    () => damageTable('leads'),
    (db) => db.scan('one', 'SELECT disqualified FROM leads NOT INDEXED'),
  ],
  ['a write', () => damageTable('leads'), (db) => db.run('DELETE FROM leads WHERE id IS NOT NULL')],
  ['a transaction', () => damageTable('leads'), (db) => db.transaction(() => db.run('DELETE FROM leads'))],
];

it('keeps a probe ready when nobody met it, and when a statement fails for another reason', async () => {
  const db = await Database.open(`sqlite:${file}`);
  await expect(db.select('SELECT * FROM no_table')).rejects.toThrow('no_table');
  expect(await db.select('SELECT * FROM leads')).toEqual([]);
  expect(await new ReadinessProbe(db).check()).toEqual({ ready: true });
  await db.close();
});

it.each(met)('is noted by %s', async (_name, damage, meet) => {
  damage();
  const db = await Database.open(`sqlite:${file}`);
  expect(await new ReadinessProbe(db).check()).toEqual({ ready: true });
  const error: unknown = await meet(db).catch((thrown: unknown) => thrown);
  expect(isDamage(error)).toBe(true);
  expect(await new ReadinessProbe(db).check()).toMatchObject({
    ready: false,
    reason: expect.stringContaining('damaged'),
  });
  await db.close();
});

describe('doctor', () => {
  it('finds nothing in a sound file, and says how long it took', async () => {
    const ran = await ok('doctor');
    expect(ran.out).toMatch(/ok +database file +quick_check found no damage, in \d+\.\d s/);
  });

  it.each([
    ['a page of a table', () => damageTable('leads')],
    ['the page of the schema', () => overwrite(0)],
  ])('names %s that is damaged and a way out, which works', async (_name, damage) => {
    damage();
    const ran = await op.run('doctor --json');
    expect(ran.status).toBe(exitCodes.findings.status);
    const problem = expect.objectContaining({ check: 'database file', level: 'problem' });
    expect(ran.json()).toMatchObject({ healthy: false, findings: expect.arrayContaining([problem]) });
    expect(ran.out).toContain('leadlight restore');
    mkdirSync(join(op.dataDir, 'damaged'));
    for (const path of [file, `${file}-wal`, `${file}-shm`].filter((one) => existsSync(one)))
      renameSync(path, join(op.dataDir, 'damaged', basename(path)));
    await ok(`restore ${join(op.dataDir, 'good.backup')}`);
    await ok('doctor');
    expect((await ok('workspace list')).out).toContain('Acme');
  });

  it('gives up on a file that takes too long, and does not call it damaged', async () => {
    const db = new DatabaseSync(file);
    db.exec(`CREATE TABLE large AS WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 300000)
      SELECT n, hex(randomblob(50)) AS x FROM c; CREATE INDEX large_x ON large (x)`);
    db.close();
    expect(await quickCheck(file, 60_000)).toMatchObject({ state: 'well' });
    expect(await quickCheck(file, 0)).toMatchObject({ state: 'unfinished', found: [] });
  });
});

it('is said by a command that meets it', async () => {
  damageTable('organizations');
  const ran = await op.run('workspace list');
  expect(ran.status).toBe(exitCodes.failed.status);
  expect(ran.err).toContain('leadlight doctor');
});
