/** Standard outputs that cannot be written, or that nobody reads, and processes that have them. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const program = join(__dirname, '..', '..', '..', 'support', 'cli-process.cjs');

export class Outputs {
  private readonly opened: number[] = [];
  private readonly started: ChildProcess[] = [];

  /** @param folder where pipes and files are made. */
  constructor(private readonly folder: string) {}

  file(name: string): number {
    return this.bytesOf(openSync(join(this.folder, name), 'w'));
  }

  full(): number {
    return this.bytesOf(openSync('/dev/full', constants.O_WRONLY));
  }

  /** A pipe that is empty, and that nobody will read. */
  unread(): number {
    return this.bytesOf(openSync(this.pipe(), constants.O_RDWR | constants.O_NONBLOCK));
  }

  /** A pipe that takes nothing more. */
  stalled(): number {
    const fd = this.unread();
    for (const size of [4096, 1]) while (takes(fd, size));
    return fd;
  }

  /** A pipe whose reader is gone. */
  closedPipe(): number {
    const path = this.pipe();
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const fd = this.bytesOf(openSync(path, constants.O_WRONLY));
    closeSync(reader);
    return fd;
  }

  /** Starts the command. */
  start(args: readonly string[], stdout: number, stderr: number, env: Readonly<Record<string, string>>): ChildProcess {
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', stdout, stderr] });
    this.started.push(child);
    return child;
  }

  async close(): Promise<void> {
    for (const child of this.started) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const closed = ended(child);
      child.kill('SIGKILL');
      await closed;
    }
    for (const fd of this.opened) closeSync(fd);
  }

  private pipe(): string {
    const path = join(this.folder, `fifo-${this.opened.length}`);
    execFileSync('mkfifo', [path]);
    return path;
  }

  private bytesOf(fd: number): number {
    this.opened.push(fd);
    return fd;
  }
}

/** Resolves with the exit status or the signal. */
export const ended = (child: ChildProcess) =>
  new Promise<number | string | null>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

function takes(fd: number, bytes: number): boolean {
  try {
    writeSync(fd, Buffer.alloc(bytes, 'x'));
    return true;
  } catch (error) {
    if (String(error).includes('EAGAIN')) return false;
    throw error;
  }
}
