/**
 * Private MariaDB and MySQL servers in temporary folders. One of each serves a whole test run; it is started by the first test
 * file that asks for it, so a run that needs none pays nothing. Nothing of the machine's own servers is touched.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { machine } from '../../scripts/machine.cjs';

export type ServerKind = 'mariadb' | 'mysql';

/** Folder of the run, made by global-setup.ts, and the process that the servers shall not outlive. */
export const runFolderVariable = 'LEADLIGHT_TEST_RUN';
export const runPidVariable = 'LEADLIGHT_TEST_RUN_PID';

interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

interface Programs {
  initialise(data: string): Command;
  serve(data: string): Command;
}

const user = `--user=${userInfo().username}`;
const scripts = join(__dirname, '..', '..', 'scripts');

/** How to run a server; undefined when the machine does not have it. */
function programsOf(kind: ServerKind): Programs | undefined {
  const has = machine();
  if (kind === 'mariadb') {
    const { mariadbd, mariadbInstallDb } = has;
    if (!mariadbd || !mariadbInstallDb) return undefined;
    return {
      initialise: (data) => ({
        program: mariadbInstallDb,
        args: [
          '--no-defaults',
          `--datadir=${data}`,
          user,
          '--auth-root-authentication-method=normal',
          '--skip-test-db',
        ],
      }),
      serve: (data) => ({ program: mariadbd, args: ['--no-defaults', user, `--datadir=${data}`] }),
    };
  }
  const { mysql } = has;
  if (!mysql) return undefined;
  const command = (...args: string[]) => ({
    program: 'bash',
    args: [join(scripts, 'real-mysql.sh'), 'mysqld', mysql, ...args],
  });
  return {
    initialise: (data) => command('--initialize-insecure', `--datadir=${data}`),
    serve: (data) => command(`--datadir=${data}`, '--mysqlx=OFF'),
  };
}

export function hasServer(kind: ServerKind): boolean {
  return programsOf(kind) !== undefined;
}

/**
 * Address of the run's server, `mysql://root@127.0.0.1:PORT/mysql`. The first caller of a run starts it; others, in other
 * processes too, wait for it.
 */
export async function serverUrl(kind: ServerKind): Promise<string> {
  const run = process.env[runFolderVariable];
  if (!run) throw new Error('test/support/global-setup.ts has not run');
  const folder = join(run, kind);
  const address = join(folder, 'url');
  if (!first(folder)) return waitFor(address, join(folder, 'failed'));
  try {
    const url = await start(kind, folder);
    writeFileSync(`${address}.new`, url);
    renameSync(`${address}.new`, address);
    return url;
  } catch (error) {
    writeFileSync(join(folder, 'failed'), String(error));
    throw error;
  }
}

/** Making a folder succeeds in one process only. */
function first(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function start(kind: ServerKind, folder: string): Promise<string> {
  const programs = programsOf(kind);
  if (!programs) throw new Error(`this machine has no ${kind}`);
  const data = join(folder, 'data');
  const log = join(folder, 'server.log');
  const initialise = programs.initialise(data);
  const made = spawnSync(initialise.program, initialise.args, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${kind} could not make its data folder: ${made.stderr || made.stdout}`);
  const port = await freePort();
  const serve = programs.serve(data);
  const keeper = spawn(
    process.execPath,
    [
      join(__dirname, 'server-keeper.cjs'),
      process.env[runPidVariable] ?? String(process.pid),
      folder,
      serve.program,
      ...serve.args,
      `--socket=${join(folder, 's.sock')}`,
      `--pid-file=${join(folder, 'server.pid')}`,
      `--log-error=${log}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-log-bin',
      // The data need not survive the run, and waiting for the disk is most of the time that making tables takes.
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=0',
      '--innodb-file-per-table=0',
      '--innodb-buffer-pool-size=256M',
      '--max-connections=400',
    ],
    { stdio: 'ignore', detached: true },
  );
  keeper.unref();
  writeFileSync(join(folder, 'keeper.pid'), String(keeper.pid));
  const up = await until(() => keeper.exitCode !== null || takesConnections(port));
  if (!up || keeper.exitCode !== null) {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : 'no log';
    throw new Error(`${kind} did not start:\n${lines}`);
  }
  return `mysql://root@127.0.0.1:${port}/mysql`;
}

async function waitFor(address: string, failed: string): Promise<string> {
  await until(() => existsSync(address) || existsSync(failed));
  if (existsSync(address)) return readFileSync(address, 'utf8');
  throw new Error(existsSync(failed) ? readFileSync(failed, 'utf8') : 'the database server did not start in time');
}

/** Asks every 50 ms, for a minute at most. */
async function until(done: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (await done()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
