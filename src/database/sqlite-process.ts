/**
 * Runs SQLite statements outside this process (sqlite-child.ts). The driver answers on the thread that asks and cannot be
 * interrupted; a process can be ended in the middle of a statement. Processes are kept and used again, by all databases.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Answered, Asked, Role } from './sqlite-child';
import { rowsOfText } from './sqlite-rows';
import type { SqlValue } from './sql-value';
import { UnavailableError } from './unavailable';

/** The most statements that one database reads with at once. */
export const mostReaders = Math.min(4, Math.max(2, cpus().length));
/** Processes that wait for work. One more than readers, for moving the log. */
const mostIdle = mostReaders + 1;

const idle: SqliteProcess[] = [];
/** Files whose connections a process closes now, because it was taken for another file. */
const closing = new Set<{ readonly file: string; readonly done: Promise<void> }>();

/** Statements under way, and how long all of them had worked at the time `at`. */
const work = { running: 0, ms: 0, at: 0 };
/** Milliseconds that all these processes have worked on statements, since this process began. Those under way count up to now. */
export function sqliteWork(): number {
  const now = performance.now();
  work.ms += work.running * (now - work.at);
  work.at = now;
  return work.ms;
}
/** A statement begins (1) or ends (-1). */
function count(change: 1 | -1): void {
  sqliteWork();
  work.running += change;
}

export class SqliteProcess {
  private readonly child: ChildProcess;
  private waiting: { resolve(answer: Answered): void; reject(error: Error): void } | undefined;
  private failure: Error | undefined;
  /** The file to which it keeps connections. */
  private file: string | undefined;
  /** Resolves when it has left the file it had before. */
  private left: Promise<void> = Promise.resolve();

  private constructor() {
    const child = fork(join(__dirname, 'sqlite-child'), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Not those of this process, such as the port of its debugger.
      execArgv: [],
    });
    child.on('message', (answer: Answered) => this.settle(({ resolve }) => resolve(answer)));
    child.on('error', (error) => this.fail(error));
    child.on('exit', () => this.fail(new UnavailableError('the process that read the database has ended')));
    this.child = child;
    this.release();
  }

  /** A process that waits for work, one that knows the file if possible, or a new one. It must be given back or ended. */
  static take(file: string): SqliteProcess {
    const at = idle.findIndex((one) => one.file === file);
    const [known] = idle.splice(at < 0 ? idle.length - 1 : at, 1);
    const taken = known ?? new SqliteProcess();
    if (taken.file !== undefined && taken.file !== file) taken.leaveFile(taken.file);
    taken.file = file;
    return taken;
  }

  /** Closes all connections of waiting processes to a file. Never rejects. */
  static async leave(file: string): Promise<void> {
    const those = idle.filter((one) => one.file === file);
    await Promise.all(
      those.map(async (one) => {
        idle.splice(idle.indexOf(one), 1);
        await one.ask('read', undefined).catch(() => one.end());
        one.file = undefined;
        one.giveBack();
      }),
    );
    // Closing the last connection removes the log by its name: it must not be that of a new file there.
    await Promise.all([...closing].flatMap((one) => (one.file === file ? [one.done] : [])));
  }

  private leaveFile(file: string): void {
    this.left = this.ask('read', undefined).then(
      () => undefined,
      () => this.end(),
    );
    const entry = { file, done: this.left };
    closing.add(entry);
    void this.left.then(() => closing.delete(entry));
  }

  giveBack(): void {
    if (this.failure) return;
    if (idle.length < mostIdle) idle.push(this);
    else this.end();
  }

  /** Ends the process, also in the middle of a statement, whose caller gets an error. */
  end(): void {
    this.child.kill('SIGKILL');
  }

  /**
   * Runs one statement, one at a time.
   * @throws Error with SQLite's message and the name of its code; UnavailableError when the process has ended.
   */
  async rows(role: Role, sql: string, params: readonly SqlValue[] = []): Promise<Record<string, unknown>[]> {
    await this.left;
    const answer = await this.ask(role, sql, params);
    if ('message' in answer) throw Object.assign(new Error(answer.message), { code: answer.code });
    return rowsOfText(answer.columns, answer.text);
  }

  private ask(role: Role, sql: string | undefined, params: readonly SqlValue[] = []): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (this.failure) {
        reject(this.failure);
        return;
      }
      this.waiting = { resolve, reject };
      count(1);
      this.child.ref();
      this.child.channel?.ref();
      const asked: Asked = { file: this.file ?? '', role, sql, params };
      this.child.send(asked, (error) => error && this.fail(error));
    });
  }

  private settle(how: (waiting: NonNullable<typeof this.waiting>) => void): void {
    const { waiting } = this;
    this.waiting = undefined;
    this.release();
    if (!waiting) return;
    count(-1);
    how(waiting);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    const at = idle.indexOf(this);
    if (at >= 0) idle.splice(at, 1);
    this.settle(({ reject }) => reject(error));
  }

  /** While nobody waits for an answer, the process keeps nobody from ending. */
  private release(): void {
    this.child.unref();
    this.child.channel?.unref();
  }
}
