/**
 * The databases to measure on: a SQLite file, and private MariaDB and MySQL servers. Their data stays in a folder outside the
 * repository, so that a million leads are loaded once and not for every run.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { hasServer, prepareServer, serverUrl, waitForServer } from '../scripts/database-server';

export const databaseKinds = ['sqlite', 'mariadb', 'mysql'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** Where benchmarks keep their data; `LEADLIGHT_BENCH_DIR` moves it. */
export const benchFolder = process.env['LEADLIGHT_BENCH_DIR'] ?? join(tmpdir(), 'leadlight-bench');

export function availableDatabases(): DatabaseKind[] {
  return databaseKinds.filter((kind) => kind === 'sqlite' || hasServer(kind));
}

export interface BenchServer {
  /** Address of a database by its name, for `DATABASE_URL`. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts the server of a data folder, which is made when it is not there. */
export async function startServer(kind: DatabaseKind, folder: string): Promise<BenchServer> {
  mkdirSync(folder, { recursive: true });
  if (kind === 'sqlite') {
    return { url: (database) => `sqlite:${join(folder, `${database}.db`)}`, stop: () => Promise.resolve() };
  }
  const { program, args, port } = await prepareServer(kind, folder, [
    '--secure-file-priv=',
    '--innodb-flush-log-at-trx-commit=2',
    `--innodb-buffer-pool-size=${Math.min(4096, Math.floor(totalmem() / 2 ** 20 / 4))}M`,
    kind === 'mysql' ? '--innodb-redo-log-capacity=2G' : '--innodb-log-file-size=1G',
  ]);
  const server = spawn(program, args, { stdio: 'ignore' });
  const end = () => void server.kill('SIGTERM');
  process.once('exit', end);
  await waitForServer(kind, folder, port, () => server.exitCode !== null);
  return {
    url: (database) => serverUrl(port, database),
    async stop() {
      process.off('exit', end);
      const exited = new Promise((resolve) => server.once('exit', resolve));
      end();
      await exited;
    },
  };
}
