/**
 * What examples/operate/compose describes, as processes of this machine, for where no Docker runs: the same commands with the same
 * settings and haproxy with the same configuration. Only names, ports, folders and the database's address are others.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { namesUp, statusFrontend } from './balancer';
import { freePort, repository, until } from './database-server';

const service = z.looseObject({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
});
const compose = z.looseObject({ services: z.record(z.string(), service) });

export const composeFolder = join(repository, 'examples', 'operate', 'compose');
/** The file with its merges done. @throws Error when it has another form. */
export const readCompose = () =>
  compose.parse(parse(readFileSync(join(composeFolder, 'docker-compose.yml'), 'utf8'), { merge: true }));

export interface ComposedSetup {
  /** Path of haproxy. */
  readonly haproxy: string;
  /** Arguments of Node that run the `leadlight` command; its own follow. */
  readonly leadlight: readonly string[];
  /** An existing folder: `/data` of the containers, and haproxy's configuration. */
  readonly folder: string;
  /** What `.env` holds. */
  readonly dotEnv: Readonly<Record<string, string>>;
  /** Address of an empty database, in place of the one of the container. */
  readonly databaseUrl: string;
}

export interface Composed {
  /** Where the balancer listens. */
  readonly port: number;
  /** Ports of the nodes by the name of their service. */
  readonly nodes: Readonly<Record<string, number>>;
  /** Stops the process of a service (SIGTERM), waits for its end, and starts it again. Resolves when a node is ready, and the balancer knows. */
  restart(name: string): Promise<void>;
  stop(): void;
}

/** @throws Error when migrating fails, or a node is not ready within three minutes. */
export async function startComposed(setup: ComposedSetup): Promise<Composed> {
  const { services } = readCompose();
  const data = join(setup.folder, 'data');
  mkdirSync(data, { recursive: true });
  const running = new Map<string, ChildProcess>();
  const nodes: Record<string, number> = {};
  const start = (name: string): ChildProcess => {
    const { command = [], environment = {} } = services[name] ?? {};
    const env: Record<string, string> = { ...setup.dotEnv };
    for (const [key, value] of Object.entries(environment)) env[key] = filledIn(value, setup.dotEnv);
    const own = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', DATA_DIR: data, DATABASE_URL: setup.databaseUrl };
    Object.assign(env, own, nodes[name] === undefined ? {} : { PORT: String(nodes[name]) });
    // The password is in the address.
    delete env['DATABASE_PASSWORD'];
    const child = spawn(process.execPath, [...setup.leadlight, ...command], { env, stdio: 'ignore' });
    running.set(name, child);
    return child;
  };
  const ready = async (name: string) => {
    const answers = () =>
      fetch(`http://127.0.0.1:${nodes[name]}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    if (!(await until(answers, 180_000))) throw new Error(`${name} was not ready within three minutes`);
  };
  const stop = () => {
    for (const child of running.values()) child.kill('SIGKILL');
  };
  try {
    const ended = start('migrate');
    await once(ended, 'exit');
    const code = ended.exitCode;
    if (code !== 0) throw new Error(`migrate ended with ${String(code)}`);
    for (const [name, { command }] of Object.entries(services))
      if (command?.[0] === 'serve') nodes[name] = await freePort();
    for (const name of [...Object.keys(nodes), 'worker']) start(name);
    await Promise.all(Object.keys(nodes).map(ready));
    const [port, statusPort] = [await freePort(), await freePort()];
    running.set('balancer', startHaproxy(setup, { port, statusPort }, nodes));
    /** Where one node ends before the balancer has found the other one, it has nobody to send a request to. */
    const found = async (name: string) => {
      const isUp = async () => (await namesUp(statusPort)).includes(name.replace('node-', ''));
      if (!(await until(isUp, 180_000))) throw new Error(`the balancer does not see ${name}`);
    };
    await Promise.all(Object.keys(nodes).map(found));
    const restart = async (name: string) => {
      const child = running.get(name);
      const exited = child && once(child, 'exit');
      child?.kill('SIGTERM');
      await exited;
      start(name);
      if (!(name in nodes)) return;
      await ready(name);
      await found(name);
    };
    return { port, nodes, restart, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** `${NAME:-default}` and `${NAME:?message}`, as compose reads them. */
function filledIn(value: string, env: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const given = env[name];
    if (given) return given;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest;
  });
}

function startHaproxy(
  { haproxy, folder }: ComposedSetup,
  { port, statusPort }: { port: number; statusPort: number },
  nodes: Composed['nodes'],
): ChildProcess {
  const file = join(folder, 'haproxy.cfg');
  const text = Object.entries(nodes).reduce(
    (config, [name, at]) => config.replace(`${name}:3000`, `127.0.0.1:${at}`),
    readFileSync(join(composeFolder, 'haproxy.cfg'), 'utf8').replace('bind :3000', `bind 127.0.0.1:${port}`),
  );
  writeFileSync(file, [text, ...statusFrontend(statusPort), ''].join('\n'));
  return spawn(haproxy, ['-db', '-f', file], { stdio: 'ignore' });
}
