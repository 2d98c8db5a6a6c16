/** Turns of work on uploaded files: one at a time for a workspace, two at a time in a process, since each takes a thread. */

const atOnce = 2;

interface Waiting {
  readonly of: string;
  readonly start: () => void;
}

export class FileTurns {
  private readonly running: string[] = [];
  private readonly waiting: Waiting[] = [];
  /** How many turns had begun when a workspace got its last one. Kept while anybody waits. */
  private readonly lastTurns = new Map<string, number>();
  private begun = 0;

  /**
   * Waits for a turn.
   * @param left ends the wait: the client is gone, or the service stops.
   * @returns a function that ends the turn.
   * @throws the reason of `left`.
   */
  async take(of: string, left: AbortSignal): Promise<() => void> {
    left.throwIfAborted();
    if (!this.free(of)) {
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          this.waiting.splice(this.waiting.indexOf(mine), 1);
          reject(left.reason instanceof Error ? left.reason : new Error('the wait for a turn was ended'));
        };
        const mine = {
          of,
          start: () => {
            left.removeEventListener('abort', leave);
            resolve();
          },
        };
        this.waiting.push(mine);
        left.addEventListener('abort', leave);
      });
    } else this.begin(of);
    return () => {
      this.running.splice(this.running.indexOf(of), 1);
      this.next();
    };
  }

  private free(of: string): boolean {
    return this.running.length < atOnce && !this.running.includes(of);
  }

  private begin(of: string): void {
    this.running.push(of);
    this.begun += 1;
    this.lastTurns.set(of, this.begun);
  }

  /** The workspace whose last turn is longest ago comes first, however many turns another one waits for. */
  private next(): void {
    const last = ({ of }: Waiting) => this.lastTurns.get(of) ?? 0;
    const [first] = this.waiting.filter((one) => this.free(one.of)).sort((a, b) => last(a) - last(b));
    if (!first) {
      if (this.waiting.length === 0) this.lastTurns.clear();
      return;
    }
    this.waiting.splice(this.waiting.indexOf(first), 1);
    this.begin(first.of);
    first.start();
  }
}
