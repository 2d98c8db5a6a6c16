/**
 * How much goes into one transaction, found by measuring: other writers of the workspace wait for it, and on SQLite, whose
 * statements run in this process, so does every request.
 */
import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Dialect } from '../database/database';

/**
 * How long a transaction of bulk work should take, in milliseconds. Alone in its process it may take as long as other writers of
 * the workspace can well wait: half of it in the middle. Beside requests on SQLite it holds all of them; a server's statements run
 * elsewhere, and this process is held for a part of it at a time.
 */
export const paces = { alone: 250, besideOnServer: 100, besideOnSqlite: 15 } as const;

/** @param alone whether the process answers no requests. */
export function transactionMs(dialect: Dialect, alone: boolean): number {
  if (alone) return paces.alone;
  return dialect === 'sqlite' ? paces.besideOnSqlite : paces.besideOnServer;
}

/** Between two transactions on SQLite, in milliseconds. */
const gapMs = 6;

/**
 * Lets other writers in between two transactions: a server's queue behind the row, those of SQLite in other processes ask every few
 * milliseconds.
 */
export async function letOthersWrite(dialect: Dialect): Promise<void> {
  await (dialect === 'sqlite' ? setTimeout(gapMs) : setImmediate());
}

export interface PaceLimits {
  /** How long a transaction should take, in milliseconds. */
  readonly targetMs: number;
  readonly first: number;
  readonly least: number;
  readonly most: number;
}

export class Pace {
  private items: number;

  constructor(private readonly limits: PaceLimits) {
    this.items = limits.first;
  }

  /** How many to take next. */
  get size(): number {
    return this.items;
  }

  /**
   * Runs a transaction on `count` items and learns from how long it held others up.
   * @param work calls `begun` when it has the workspace: what it waited before is not of its own making.
   */
  async measure<Result>(count: number, work: (begun: () => void) => Promise<Result>): Promise<Result> {
    let started = performance.now();
    const result = await work(() => (started = performance.now()));
    this.learn(count, performance.now() - started);
    return result;
  }

  /** At most doubles from one to the next: the first ones are quick for want of anything to compare with. */
  private learn(count: number, ms: number): void {
    const fitting = count * (this.limits.targetMs / Math.max(1, ms));
    // A quick one that was not full says nothing of a full one.
    const roomy = count < this.items ? this.items : Math.min(this.items * 2, fitting);
    const wanted = ms > this.limits.targetMs ? fitting : roomy;
    this.items = Math.round(Math.min(this.limits.most, Math.max(this.limits.least, wanted)));
  }
}
