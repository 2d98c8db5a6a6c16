/**
 * Shares the event loop among SQLite's statements, which run on it. Each is short. But ten requests that arrive together send
 * theirs in one turn of the event loop, and so does a request that sends one after another, because promises leave no gap for
 * others.
 */

/** Milliseconds of one turn after which a statement waits for a later turn. */
const mostOfTurn = 5;

export class EventLoopTurns {
  /** When the first statement of this turn began. Undefined before. */
  private began: number | undefined;
  private readonly waiting: (() => void)[] = [];

  /** @param elapsed milliseconds since any fixed point. */
  constructor(private readonly elapsed: () => number = () => performance.now()) {}

  /**
   * Called before each statement.
   * @returns what to wait for; undefined when the statement may begin now. Waiting statements go first, in the order they came.
   */
  next(): Promise<void> | undefined {
    if (this.began === undefined) {
      this.begin();
      return undefined;
    }
    if (this.waiting.length === 0 && this.elapsed() - this.began < mostOfTurn) return undefined;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /**
   * Called between the statements of a transaction, and within long work in one. It is quicker than `next`: other writers wait for
   * the transaction, so it does not queue behind waiting statements.
   * @returns the next turn of the event loop; undefined when this turn is still short.
   */
  breathe(): Promise<void> | undefined {
    if (this.began === undefined) this.begin();
    else if (this.elapsed() - this.began >= mostOfTurn)
      return new Promise((resolve) => setImmediate(this.goOn, resolve));
    return undefined;
  }

  /** What the transaction does before its next statement counts for the turn too. */
  private readonly goOn = (resolve: () => void): void => {
    if (this.began === undefined) this.begin();
    resolve();
  };

  private begin(): void {
    this.began = this.elapsed();
    setImmediate(this.end);
  }

  /**
   * One of the waiting statements begins the next turn. Requests that arrived meanwhile are read before the turn after that.
   */
  private readonly end = (): void => {
    this.began = undefined;
    const first = this.waiting.shift();
    if (!first) return;
    this.begin();
    first();
  };
}
