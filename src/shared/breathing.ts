/** For computations that are long because they have many small steps: the event loop gets its turns in between, by the clock. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a computation goes on before others have their turn. */
const mostAtOnce = 8;

export class Breathing {
  private began: number;

  /** @param elapsed milliseconds since any fixed point. */
  constructor(private readonly elapsed: () => number = () => performance.now()) {
    this.began = elapsed();
  }

  /**
   * Called between two steps.
   * @returns the next turn of the event loop, to wait for; undefined while this one is still short.
   */
  next(): Promise<void> | undefined {
    if (this.elapsed() - this.began < mostAtOnce) return undefined;
    return setImmediate().then(() => {
      this.began = this.elapsed();
    });
  }
}
