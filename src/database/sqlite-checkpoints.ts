/**
 * Moves SQLite's log into the file in another thread. SQLite itself does that inside the commit that makes the log long enough,
 * on the thread that serves all requests: 128 MB of pages and a sync of the file blocked it for 60 to 130 ms.
 */
import { stat } from 'node:fs/promises';
import Libsql from 'libsql/promise';

/** Length of a log that is moved, in bytes. Moving it more often costs more, because pages are written repeatedly. */
const longLog = 128 * 2 ** 20;
/** Milliseconds between two checks of the log. */
const lookMs = 250;
/** How long the last step waits for a writer or a reader, in milliseconds. Writers wait for it as long. */
const patienceMs = 5;

/** After this many pages (512 MB), a commit moves the log in any case, if others were always too busy with it. */
export const autocheckpointPages = 131_072;

export class SqliteCheckpoints {
  private connection: Libsql | undefined;
  private moving = false;
  private work = Promise.resolve();
  private closed = false;
  private lookedAt = -Infinity;

  /** @param longest length of a log that is left alone, in bytes. */
  constructor(
    private readonly filename: string,
    private readonly longest = longLog,
  ) {}

  /** Called after every commit. */
  committed(): void {
    const now = performance.now();
    if (this.moving || this.closed || now - this.lookedAt < lookMs) return;
    this.lookedAt = now;
    this.moving = true;
    // Failures here (a full disk, a locked file) also happen at commits, which report them.
    this.work = this.moveIfLong()
      .catch(() => undefined)
      .finally(() => {
        this.moving = false;
        if (this.closed) this.connection?.close();
      });
  }

  /** Resolves when the current move has ended. Never rejects. */
  idle(): Promise<void> {
    return this.work;
  }

  close(): void {
    this.closed = true;
    if (this.moving) this.connection?.interrupt();
    else this.connection?.close();
  }

  private async moveIfLong(): Promise<void> {
    const { size } = await stat(`${this.filename}-wal`);
    if (size < this.longest) return;
    // The first step moves nearly everything while others read and write. The second moves what was written meanwhile, keeps
    // writers out for a moment and empties the log file, so that its size shows how much there is.
    for (const mode of ['PASSIVE', 'TRUNCATE'] as const) if (!this.closed) await this.checkpoint(mode);
  }

  private async open(): Promise<Libsql> {
    const connection = new Libsql(this.filename, { timeout: patienceMs });
    await connection.exec('PRAGMA cache_size = -64');
    return connection;
  }

  /** Runs in a thread of the driver. */
  private async checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): Promise<void> {
    this.connection ??= await this.open();
    const statement: unknown = await this.connection.prepare(`PRAGMA wal_checkpoint(${mode})`);
    if (canRun(statement)) await statement.all();
  }
}

/** A driver's statement, whose type the driver leaves open. */
const canRun = (made: unknown): made is { all(): Promise<unknown> } =>
  typeof made === 'object' && made !== null && 'all' in made && typeof made.all === 'function';
