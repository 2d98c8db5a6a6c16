/**
 * Moves SQLite's log into the file beside the event loop. SQLite does that inside the commit that makes the log long enough, on the
 * thread that answers everybody: 128 MB of pages and a sync of the file held it for 60 to 130 ms.
 */
import { stat } from 'node:fs/promises';
import Libsql from 'libsql/promise';

/** Bytes of a log that is moved. Moving costs more the more often it is done, because pages are written again and again. */
const longLog = 128 * 2 ** 20;
/** Between two looks at the log, in milliseconds. */
const lookMs = 250;
/** How long the last step waits for a writer or a reader, in milliseconds; writers wait for it as long. */
const patienceMs = 5;

/**
 * Pages after which a commit moves the log all the same: 512 MB, for a log that could not be moved because others were always busy
 * with it.
 */
export const autocheckpointPages = 131_072;

export class SqliteCheckpoints {
  private connection: Libsql | undefined;
  private moving = false;
  private work = Promise.resolve();
  private closed = false;
  private lookedAt = -Infinity;

  /** @param longest bytes of the log that are left alone. */
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
    // What fails here (a full disk, a locked file) fails at the commits too, and is reported there.
    this.work = this.moveIfLong()
      .catch(() => undefined)
      .finally(() => {
        this.moving = false;
        if (this.closed) this.connection?.close();
      });
  }

  /** Resolves when the move at hand has ended; never rejects. */
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
    // Nearly everything, while others read and write; then what was written meanwhile, which keeps writers out for a moment and
    // makes the file of the log empty, so that its size says how much there is.
    for (const mode of ['PASSIVE', 'TRUNCATE'] as const) if (!this.closed) await this.checkpoint(mode);
  }

  private async open(): Promise<Libsql> {
    const connection = new Libsql(this.filename, { timeout: patienceMs });
    await connection.exec('PRAGMA cache_size = -64');
    return connection;
  }

  /** Runs on a thread of the driver's. */
  private async checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): Promise<void> {
    this.connection ??= await this.open();
    const statement: unknown = await this.connection.prepare(`PRAGMA wal_checkpoint(${mode})`);
    if (canRun(statement)) await statement.all();
  }
}

/** A statement of the driver, whose own types leave it open. */
const canRun = (made: unknown): made is { all(): Promise<unknown> } =>
  typeof made === 'object' && made !== null && 'all' in made && typeof made.all === 'function';
