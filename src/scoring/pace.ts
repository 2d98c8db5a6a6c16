/**
 * Finds, by measuring, how much work goes into one transaction. Other writers of the workspace wait for it. On SQLite, whose
 * statements run in this process, every request waits too.
 */
import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Dialect } from '../database/database';

/**
 * How long a transaction of bulk work should take, in milliseconds. In a process without requests only other writers of the
 * workspace wait, on average for half of it. Beside requests on SQLite it blocks all of them. A server's statements run
 * elsewhere and block this process only in part.
 */
export const paces = { alone: 250, withRequestsOnServer: 100, withRequestsOnSqlite: 15 } as const;

/** @param alone whether the process answers no requests. */
export function transactionMs(dialect: Dialect, alone: boolean): number {
  if (alone) return paces.alone;
  return dialect === 'sqlite' ? paces.withRequestsOnSqlite : paces.withRequestsOnServer;
}

/** Pause between two transactions on SQLite, in milliseconds. */
const gapMs = 6;

/**
 * Lets others write between two transactions. A server queues writers on the row. Other SQLite processes retry every few
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

  /** How many items to take next. */
  get size(): number {
    return this.items;
  }

  /**
   * Runs a transaction on `count` items and learns from how long it blocked others.
   * @param work calls `begun` when it has the workspace, because waiting before that is not its own time.
   */
  async measure<Result>(count: number, work: (begun: () => void) => Promise<Result>): Promise<Result> {
    let started = performance.now();
    const result = await work(() => (started = performance.now()));
    this.learn(count, performance.now() - started);
    return result;
  }

  /** The size at most doubles each time, because the first measurements can be misleadingly fast. */
  private learn(count: number, ms: number): void {
    const fitting = count * (this.limits.targetMs / Math.max(1, ms));
    // A fast transaction that was not full tells nothing about a full one.
    const roomy = count < this.items ? this.items : Math.min(this.items * 2, fitting);
    const wanted = ms > this.limits.targetMs ? fitting : roomy;
    this.items = Math.round(Math.min(this.limits.most, Math.max(this.limits.least, wanted)));
  }
}
