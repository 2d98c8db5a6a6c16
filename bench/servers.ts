/**
 * The databases to measure on: a SQLite file, and private MariaDB and MySQL servers. Their data stays in a folder outside the
 * repository, so that a million leads are loaded once and not for every run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir, totalmem, userInfo } from 'node:os';
import { join } from 'node:path';

export const databaseKinds = ['sqlite', 'mariadb', 'mysql'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** The repository's folder, from the sources as from `dist/`. */
export const repository =
  ['..', '../../..']
    .map((up) => join(__dirname, up))
    .find((folder) => existsSync(join(folder, 'scripts', 'machine.cjs'))) ?? process.cwd();
const { machine } = createRequire(join(repository, 'package.json'))('./scripts/machine.cjs') as {
  machine(): { mariadbd: string | null; mariadbInstallDb: string | null; mysql: string | null };
};

/** Where benchmarks keep their data; `LEADLIGHT_BENCH_DIR` moves it. */
export const benchFolder = process.env['LEADLIGHT_BENCH_DIR'] ?? join(tmpdir(), 'leadlight-bench');

export function availableDatabases(): DatabaseKind[] {
  const { mariadbd, mariadbInstallDb, mysql } = machine();
  return databaseKinds.filter(
    (kind) => kind === 'sqlite' || (kind === 'mariadb' ? mariadbd && mariadbInstallDb : mysql),
  );
}

export interface BenchServer {
  /** Address of a database by its name, for `DATABASE_URL`. */
  url(database: string): string;
  stop(): Promise<void>;
}

const user = `--user=${userInfo().username}`;

function commandOf(kind: 'mariadb' | 'mysql'): (args: readonly string[]) => { program: string; args: string[] } {
  const { mariadbd, mysql } = machine();
  if (kind === 'mariadb') return (args) => ({ program: mariadbd ?? '', args: ['--no-defaults', user, ...args] });
  return (args) => ({
    program: 'bash',
    args: [join(repository, 'scripts', 'real-mysql.sh'), 'mysqld', mysql ?? '', ...args],
  });
}

/** Starts the server of a data folder, which is made when it is not there. */
export async function startServer(kind: DatabaseKind, folder: string): Promise<BenchServer> {
  mkdirSync(folder, { recursive: true });
  if (kind === 'sqlite') {
    return { url: (database) => `sqlite:${join(folder, `${database}.db`)}`, stop: () => Promise.resolve() };
  }
  const data = join(folder, 'data');
  const command = commandOf(kind);
  if (!existsSync(join(data, 'mysql'))) initialise(kind, data);
  const port = await freePort();
  const log = join(folder, 'server.log');
  const { program, args } = command([
    `--datadir=${data}`,
    `--socket=${join(folder, 's.sock')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--log-error=${log}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-log-bin',
    '--secure-file-priv=',
    '--innodb-flush-log-at-trx-commit=2',
    `--innodb-buffer-pool-size=${Math.min(4096, Math.floor(totalmem() / 2 ** 20 / 4))}M`,
    ...(kind === 'mysql' ? ['--mysqlx=OFF', '--innodb-redo-log-capacity=2G'] : ['--innodb-log-file-size=1G']),
  ]);
  const server = spawn(program, args, { stdio: 'ignore' });
  const end = () => void server.kill('SIGTERM');
  process.once('exit', end);
  const deadline = Date.now() + 120_000;
  while (!(await takesConnections(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      throw new Error(`${kind} did not start:\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: (database) => `mysql://root@127.0.0.1:${port}/${database}`,
    async stop() {
      process.off('exit', end);
      const exited = new Promise((resolve) => server.once('exit', resolve));
      end();
      await exited;
    },
  };
}

function initialise(kind: 'mariadb' | 'mysql', data: string): void {
  const { mariadbInstallDb } = machine();
  const { program, args } =
    kind === 'mariadb'
      ? {
          program: mariadbInstallDb ?? '',
          args: [
            '--no-defaults',
            `--datadir=${data}`,
            user,
            '--auth-root-authentication-method=normal',
            '--skip-test-db',
          ],
        }
      : commandOf(kind)(['--initialize-insecure', `--datadir=${data}`]);
  const made = spawnSync(program, args, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${kind} could not make its data folder: ${made.stderr || made.stdout}`);
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
