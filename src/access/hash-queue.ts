/**
 * Turns at hashing passwords. A hash takes a quarter of a second of a processor on purpose; so few run at once, those that
 * wait are ordered by how suspicious they are, and what does not fit is sent away at once. A right password among many wrong
 * ones that come at the same moment then waits for one hash or two, not for all of them.
 */
import { availableParallelism } from 'node:os';

export interface HashTurn {
  /** Whose turn it is counted as: the network it comes from. */
  readonly network: string;
  /** Lower goes first; among equals the newest, since the older ones will be given up first. */
  readonly rank: number;
}

export interface HashQueueLimits {
  readonly running: number;
  readonly waiting: number;
  readonly waitingPerNetwork: number;
}

/** One processor is left for everything else. */
export const hashQueueLimits: HashQueueLimits = {
  running: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waiting: 64,
  waitingPerNetwork: 12,
};

interface Waiter extends HashTurn {
  readonly order: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

export class HashQueue {
  private running = 0;
  private arrived = 0;
  private waiters: Waiter[] = [];

  constructor(private readonly limits: HashQueueLimits = hashQueueLimits) {}

  /**
   * Runs work in its turn.
   * @returns undefined when there was no room for it; nothing was run then.
   */
  async run<T extends object>(turn: HashTurn, work: () => Promise<T>): Promise<T | undefined> {
    if (!(await this.enter(turn))) return undefined;
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.next();
    }
  }

  private enter(turn: HashTurn): Promise<boolean> {
    if (this.running < this.limits.running) {
      this.running += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      this.arrived += 1;
      const start = () => resolve(true);
      this.waiters.push({ ...turn, order: this.arrived, start, giveUp: () => resolve(false) });
      const ofNetwork = this.waiters.filter(({ network }) => network === turn.network);
      if (ofNetwork.length > this.limits.waitingPerNetwork) this.dropLast(ofNetwork);
      else if (this.waiters.length > this.limits.waiting) this.dropLast(this.waiters);
    });
  }

  private next(): void {
    const first = inOrder(this.waiters)[0];
    if (!first || this.running >= this.limits.running) return;
    this.remove(first);
    this.running += 1;
    first.start();
  }

  private dropLast(among: readonly Waiter[]): void {
    const last = inOrder(among).at(-1);
    if (!last) return;
    this.remove(last);
    last.giveUp();
  }

  private remove(waiter: Waiter): void {
    this.waiters = this.waiters.filter((other) => other !== waiter);
  }
}

const inOrder = (waiters: readonly Waiter[]) => [...waiters].sort((a, b) => a.rank - b.rank || b.order - a.order);
