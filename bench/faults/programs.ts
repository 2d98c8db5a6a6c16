/** The `leadlight` command in processes of its own: services that are waited for, and commands that are run to their end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, until } from '../../scripts/database-server';

export interface Programs {
  /** Arguments of Node that run the command; its own follow. */
  readonly leadlight: readonly string[];
  /** Working folder: data and logs of the processes. */
  readonly folder: string;
}

export interface Running {
  /** How it ended; undefined while it runs. */
  ended(): string | undefined;
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the end. @returns milliseconds that took. */
  end(signal: NodeJS.Signals): Promise<number>;
  /** Waits for the end. @throws Error with the end of its output when its status is not 0. */
  succeeded(): Promise<void>;
}

export interface Serving extends Running {
  readonly port: number;
}

let started = 0;

/** Starts the command. Its output goes to a log file in the folder. */
export function start(programs: Programs, args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const { leadlight, folder } = programs;
  const log = join(folder, `${(started += 1)}-${args[0] ?? 'leadlight'}.log`);
  const out = openSync(log, 'w');
  const child = spawn(process.execPath, [...leadlight, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  const exited = once(child, 'exit');
  return {
    ended: () => endOf(child),
    signal: (signal) => void child.kill(signal),
    async end(signal) {
      const begun = performance.now();
      if (endOf(child) === undefined) child.kill(signal);
      await exited;
      return performance.now() - begun;
    },
    async succeeded() {
      await exited;
      if (child.exitCode === 0) return;
      const said = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n');
      throw new Error(`leadlight ${args.join(' ')} ended with ${endOf(child)}: ${said}`);
    },
  };
}

const endOf = ({ exitCode, signalCode }: ChildProcess) => (exitCode ?? signalCode)?.toString();

/** Starts `leadlight serve`, on a free port if `PORT` is not given, and waits until it is ready. */
export async function serve(programs: Programs, env: Readonly<Record<string, string>>): Promise<Serving> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const running = start(programs, ['serve'], {
    PORT: String(port),
    RUN_WORKER: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...env,
  });
  const isReady = async () => {
    if (running.ended() !== undefined) await running.succeeded();
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  if (!(await until(isReady, 180_000))) {
    const said = await fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.text(), String);
    await running.end('SIGKILL');
    throw new Error(`leadlight serve was not ready within three minutes: ${said}`);
  }
  return { ...running, port };
}
