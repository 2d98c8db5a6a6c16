/**
 * Room for rows that anyone may have stored, from any number of addresses: a ceiling for all of them together. The database is
 * asked for the free room at intervals, because other processes store rows too.
 */
import { RequestTurns } from '../../http/request-turns';
import type { OauthError } from './errors';

export interface QuotaOptions {
  /** Units that may be stored now, after removing what is no longer needed. */
  readonly free: () => Promise<number>;
  /** Units that this process stores between two such queries. */
  readonly atOnce: number;
  /** The answer if there is no room. */
  readonly refusal: () => OauthError;
  /** Milliseconds from any fixed point, never set back. */
  readonly elapsed: () => number;
}

/** Rows stored at a time. Each wait for the disk delays others. The rest wait in order, as many as there are connections. */
const storing = [{ name: 'store', limit: { running: 2, waiting: Number.POSITIVE_INFINITY } }];
/** While there is no room, not every request queries the database. */
const askAgainAfter = 1_000;

export class Quota {
  private room = 0;
  private fullAt = Number.NEGATIVE_INFINITY;
  /** Rows that are being stored, which a count may not include yet. */
  private readonly saving = new Set<Promise<void>>();
  private making: Promise<void> | undefined;
  private readonly turns = new RequestTurns();

  constructor(private readonly options: QuotaOptions) {}

  /**
   * Stores something, if there is room.
   * @param units that it takes.
   * @throws the refusal if there is no room.
   */
  async store(save: () => Promise<void>, units = 1): Promise<void> {
    const { elapsed, refusal } = this.options;
    if (this.room < units && elapsed() - this.fullAt >= askAgainAfter) {
      this.making ??= this.makeRoom().finally(() => (this.making = undefined));
      await this.making;
    }
    if (this.room < units) throw refusal();
    this.room -= units;
    const saved = this.inTurn(save);
    this.saving.add(saved);
    try {
      await saved;
    } finally {
      this.saving.delete(saved);
    }
  }

  private async inTurn(save: () => Promise<void>): Promise<void> {
    const leave = await this.turns.enter(storing);
    try {
      await save();
    } finally {
      leave();
    }
  }

  private async makeRoom(): Promise<void> {
    const { free, atOnce, elapsed } = this.options;
    // No row is stored while room is made, so the following count includes all rows of this process.
    await Promise.allSettled(this.saving);
    this.room = Math.min(await free(), atOnce);
    if (this.room <= 0) this.fullAt = elapsed();
  }
}
