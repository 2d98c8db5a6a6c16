/**
 * Decides which process may migrate a server's database: a row that one process holds, on all nodes of a cluster at once (a
 * lock of the server itself, GET_LOCK, is known to one node only). The holder increments `beat` while it works. If `beat` does
 * not change for the length of the lease, by the clock of the waiting process, the holder is gone and the lease is taken over.
 * Clocks of several machines are never compared. Each take-over adds one to `fence`, so a process that was held up and lost the
 * lease finds out before its next step.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../database';

const table = 'schema_migration_lease';

export interface LeaseTimes {
  /** How long a holder may be silent before another takes over, in ms. */
  readonly lease: number;
  /** How long to wait for another process's migration, in ms. */
  readonly patience: number;
}

const leaseTimes: LeaseTimes = { lease: 10_000, patience: 3_600_000 };

interface LeaseRow {
  holder: string | null;
  fence: number;
  beat: number;
}

export class MigrationLease {
  private lost = false;
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly db: Database,
    private readonly holder: string,
    private readonly fence: number,
    lease: number,
  ) {
    // A beat that cannot be written is tried again. Each step checks whether the lease is still held.
    this.timer = setInterval(() => void this.beat().catch(() => undefined), lease / 5).unref();
  }

  /**
   * Waits for the lease and takes it.
   * @throws Error when another process held it, alive, for all of `patience`.
   */
  static async take(db: Database, times: LeaseTimes = leaseTimes): Promise<MigrationLease> {
    await db.run(
      `CREATE TABLE IF NOT EXISTS ${table} (id TINYINT NOT NULL PRIMARY KEY, holder VARCHAR(36), fence BIGINT NOT NULL,
        beat BIGINT NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`,
    );
    await db.run(`INSERT IGNORE INTO ${table} (id, holder, fence, beat) VALUES (1, NULL, 0, 0)`);
    const holder = randomUUID();
    const giveUpAt = performance.now() + times.patience;
    let seen: { beat: string; at: number } | undefined;
    for (;;) {
      const [row] = await db.select<LeaseRow>(`SELECT holder, fence, beat FROM ${table} WHERE id = 1`);
      // A cluster's node may not yet have the row that another node has just written.
      if (row) {
        const beat = `${row.fence} ${row.beat}`;
        if (beat !== seen?.beat) seen = { beat, at: performance.now() };
        const free = row.holder === null || performance.now() - seen.at > times.lease;
        if (free && (await takeFrom(db, row, holder))) {
          // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- drivers may give a BIGINT as text
          return new MigrationLease(db, holder, Number(row.fence) + 1, times.lease);
        }
      }
      if (performance.now() > giveUpAt) throw new Error('another process is still migrating this database');
      await setTimeout(100 + Math.random() * 200);
    }
  }

  /** @throws Error when another process holds the lease now. */
  async hold(): Promise<void> {
    if (this.lost || !(await this.beat())) {
      throw new Error('another process took over this migration, because this one was silent for too long');
    }
  }

  /** Lets other processes migrate. */
  async release(): Promise<void> {
    clearInterval(this.timer);
    await this.db.run(`UPDATE ${table} SET holder = NULL, beat = beat + 1 WHERE id = 1 AND fence = ? AND holder = ?`, [
      this.fence,
      this.holder,
    ]);
  }

  private async beat(): Promise<boolean> {
    const held = await this.db.run(`UPDATE ${table} SET beat = beat + 1 WHERE id = 1 AND fence = ? AND holder = ?`, [
      this.fence,
      this.holder,
    ]);
    if (held === 0) this.lost = true;
    return held > 0;
  }
}

/**
 * Takes the lease unless it has changed since it was read. On a cluster, the slower of two processes is refused or finds no
 * row.
 */
async function takeFrom(db: Database, row: LeaseRow, holder: string): Promise<boolean> {
  const taken = await db.run(
    `UPDATE ${table} SET holder = ?, fence = fence + 1, beat = beat + 1 WHERE id = 1 AND fence = ? AND beat = ?`,
    [holder, row.fence, row.beat],
  );
  return taken === 1;
}
