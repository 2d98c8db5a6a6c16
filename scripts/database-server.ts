/**
 * Private MariaDB and MySQL servers for tests and benchmarks: how to create and start them. The machine's own servers are not
 * touched. The caller chooses the data folder and the durability, and stops the server.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type * as machineModule from './machine.cjs';

export type ServerKind = 'mariadb' | 'mysql';

/** The repository's folder, for the sources and for their compiled form. */
export const repository = rootAbove(__dirname);

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'scripts', 'machine.cjs'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('not inside the repository');
  return rootAbove(above);
}

// Loaded from the repository, because a compiled copy of this file has no machine.cjs beside it.
const load = createRequire(join(repository, 'package.json'));
/** What this machine has. */
export const { machine } = load('./scripts/machine.cjs') as typeof machineModule;

interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

interface Programs {
  initialise(data: string): Command;
  serve(data: string): Command;
}

const user = `--user=${userInfo().username}`;

/** How to run a server; undefined if the machine does not have it. */
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
    args: [join(repository, 'scripts', 'real-mysql.sh'), 'mysqld', mysql, ...args],
  });
  return {
    initialise: (data) => command('--initialize-insecure', `--datadir=${data}`),
    serve: (data) => command(`--datadir=${data}`, '--mysqlx=OFF'),
  };
}

export function hasServer(kind: ServerKind): boolean {
  return programsOf(kind) !== undefined;
}

export interface PreparedServer extends Command {
  /** Port on 127.0.0.1 for the server. */
  readonly port: number;
}

/**
 * Creates the server's data folder if it is missing, and returns how to start the server.
 * @param folder an existing folder for the data, the socket and the log.
 * @param options of the server, in addition to those that keep it private.
 */
export async function prepareServer(
  kind: ServerKind,
  folder: string,
  options: readonly string[],
): Promise<PreparedServer> {
  const programs = programsOf(kind);
  if (!programs) throw new Error(`this machine has no ${kind}`);
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'mysql'))) {
    const { program, args } = programs.initialise(data);
    const made = spawnSync(program, args, { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`${kind} could not make its data folder: ${made.stderr || made.stdout}`);
  }
  const port = await freePort();
  const { program, args } = programs.serve(data);
  return {
    program,
    args: [
      ...args,
      `--socket=${join(folder, 's.sock')}`,
      `--pid-file=${join(folder, 'server.pid')}`,
      `--log-error=${logOf(folder)}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-log-bin',
      ...options,
    ],
    port,
  };
}

/**
 * Waits until the server accepts connections.
 * @param ended whether its process has ended.
 * @throws Error with the end of the server's log if it ended, or did not start within five minutes.
 */
export async function waitForServer(
  kind: ServerKind,
  folder: string,
  port: number,
  ended: () => boolean,
): Promise<void> {
  const up = await until(async () => ended() || (await takesConnections(port)), 300_000);
  if (up && !ended()) return;
  const log = logOf(folder);
  const lines = existsSync(log) ? reasonIn(readFileSync(log, 'utf8').trim().split('\n')) : 'no log';
  throw new Error(`${kind} did not start:\n${lines}`);
}

/** Its errors, and the last lines: what a server says while it ends can be longer than what ended it. */
const reasonIn = (lines: readonly string[]) =>
  lines.filter((line, at) => line.includes('[ERROR]') || at >= lines.length - 10).join('\n');

/** Address of a database of the server. */
export const serverUrl = (port: number, database: string) => `mysql://root@127.0.0.1:${port}/${database}`;

const logOf = (folder: string) => join(folder, 'server.log');

/** Checks a condition every 50 ms. @returns false if it does not hold in time. */
export async function until(done: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (await done()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** Below the ports that systems give to outgoing connections (Linux: 32768 and above). */
const portsForServers = { from: 20_000, to: 32_000 };

/** Ports among which one process chooses: those that choose at the same time have others, as a rule. */
const share = 200;
const chosen = new Set<number>();

/**
 * A port of 127.0.0.1 on which nothing listens, for a server that is started later. It is none that an outgoing connection can be
 * given meanwhile, nor, as a rule, another caller. A process that has chosen half of its share goes on with the next.
 */
export async function freePort(): Promise<number> {
  const shares = (portsForServers.to - portsForServers.from) / share;
  const first = portsForServers.from + ((process.pid + Math.floor(chosen.size / (share / 2))) % shares) * share;
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = first + randomInt(share);
    if (chosen.has(port)) continue;
    chosen.add(port);
    if (await canListen(port)) return port;
  }
  throw new Error(`no free port from ${portsForServers.from} to ${portsForServers.to}`);
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
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
