/**
 * The MariaDB and MySQL servers of a test run, in its temporary folder. One of each serves the whole run; it is started by the
 * first test file that asks for it, so a run that needs none pays nothing.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareServer, serverUrl, until, waitForServer, type ServerKind } from '../../scripts/database-server';

/** Folder of the run, made by global-setup.ts, and the process that the servers must not outlive. */
export const runFolderVariable = 'LEADLIGHT_TEST_RUN';
export const runPidVariable = 'LEADLIGHT_TEST_RUN_PID';

/**
 * Address of the run's server, `mysql://root@127.0.0.1:PORT/mysql`. The first caller of a run starts it; others, in other
 * processes too, wait for it.
 */
export async function urlOfRun(kind: ServerKind): Promise<string> {
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
  const { program, args, port } = await prepareServer(kind, folder, [
    // The data need not survive the run, and waiting for the disk is most of the time that making tables takes.
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    '--innodb-file-per-table=0',
    '--innodb-buffer-pool-size=256M',
    // Modes that no statement here is written for: every connection has to set its own.
    '--sql-mode=NO_BACKSLASH_ESCAPES,ANSI_QUOTES',
    '--max-connections=400',
    // MySQL watches itself unless it is told not to; nobody reads what it sees here.
    '--performance-schema=OFF',
  ]);
  const runPid = process.env[runPidVariable] ?? String(process.pid);
  const keeper = spawn(process.execPath, [join(__dirname, 'server-keeper.cjs'), runPid, folder, program, ...args], {
    stdio: 'ignore',
    detached: true,
  });
  keeper.unref();
  writeFileSync(join(folder, 'keeper.pid'), String(keeper.pid));
  await waitForServer(kind, folder, port, () => keeper.exitCode !== null);
  return serverUrl(port, 'mysql');
}

async function waitFor(address: string, failed: string): Promise<string> {
  await until(() => existsSync(address) || existsSync(failed), 500_000);
  if (existsSync(address)) return readFileSync(address, 'utf8');
  throw new Error(existsSync(failed) ? readFileSync(failed, 'utf8') : 'the database server did not start in time');
}
