/** haproxy before service processes of this machine, for tests and benchmarks. */
import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BalancerSetup {
  /** Path of haproxy. */
  readonly haproxy: string;
  /** Folder for its configuration. */
  readonly folder: string;
  readonly port: number;
  /** Port of its own statistics. */
  readonly statusPort: number;
  /** Ports of the service processes. */
  readonly servers: readonly number[];
}

/** haproxy's defaults, plus a check of /readyz: requests are sent again only if no connection could be made. */
export function startBalancer({ haproxy, folder, port, statusPort, servers }: BalancerSetup): ChildProcess {
  const file = join(folder, 'haproxy.cfg');
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    // Without it a check that takes longer than its interval counts as failed, which happens on a busy machine.
    '  timeout check 5s',
    'frontend service',
    `  bind 127.0.0.1:${port}`,
    '  default_backend leadlight',
    ...statusFrontend(statusPort),
    'backend leadlight',
    '  option httpchk GET /readyz',
    '  default-server check inter 100ms fall 1 rise 1',
    ...servers.map((at, n) => `  server s${n} 127.0.0.1:${at}`),
    '',
  ];
  writeFileSync(file, lines.join('\n'));
  return spawn(haproxy, ['-db', '-f', file], { stdio: 'ignore' });
}

/** Positions of the processes to which the balancer sends requests. */
export async function serversUp(statusPort: number): Promise<number[]> {
  return (await namesUp(statusPort)).flatMap((name) => (/^s\d+$/.test(name) ? [Number(name.slice(1))] : []));
}

/** Names in the configuration of those to which it sends requests. None where it does not answer. */
export async function namesUp(statusPort: number): Promise<string[]> {
  const table = await fetch(`http://127.0.0.1:${statusPort}/;csv`).then(
    (answer) => answer.text(),
    () => '',
  );
  return table.split('\n').flatMap((line) => /^leadlight,(\w+),.*,UP,/.exec(line)?.[1] ?? []);
}

/** The part of a configuration that says there who is up. */
export const statusFrontend = (statusPort: number): readonly string[] => [
  'frontend status',
  `  bind 127.0.0.1:${statusPort}`,
  '  stats enable',
  '  stats uri /',
];
