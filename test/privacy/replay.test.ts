/** A backup from before is restored: nobody comes back, and doctor says what is to be done. */
import { copyFileSync, cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerFile, suppressionKeyFile } from '../../src/auth/privacy-keeper';
import { exitCodes } from '../../src/interfaces/cli/exit-codes';
import { Database } from '../../src/database/database';
import { operator, type Operator } from '../cli/recorded-terminal';
import { memberId, ndjson } from '../import/support/site';
import { ines, rows, traces } from './support/household';
import { existsSync, readFileSync, statSync } from 'node:fs';

const profile = `https://www.linkedin.com/in/${ines.slug}`;
const other = 'https://www.linkedin.com/in/other-1';

describe('a restored backup', () => {
  let op: Operator;
  let database: string;
  const file = () => join(op.dataDir, 'people.ndjson');
  const ok = async (line: string) => {
    const ran = await op.run(line);
    expect({ line, status: ran.status, err: ran.trouble }).toEqual({ line, status: 0, err: '' });
    return ran;
  };
  const bytes = () =>
    ['', '-wal']
      .map((end) => database + end)
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'latin1').toLowerCase())
      .join('');
  const found = () => traces.filter((trace) => bytes().includes(trace.toLowerCase()));
  /** On a new disk, as after a loss: this process still has files of the old one open, which a database in their place would show. */
  const restoreElsewhere = () => {
    const lost = `${op.dataDir}-lost`;
    renameSync(op.dataDir, lost);
    cpSync(lost, op.dataDir, { recursive: true, filter: (path) => !/leadlight\.db(-wal|-shm)?$/.test(path) });
    copyFileSync(`${database}.backup`, database);
    rmSync(lost, { recursive: true });
  };
  const leads = async () => (await ok('lead list --json')).out;
  const doctor = async () => {
    const ran = await op.run('doctor --json');
    const { findings } = ran.json() as { findings: { check: string; level: string; message: string }[] };
    return { status: ran.status, said: findings.filter(({ check }) => check === 'privacy') };
  };

  beforeEach(async () => {
    op = operator();
    database = join(op.dataDir, 'leadlight.db');
    await ok('migrate');
    await ok('workspace create Acme');
    writeFileSync(file(), ndjson([rows.comment, rows.facts, rows.own, ...rows.others]));
    await ok(`import ${file()}`);
  });
  afterEach(() => op.dispose());

  it('is cleaned by replaying the ledger, and doctor says so before and after', async () => {
    expect((await doctor()).said).toEqual([
      { check: 'privacy', level: 'ok', message: 'nobody was erased or suppressed' },
    ]);
    const db = await Database.open(`sqlite:${database}`);
    await db.run('VACUUM INTO ?', [`${database}.backup`]);
    await db.close();
    await ok(`privacy erase ${profile} --purge`);
    await ok(`privacy do-not-contact ${other}`);
    await ok('workspace create Gone');
    await ok('workspace delete Gone --yes-delete-everything');
    expect(found()).toEqual([]);
    expect(await leads()).not.toContain('Other 1');
    expect((await doctor()).said.map(({ level }) => level)).toEqual(['ok']);
    const ledger = readFileSync(join(op.dataDir, ledgerFile), 'utf8').toLowerCase();
    expect(traces.filter((trace) => ledger.includes(trace.toLowerCase()))).toEqual([]);
    for (const name of [ledgerFile, suppressionKeyFile]) expect(statSync(join(op.dataDir, name)).mode & 0o077).toBe(0);

    restoreElsewhere();
    expect(await leads()).toContain(ines.name);
    const behind = await doctor();
    expect(behind.status).toBe(exitCodes.findings.status);
    expect(behind.said.map(({ message }) => message).join()).toMatch(/ledger has 2 requests .* privacy replay/);

    expect((await ok('privacy replay --purge --json')).json()).toMatchObject({ erased: 1, objecting: 1 });
    expect(found()).toEqual([]);
    expect(await leads()).not.toContain('Other 1');
    expect((await doctor()).said.map(({ level }) => level)).toEqual(['ok']);
    await ok(`import ${file()}`);
    expect(found()).toEqual([]);
    // Nothing is left to do.
    expect((await ok('privacy replay --json')).json()).toMatchObject({ erased: 0, marks: 0 });
  });

  it('without its key nothing is stored, and the loss can be given up', async () => {
    await ok(`privacy suppress ${memberId(900)}`);
    rmSync(join(op.dataDir, suppressionKeyFile));
    const refused = await op.run(`import ${file()}`);
    expect(refused.status).not.toBe(0);
    expect(refused.err).toMatch(/suppression key is missing/);
    expect((await doctor()).said.map(({ message }) => message).join()).toMatch(/SUPPRESSION_KEY is missing/);
    // A new request must not make a second key beside the lost one.
    expect((await op.run(`privacy suppress ${memberId(901)}`)).err).toMatch(/suppression key is missing/);
    expect((await op.run('privacy give-up-key')).status).toBe(exitCodes.usage.status);
    await ok('privacy give-up-key --yes-people-may-return');
    await ok(`import ${file()}`);
    await ok(`privacy suppress ${memberId(901)}`);
  });
});
