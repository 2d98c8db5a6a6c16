/** A private MariaDB on a temporary folder with the server's own durable defaults: every commit is on disk before it answers. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export interface BenchDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

const programs = (name: string) => [
  `/usr/sbin/${name}`,
  `/usr/bin/${name}`,
  `/usr/local/sbin/${name}`,
  `/usr/local/bin/${name}`,
];
const find = (name: string) => programs(name).find((path) => existsSync(path));

/** Starts one; undefined where the machine has no MariaDB. `BENCH_DATABASE_URL` names a server to use instead. */
export async function startMariaDb(): Promise<BenchDatabase | undefined> {
  const given = process.env['BENCH_DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  const mariadbd = find('mariadbd');
  const install = find('mariadb-install-db');
  if (!mariadbd || !install) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-'));
  const data = join(folder, 'data');
  const user = `--user=${userInfo().username}`;
  const made = spawnSync(install, [
    '--no-defaults',
    `--datadir=${data}`,
    user,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  if (made.status !== 0) throw new Error('MariaDB could not make its data folder');
  const port = await freePort();
  const server = spawn(
    mariadbd,
    [
      '--no-defaults',
      user,
      `--datadir=${data}`,
      `--socket=${join(folder, 's.sock')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--innodb-buffer-pool-size=256M',
    ],
    { stdio: 'ignore' },
  );
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error('MariaDB did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const url = `mysql://root@127.0.0.1:${port}/leadlight_bench`;
  return {
    url,
    async stop() {
      server.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
