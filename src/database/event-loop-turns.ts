/**
 * Shares the event loop among SQLite's statements, which run on it. Each is short, but ten requests that arrive together send
 * theirs in one turn of the loop, and so does a request that sends one after another: promises leave no gap for a neighbour.
 */

/** Milliseconds of one turn after which a statement waits for a later one. */
const mostOfTurn = 5;

export class EventLoopTurns {
  /** When the first statement of this turn began; undefined before. */
  private began: number | undefined;
  private readonly waiting: (() => void)[] = [];

  /** @param elapsed milliseconds from any fixed point. */
  constructor(private readonly elapsed: () => number = () => performance.now()) {}

  /**
   * Asked before each statement.
   * @returns what to wait for; undefined when the statement may begin now. Who waits goes first, in the order they came.
   */
  next(): Promise<void> | undefined {
    if (this.began === undefined) {
      this.begin();
      return undefined;
    }
    if (this.waiting.length === 0 && this.elapsed() - this.began < mostOfTurn) return undefined;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private begin(): void {
    this.began = this.elapsed();
    setImmediate(this.end);
  }

  /** One of those who wait begins the next turn; what arrived meanwhile is read before the turn after that. */
  private readonly end = (): void => {
    this.began = undefined;
    const first = this.waiting.shift();
    if (!first) return;
    this.begin();
    first();
  };
}
