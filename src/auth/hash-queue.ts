/**
 * Limits how many passwords are hashed at once, so that strangers who try passwords take only a share of the machine. password-turns.ts
 * decides who waits, and who is refused because too many wait.
 */
import { availableParallelism } from 'node:os';
import { Turns, type Waiting } from './password-turns';

/** Leaves one processor for everything else, and one of libuv's four threads (files, host names). */
const hashesAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));

interface Waiter extends Waiting {
  readonly settle: (admitted: boolean) => void;
}

export class HashQueue {
  private running = 0;
  private readonly turns = new Turns<Waiter>();

  constructor(private readonly atOnce = hashesAtOnce) {}

  /**
   * Runs work in its turn.
   * @returns undefined if there was no room. Then nothing ran.
   */
  async run<T extends object>(who: Waiting, work: () => Promise<T>): Promise<T | undefined> {
    if (!(await this.enter(who))) return undefined;
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(who: Waiting): Promise<boolean> {
    return new Promise((settle) => {
      const waiter: Waiter = { ...who, settle };
      if (this.running < this.atOnce) {
        this.running += 1;
        this.turns.noteTurn(waiter);
        settle(true);
      } else this.turns.add(waiter)?.settle(false);
    });
  }

  /** Passes the place on to the next in turn. */
  private leave(): void {
    const next = this.turns.next();
    if (next) next.settle(true);
    else this.running -= 1;
  }
}
