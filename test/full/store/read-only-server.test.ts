/** A database server that becomes read-only, as it does in a failover: `/readyz`, the log and `doctor` say so, and take it back. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { hasServer, prepareServer, serverUrl, waitForServer, type ServerKind } from '../../../scripts/database-server';
import { operator as commands, type Operator } from '../../cli/recorded-terminal';
import { Database } from '../../../src/database/database';
import { ReadinessProbe } from '../../../src/http/health';
import { migrateUp } from '../../../src/store/facade/migrate';

const kinds: readonly ServerKind[] = ['mariadb', 'mysql'];

test('both servers are there where nothing may be left out', () => {
  expect(kinds.every(hasServer) || process.env['CI'] !== 'true').toBe(true);
});

describe.each(kinds.filter(hasServer))('%s', (kind) => {
  let folder: string;
  let server: ChildProcess;
  /** As the server's operator. */
  let operator: Connection;
  /** Address for a user without the right to write on a read-only server. */
  let url: string;
  let db: Database;
  let terminal: Operator;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leadlight-read-only-'));
    const { program, args, port } = await prepareServer(kind, folder, ['--innodb-flush-log-at-trx-commit=0']);
    server = spawn(program, args, { stdio: 'ignore' });
    await waitForServer(kind, folder, port, () => server.exitCode !== null);
    operator = await createConnection(serverUrl(port, ''));
    await operator.query('CREATE DATABASE leadlight CHARACTER SET utf8mb4');
    await operator.query(`CREATE USER app@'127.0.0.1' IDENTIFIED BY 'a password'`);
    await operator.query(`CREATE USER app@localhost IDENTIFIED BY 'a password'`);
    await operator.query(`GRANT ALL ON leadlight.* TO app@'127.0.0.1', app@localhost`);
    url = `mysql://app:a%20password@127.0.0.1:${port}/leadlight`;
    db = await Database.open(url);
    await migrateUp(db);
    terminal = commands({ DATABASE_URL: url });
  });
  afterEach(() => operator.query('SET GLOBAL read_only = OFF'));
  afterAll(async () => {
    terminal.dispose();
    await db.close();
    await operator.end();
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });

  const doctor = async () => (await terminal.run('doctor')).out;

  it('is ready, and is not while it is read-only', async () => {
    const reported: (string | undefined)[] = [];
    const probe = new ReadinessProbe(db, (why) => reported.push(why?.detail));
    expect(await probe.check(0)).toEqual({ ready: true });
    expect(reported).toEqual([]);

    await operator.query('SET GLOBAL read_only = ON');
    expect(await probe.check(10_000)).toEqual({
      ready: false,
      reason: expect.stringContaining('The database became read-only'),
    });
    expect(reported).toEqual([expect.stringContaining('point DATABASE_URL at the server that takes writes')]);
    expect(await doctor()).toContain('the server is read-only (read_only)');

    await operator.query('SET GLOBAL read_only = OFF');
    expect(await probe.check(20_000)).toEqual({ ready: true });
    expect(reported).toHaveLength(2);
    expect(await doctor()).not.toContain('read-only');
  });

  it('is ready while it is read-only for others than the user of the service', async () => {
    await operator.query('SET GLOBAL read_only = ON');
    const own = await Database.open(url.replace('app:a%20password', 'root'));
    try {
      expect(await new ReadinessProbe(own).check()).toEqual({ ready: true });
    } finally {
      await own.close();
    }
  });
});
