/**
 * Reads outside the event loop, for SQLite: a few processes of their own (sqlite-process.ts). Other SQLite statements run on the
 * thread that serves all requests, which is fastest for short ones but would block everything during long ones.
 */
import { mostReaders, SqliteProcess } from './sqlite-process';
import type { SqlValue } from './sql-value';
import { BusyError, TooSlowError } from './unavailable';

/** One workspace always leaves a process to the others. */
const ofOneWorkspace = mostReaders - 1;
/** The most waiting scans of one workspace. Further ones are refused. */
const mostWaiting = 128;

interface Scan {
  readonly of: string;
  readonly sql: string;
  readonly params: readonly SqlValue[];
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
  /** What runs it, once it runs. */
  process?: SqliteProcess;
  done?: Promise<void>;
  late?: true;
}

export class SqliteReaders {
  private readonly running = new Set<Scan>();
  /** Waiting scans, by workspace. Workspaces take turns. */
  private readonly waiting = new Map<string, Scan[]>();
  private closed = false;

  /**
   * @param patience seconds a scan may take, including the wait; undefined: without limit.
   * @param onError called with every error of a statement.
   */
  constructor(
    private readonly filename: string,
    private readonly patience: number | undefined,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Rows of a SELECT.
   * @param of the workspace that asks: each gets its share.
   * @throws TooSlowError after the patience; BusyError when too many scans of the workspace wait already.
   */
  read(of: string, sql: string, params: readonly SqlValue[]): Promise<unknown[]> {
    if (this.closed) return Promise.reject(new BusyError('the database is being closed'));
    return new Promise((resolve, reject) => {
      const line = this.waiting.get(of) ?? [];
      if (line.length >= mostWaiting) {
        reject(new BusyError('too many long reads of this workspace are waiting'));
        return;
      }
      const scan: Scan = { of, sql, params, resolve, reject };
      if (this.patience !== undefined) {
        scan.timer = setTimeout(() => this.giveUp(scan), this.patience * 1000);
      }
      line.push(scan);
      this.waiting.set(of, line);
      this.startNext();
    });
  }

  /** Ends running scans and refuses waiting ones. Resolves when no process reads the file any more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const scan of [...this.waiting.values()].flat()) {
      this.settle(scan, () => scan.reject(new BusyError('the database is being closed')));
    }
    this.waiting.clear();
    for (const scan of this.running) scan.process?.end();
    for (const { done } of [...this.running]) await done;
    await SqliteProcess.leave(this.filename);
  }

  private giveUp(scan: Scan): void {
    scan.late = true;
    if (this.running.has(scan)) {
      scan.process?.end();
      return;
    }
    const line = this.waiting.get(scan.of);
    line?.splice(line.indexOf(scan), 1);
    if (line?.length === 0) this.waiting.delete(scan.of);
    this.settle(scan, () => scan.reject(tooSlow()));
  }

  private startNext(): void {
    while (!this.closed && this.running.size < mostReaders) {
      const scan = this.next();
      if (!scan) return;
      this.running.add(scan);
      scan.done = this.run(scan);
    }
  }

  /** The first scan of the workspace whose turn it is. */
  private next(): Scan | undefined {
    for (const [of, line] of this.waiting) {
      if ([...this.running].filter((one) => one.of === of).length >= ofOneWorkspace) continue;
      const scan = line.shift();
      this.waiting.delete(of);
      if (line.length > 0) this.waiting.set(of, line);
      return scan;
    }
    return undefined;
  }

  private async run(scan: Scan): Promise<void> {
    const process = SqliteProcess.take(this.filename);
    scan.process = process;
    try {
      const rows = await process.rows('read', scan.sql, scan.params);
      this.settle(scan, () => scan.resolve(rows));
    } catch (error) {
      this.onError(error);
      this.settle(scan, () => scan.reject(scan.late || this.closed ? tooSlow() : error));
    } finally {
      this.running.delete(scan);
      process.giveBack();
      this.startNext();
    }
  }

  private settle(scan: Scan, how: () => void): void {
    clearTimeout(scan.timer);
    how();
  }
}

const tooSlow = () => new TooSlowError('the statement took longer than allowed');
