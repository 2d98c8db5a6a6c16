/** Turns of previews: one at a time for a workspace, two at a time in a process, since each may take the memory of a thread. */

const atOnce = 2;

interface Waiting {
  readonly of: string;
  readonly start: () => void;
}

export class PreviewTurns {
  private readonly running: string[] = [];
  private readonly waiting: Waiting[] = [];

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
          reject(left.reason instanceof Error ? left.reason : new Error('the wait for a preview was ended'));
        };
        const mine = {
          of,
          start: () => {
            left.removeEventListener('abort', leave);
            resolve();
          },
        };
        this.waiting.push(mine);
        left.addEventListener('abort', leave, { once: true });
      });
    } else this.running.push(of);
    return () => {
      this.running.splice(this.running.indexOf(of), 1);
      this.next();
    };
  }

  private free(of: string): boolean {
    return this.running.length < atOnce && !this.running.includes(of);
  }

  private next(): void {
    const at = this.waiting.findIndex((one) => this.free(one.of));
    const [first] = at === -1 ? [] : this.waiting.splice(at, 1);
    if (!first) return;
    this.running.push(first.of);
    first.start();
  }
}
