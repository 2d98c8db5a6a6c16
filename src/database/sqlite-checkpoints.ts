/**
 * Moves SQLite's log into the file in another process (sqlite-process.ts). SQLite itself does that inside the commit that makes the log long enough,
 * on the thread that serves all requests: 128 MB of pages and a sync of the file blocked it for 60 to 130 ms.
 */
import { statSync } from 'node:fs';
import { SqliteProcess } from './sqlite-process';

/** Length of a log that is moved, in bytes. Moving it more often costs more, because pages are written repeatedly. */
const longLog = 32 * 2 ** 20;
/** Milliseconds after a move that left something, because others read or wrote, until the next one. */
const pauseMs = 250;

/** After this many pages (512 MB), a commit moves the log in any case, if others were always too busy with it. */
export const autocheckpointPages = 131_072;

export class SqliteCheckpoints {
  private moving = false;
  private work = Promise.resolve();
  private closed = false;
  private leftAt = -Infinity;
  private awaited = false;
  /** When a move left something although writers of this process waited: a reader is at an older state. */
  private stuckAt = -Infinity;

  /** @param longest length of a log that is left alone, in bytes. At twice this length, writers wait for a move. */
  constructor(
    private readonly filename: string,
    private readonly longest = longLog,
  ) {}

  /**
   * Called after every commit.
   * @returns what the next write must wait for. Without it, a fast writer on a slow disk makes the log longer while it is moved.
   */
  committed(): Promise<void> | undefined {
    if (this.closed) return undefined;
    const length = this.length();
    const isTooLong = length >= 2 * this.longest;
    const pausedAt = isTooLong ? this.stuckAt : this.leftAt;
    if (!this.moving && length >= this.longest && performance.now() - pausedAt >= pauseMs) this.begin();
    if (!this.moving || !isTooLong) return undefined;
    this.awaited = true;
    return this.work;
  }

  /** Resolves when the current move has ended. Never rejects. */
  idle(): Promise<void> {
    return this.work;
  }

  /** Resolves when the current move has ended and no process has the file open. Never rejects. */
  async close(): Promise<void> {
    this.closed = true;
    await this.work;
    await SqliteProcess.leave(this.filename);
  }

  private length(): number {
    return statSync(`${this.filename}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  private begin(): void {
    this.moving = true;
    this.awaited = false;
    // Failures here (a full disk, a locked file) also happen at commits, which report them.
    this.work = this.move()
      .catch(() => undefined)
      .finally(() => {
        this.moving = false;
        if (this.length() > 0) {
          this.leftAt = performance.now();
          if (this.awaited) this.stuckAt = this.leftAt;
        }
      });
  }

  private async move(): Promise<void> {
    const process = SqliteProcess.take(this.filename);
    try {
      // The first step moves nearly everything while others read and write. The second moves what was written meanwhile, keeps
      // writers out for a moment and empties the log file, so that its size shows how much there is.
      for (const mode of ['PASSIVE', 'TRUNCATE'] as const)
        if (!this.closed) await process.rows('checkpoint', `PRAGMA wal_checkpoint(${mode})`);
    } finally {
      process.giveBack();
    }
  }
}
