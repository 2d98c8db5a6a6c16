/** Slots for work that strangers cause: a few at once for each key, so that nobody takes all of them. Waits briefly. */

export interface SlotLimits {
  /** At once for each key, and in total. */
  readonly perKey: number;
  readonly total: number;
  /** Waiting for each key, and the longest wait; milliseconds. */
  readonly waitingPerKey: number;
  readonly patience: number;
}

interface Waiter {
  readonly keys: readonly string[];
  readonly start: () => void;
}

export class Slots {
  private readonly used = new Map<string, number>();
  private readonly queued = new Map<string, number>();
  private readonly waiters = new Set<Waiter>();
  private taken = 0;

  constructor(private readonly limits: SlotLimits) {}

  /**
   * Takes a slot of each key.
   * @returns a function to call once, which gives them back; `undefined` if none became free in time or too many wait.
   */
  acquire(keys: readonly string[]): Promise<(() => void) | undefined> {
    if (this.fits(keys)) return Promise.resolve(this.take(keys));
    if (keys.some((key) => (this.queued.get(key) ?? 0) >= this.limits.waitingPerKey)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const end = (result: (() => void) | undefined) => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        change(this.queued, keys, -1);
        resolve(result);
      };
      const waiter: Waiter = { keys, start: () => end(this.take(keys)) };
      const timer = setTimeout(() => end(undefined), this.limits.patience);
      this.waiters.add(waiter);
      change(this.queued, keys, 1);
    });
  }

  private fits(keys: readonly string[]): boolean {
    return this.taken < this.limits.total && keys.every((key) => (this.used.get(key) ?? 0) < this.limits.perKey);
  }

  private take(keys: readonly string[]): () => void {
    this.taken += 1;
    change(this.used, keys, 1);
    return () => {
      this.taken -= 1;
      change(this.used, keys, -1);
      for (const waiter of this.waiters) if (this.fits(waiter.keys)) waiter.start();
    };
  }
}

/** Keys at zero are removed, so the map holds only keys with running work. */
function change(counts: Map<string, number>, keys: readonly string[], by: 1 | -1): void {
  for (const key of keys) {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }
}
