/** A backup holds everything that is needed, and a restore gives it back whole or not at all. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { exitCodes } from '../../src/interfaces/cli/exit-codes';
import { Database } from '../../src/database/database';
import { allTables } from '../../src/store/tables/all';
import { operator, type Operator } from '../cli/recorded-terminal';
import { ndjson } from '../import/support/site';
import { ines, rows } from '../privacy/support/household';

const profile = `https://www.linkedin.com/in/${ines.slug}`;
const { conflict, usage, findings, failed, schema_not_current: notCurrent } = exitCodes;

/** Every row of every table, as text: what two databases are compared by. */
async function everything(dataDir: string): Promise<Record<string, string[]>> {
  const db = await Database.open(`sqlite:${join(dataDir, 'leadlight.db')}`);
  const tables: Record<string, string[]> = {};
  for (const { name, columns } of allTables) {
    const found = await db.select(`SELECT ${Object.keys(columns).join(', ')} FROM ${name}`);
    // What the two commands themselves note is not compared.
    tables[name] = found.map((row) => JSON.stringify(row)).filter((row) => !/"(make|restore)_backup"/.test(row));
    tables[name].sort();
  }
  await db.close();
  return tables;
}

describe('backup and restore', () => {
  let here: Operator;
  let there: Operator;
  let folder: string;
  let file: string;
  const ok = async (op: Operator, line: string) => {
    const ran = await op.run(line);
    expect({ line, status: ran.status, err: ran.trouble }).toEqual({ line, status: 0, err: '' });
    return ran;
  };
  const healthy = async (op: Operator) => {
    const ran = await op.run('doctor --json');
    const said = ran.json()['findings'] as { level: string; message: string }[];
    return { status: ran.status, notOk: said.filter(({ level }) => level !== 'ok').map(({ message }) => message) };
  };

  let master: Operator;
  let made: string;

  const umask = process.umask(0o077);
  afterAll(() => process.umask(umask));

  beforeAll(async () => {
    master = operator();
    await ok(master, 'migrate');
    await ok(master, 'workspace create Acme');
    await ok(master, 'member add ada@example.com --role OWNER --generate-password');
    await ok(master, 'session mint --email ada@example.com');
    await ok(master, 'key create first');
    writeFileSync(join(master.dataDir, 'people.ndjson'), ndjson([rows.comment, rows.facts, rows.own, ...rows.others]));
    await ok(master, `import ${join(master.dataDir, 'people.ndjson')}`);
    await ok(master, `privacy suppress ${profile}`);
    made = join(master.dataDir, 'made.backup');
    await ok(master, `backup ${made}`);
  });
  afterAll(() => master.dispose());
  beforeEach(() => {
    here = operator();
    there = operator();
    rmSync(there.dataDir, { recursive: true });
    cpSync(master.dataDir, here.dataDir, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), 'leadlight-backup-'));
    file = join(folder, 'acme.backup');
    copyFileSync(join(master.dataDir, 'people.ndjson'), join(folder, 'people.ndjson'));
  });
  afterEach(() => {
    for (const op of [here, there]) op.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a copy in an empty place is the same, healthy, and goes on as the original would', async () => {
    const made = (await ok(here, `backup ${file} --json`)).json();
    expect(made).toMatchObject({ files: ['suppression-key', 'privacy-ledger.ndjson', 'session-secret'] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await ok(there, `restore ${file} --json`)).json()).toMatchObject({ restored: true, missingSettings: [] });

    expect(await everything(there.dataDir)).toEqual(await everything(here.dataDir));
    expect(await healthy(there)).toEqual({ status: 0, notOk: [] });
    for (const name of ['suppression-key', 'session-secret', 'privacy-ledger.ndjson']) {
      expect(readFileSync(join(there.dataDir, name))).toEqual(readFileSync(join(here.dataDir, name)));
      expect(statSync(join(there.dataDir, name)).mode & 0o777).toBe(0o600);
    }
    // People who must not be stored are still recognised, and others are imported.
    writeFileSync(join(folder, 'more.ndjson'), ndjson([rows.facts, ...rows.others]));
    await ok(there, `import ${join(folder, 'more.ndjson')}`);
    expect((await ok(there, 'lead list --json')).out).not.toContain(ines.name);
  });

  test('what people asked for after the backup is done again', async () => {
    await ok(here, `privacy allow ${profile}`);
    await ok(here, `import ${join(folder, 'people.ndjson')}`);
    await ok(here, `backup ${file}`);
    await ok(here, `privacy erase ${profile}`);
    const ledger = readFileSync(join(here.dataDir, 'privacy-ledger.ndjson'), 'utf8');
    const restored = (await ok(here, `restore ${file} --overwrite --json`)).json();
    expect(restored['replayed']).toMatchObject({ erased: 1 });
    expect(readFileSync(join(here.dataDir, 'privacy-ledger.ndjson'), 'utf8')).toContain(ledger);
    expect((await ok(here, 'lead list --json')).out).not.toContain(ines.name);
    expect(await healthy(here)).toEqual({ status: 0, notOk: [] });
  });

  test('nothing is overwritten unless told: not a database, not a key, not a backup', async () => {
    await ok(here, `backup ${file}`);
    const again = await here.run(`backup ${file}`);
    expect({ status: again.status, err: again.err }).toEqual({
      status: conflict.status,
      err: `leadlight: ${file} exists already; --overwrite replaces it`,
    });
    await ok(here, `backup ${file} --overwrite`);

    const before = await everything(here.dataDir);
    const full = await here.run(`restore ${file}`);
    expect(full.status).toBe(conflict.status);
    expect(full.err).toMatch(/a database with workspaces or people; --overwrite replaces it/);
    expect(await everything(here.dataDir)).toEqual(before);

    mkdirSync(there.dataDir);
    writeFileSync(join(there.dataDir, 'suppression-key'), 'k'.repeat(64));
    const keyed = await there.run(`restore ${file}`);
    expect(keyed.status).toBe(conflict.status);
    expect(keyed.err).toMatch(/another suppression-key in DATA_DIR/);
    await ok(there, `restore ${file} --overwrite`);
    expect(await everything(there.dataDir)).toEqual(before);
    expect(await healthy(there)).toEqual({ status: 0, notOk: [] });
  });

  test('a database that was only migrated is empty', async () => {
    await ok(here, `backup ${file}`);
    await ok(there, 'migrate');
    await ok(there, `restore ${file}`);
    expect(await everything(there.dataDir)).toEqual(await everything(here.dataDir));
  });

  test('secrets that are settings are not in the file, and are named on both sides', async () => {
    const secret = 'the-session-secret-of-the-environment';
    const set = operator({ ...here.env, SESSION_TOKEN_SECRET: secret, METRICS_TOKEN: 'metrics-token-of-mine' });
    const made = await ok(set, `backup ${file}`);
    expect(made.out).toMatch(/not in it, because they are settings: SESSION_TOKEN_SECRET, METRICS_TOKEN/);
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    for (const value of [secret, 'metrics-token-of-mine']) expect(text).not.toContain(value);
    const restored = await ok(there, `restore ${file}`);
    expect(restored.out).toMatch(/but not here: SESSION_TOKEN_SECRET, METRICS_TOKEN/);
  });

  describe('a file that is not as it was written', () => {
    const text = () => gunzipSync(readFileSync(file)).toString('utf8');
    const put = (changed: string) => writeFileSync(file, gzipSync(changed));

    test.each<[string, RegExp, () => void]>([
      ['is cut short', /cannot be restored/, () => writeFileSync(file, readFileSync(file).subarray(0, -200))],
      ['lacks its end', /cut off/, () => put(text().split('\n').slice(0, -2).join('\n') + '\n')],
      ['lacks a row', /checksum/, () => put(text().replace(/^\["[^\n]*\n/m, ''))],
      ['has another name in it', /checksum/, () => put(text().replace('Acme', 'Akme'))],
      ['has more than its end', /after its end/, () => put(`${text()}[1]\n`)],
      [
        'names a table in SQL',
        /not have the form/,
        () => put(text().replace('"table":"leads"', '"table":"leads; DROP"')),
      ],
      ['is of a later schema', /that version or a newer one/, () => put(later(text()))],
      ['is no backup', /not a backup of Leadlight/, () => put('{"name":"Ada"}\n')],
      ['is no gzip', /not a complete gzip file/, () => writeFileSync(file, 'name,company\n')],
      ['is a flipped byte', /cannot be restored/, () => flip(file)],
    ])('%s: refused before anything is written', async (_how, why, damage) => {
      copyFileSync(made, file);
      await ok(there, `restore ${file} --check`);
      damage();
      const ran = await there.run(`restore ${file}`);
      expect(ran.status).toBe(usage.status);
      expect(ran.err).toMatch(why);
      expect(ran.err).toMatch(/Nothing was changed\.$/);
      expect(existsSync(there.dataDir)).toBe(false);
    });

    test('is not there', async () => {
      expect((await there.run(`restore ${join(folder, 'none')}`)).status).toBe(failed.status);
    });
  });

  test('a failure in the middle leaves the database as it was, and the restore is run again', async () => {
    await ok(here, `backup ${file}`);
    await ok(here, 'workspace create Later');
    const before = await everything(here.dataDir);
    // Good to its end, and no row for this schema: the key of a workspace stands twice.
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"table":"organizations"')) + 1;
    const spoiled = rewritten([...lines.slice(0, at), lines[at] ?? '', ...lines.slice(at)]);
    writeFileSync(join(folder, 'spoiled.backup'), gzipSync(spoiled));
    const ran = await here.run(`restore ${join(folder, 'spoiled.backup')} --overwrite`);
    expect(ran.status).toBe(failed.status);
    expect(await everything(here.dataDir)).toEqual(before);
    expect(await healthy(here)).toEqual({ status: 0, notOk: [] });
    await ok(here, `restore ${file} --overwrite`);
    expect((await ok(here, 'workspace list --json')).out).not.toContain('Later');
  });

  test('what is kept of a backup is whole: a folder that cannot be written leaves nothing', async () => {
    const ran = await here.run(`backup ${join(folder, 'none', 'acme.backup')}`);
    expect(ran.status).toBe(failed.status);
    copyFileSync(join(here.dataDir, 'leadlight.db'), join(folder, 'copy'));
    expect((await here.run(`restore ${join(folder, 'copy')} --overwrite`)).status).toBe(usage.status);
  });

  test('losing the key without a restore is what doctor finds', async () => {
    rmSync(join(here.dataDir, 'suppression-key'));
    expect((await healthy(here)).status).toBe(findings.status);
    expect((await there.run('lead list')).status).toBe(notCurrent.status);
  });
});

/** The same with a migration that no release has. */
const later = (text: string) =>
  rewritten(text.replace('"migrations":[', '"migrations":[{"name":"9999-later","checksum":"x"},').split('\n'));

function flip(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

/** Lines with an end that fits them. */
function rewritten(lines: readonly string[]): string {
  const hash = createHash('sha256');
  const body = lines.filter((line) => line !== '' && !line.startsWith('{"end"')).map((line) => `${line}\n`);
  const counts: Record<string, number> = {};
  let table = '';
  for (const line of body) {
    hash.update(line);
    table = /^\{"table":"(\w+)"/.exec(line)?.[1] ?? table;
    if (line.startsWith('{"table"')) counts[table] = 0;
    else if (line.startsWith('[')) counts[table] = (counts[table] ?? 0) + 1;
  }
  return `${body.join('')}${JSON.stringify({ end: { rows: counts, sha256: hash.digest('hex') } })}\n`;
}
