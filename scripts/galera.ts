/**
 * A private Galera cluster on this machine, for tests and benchmarks: MariaDB nodes that replicate to each other. The nodes start
 * as copies of one stopped node, so they join without transferring a snapshot. Even then a join runs rsync, which refuses to work
 * in root's folders. So for root the nodes run as the user `mysql`, which the packages create.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'mysql2/promise';
import { join } from 'node:path';
import { freePort, hasServer, machine, prepareServer, serverUrl, until, waitForServer } from './database-server';

const { galera: library } = machine();

/** Whether the machine has MariaDB and the package galera-4. */
export const hasGalera = (): boolean => hasServer('mariadb') && library !== null;

export interface GaleraNode {
  readonly port: number;
  /** Address of a database on this node, for `DATABASE_URL`. */
  url(database: string): string;
  /** Ends the node at once, like a crash. */
  kill(): Promise<void>;
  /** Sends its process a signal without waiting: SIGSTOP, SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it again after `kill`, and waits until it has what the others committed meanwhile. */
  restart(): Promise<void>;
}

export interface GaleraCluster {
  readonly nodes: readonly GaleraNode[];
  stop(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

const settings = [
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-buffer-pool-size=128M',
  '--max-connections=300',
];

/**
 * Starts a cluster with an empty database folder.
 * @param folder is created or emptied first, and holds the data of all nodes.
 * @param more options of each server.
 */
export async function startGalera(folder: string, count = 3, more: readonly string[] = []): Promise<GaleraCluster> {
  if (library === null) throw new Error('this machine has no Galera: apt-get install mariadb-server galera-4');
  rmSync(folder, { recursive: true, force: true });
  const folders = Array.from({ length: count }, (_, at) => join(folder, `node${at + 1}`));
  for (const one of folders) mkdirSync(one, { recursive: true });
  chmodSync(folder, 0o755);
  const ports = await Promise.all(
    folders.map(async () => ({ group: await freePort(), transfer: await freePort(), snapshot: await freePort() })),
  );
  const wsrep = (at: number, address: string) => [
    '--wsrep-on=ON',
    `--wsrep-provider=${library}`,
    '--wsrep-cluster-name=leadlight',
    `--wsrep-cluster-address=gcomm://${address}`,
    `--wsrep-node-name=node${at + 1}`,
    '--wsrep-node-address=127.0.0.1',
    `--wsrep-sst-receive-address=127.0.0.1:${ports[at]?.snapshot}`,
    `--wsrep-provider-options=base_host=127.0.0.1;base_port=${ports[at]?.group};gmcast.listen_addr=tcp://127.0.0.1:${ports[at]?.group};ist.recv_addr=127.0.0.1:${ports[at]?.transfer};gcache.size=64M`,
  ];
  const everybody = ports.map(({ group }) => `127.0.0.1:${group}`).join(',');
  const running: ChildProcess[] = [];
  const startNode = async (at: number, address: string, first: boolean, again?: { readonly port: number }) => {
    const own = folders[at] ?? folder;
    const { program, args, port } = await prepareServer('mariadb', own, [
      ...settings,
      ...wsrep(at, address),
      ...(first ? ['--wsrep-new-cluster'] : []),
      ...more,
      ...(again ? [`--port=${again.port}`] : []),
    ]);
    if (isRoot) execFileSync('chown', ['-R', 'mysql', own]);
    const asUser = args.map((arg) => (isRoot && arg.startsWith('--user=') ? '--user=mysql' : arg));
    // What a crashed node had committed: with it the node asks the others for the rest only.
    const position = again ? recoveredPosition(program, asUser, own) : [];
    const server = spawn(program, [...asUser, ...position], { stdio: 'ignore' });
    running.push(server);
    const listens = again?.port ?? port;
    await waitForServer('mariadb', own, listens, () => server.exitCode !== null || server.signalCode !== null);
    await synced(listens);
    return { server, port: listens };
  };
  try {
    // The first node runs alone once, so that the folder knows its cluster and position. Then it is copied.
    const template = await startNode(0, '', true);
    await ended(template.server, 'SIGTERM');
    for (const other of folders.slice(1)) {
      cpSync(join(folders[0] ?? folder, 'data'), join(other, 'data'), { recursive: true });
    }
    const nodes: GaleraNode[] = [];
    for (let at = 0; at < count; at += 1) {
      const { server, port } = await startNode(at, everybody, at === 0);
      let now = server;
      nodes.push({
        port,
        url: (database) => serverUrl(port, database),
        kill: () => ended(now, 'SIGKILL'),
        signal: (signal) => void now.kill(signal),
        async restart() {
          now = (await startNode(at, everybody, false, { port })).server;
        },
      });
    }
    return { nodes, stop: () => stopAll(running) };
  } catch (error) {
    await stopAll(running);
    throw error;
  }
}

/** Has a stopped node say how far it had come. */
function recoveredPosition(program: string, args: readonly string[], folder: string): string[] {
  const log = join(folder, 'recovery.log');
  execFileSync(program, [...args, '--wsrep-recover', `--log-error=${log}`], { stdio: 'ignore' });
  const position = /Recovered position: *(\S+)/.exec(readFileSync(log, 'utf8'))?.[1];
  return position === undefined ? [] : [`--wsrep-start-position=${position}`];
}

const stopAll = async (running: readonly ChildProcess[]) => {
  for (const server of running) await ended(server, 'SIGKILL');
};

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await exited;
}

/** A node accepts connections before it accepts statements. Until then it answers "not prepared" (1047). */
async function synced(port: number): Promise<void> {
  const isSynced = async () => {
    try {
      const connection = await createConnection(serverUrl(port, 'mysql'));
      try {
        const [rows] = await connection.query("SHOW STATUS LIKE 'wsrep_local_state_comment'");
        return JSON.stringify(rows).includes('Synced');
      } finally {
        await connection.end();
      }
    } catch {
      return false;
    }
  };
  if (!(await until(isSynced, 60_000))) throw new Error('a Galera node did not join its cluster within a minute');
}
