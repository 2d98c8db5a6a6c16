/**
 * When people of whom nothing new was learnt were seen last, until it is written. What a transaction changes counts with its
 * commit: were it kept after a failure, a row of that batch would look older than what is known, and be passed over.
 */
export class LastSeenBuffer {
  /** People are numbered in the order they are first seen. */
  private readonly numbers = new Map<string, number>();
  /** Epoch ms; 0: written, or told by the person's row. */
  private at = new Float64Array(64);
  /** Of the transaction that goes on: whose time changed, and what it was before. */
  private changed: number[] = [];
  private before: number[] = [];

  /** Epoch ms; 0 when there is none. */
  get(id: string): number {
    const number = this.numbers.get(id);
    return number === undefined ? 0 : (this.at[number] ?? 0);
  }

  set(id: string, at: number): void {
    let number = this.numbers.get(id);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(id, number);
      if (number === this.at.length) {
        const old = this.at;
        (this.at = new Float64Array(2 * old.length)).set(old);
      }
    }
    this.changed.push(number);
    this.before.push(this.at[number] ?? 0);
    this.at[number] = at;
  }

  remove(id: string): void {
    if (this.get(id) !== 0) this.set(id, 0);
  }

  /** All of them, by person. */
  all(): [string, number][] {
    return [...this.numbers.keys()].flatMap((id, number): [string, number][] => {
      const at = this.at[number] ?? 0;
      return at === 0 ? [] : [[id, at]];
    });
  }

  /** How many there are, at the most. */
  get size(): number {
    return this.numbers.size;
  }

  /** The transaction was committed. */
  commit(): void {
    this.changed = [];
    this.before = [];
    if (!this.at.subarray(0, this.numbers.size).some((at) => at !== 0)) this.numbers.clear();
  }

  /** The transaction failed, or is run again. */
  rollback(): void {
    for (let last = this.changed.length - 1; last >= 0; last -= 1) {
      this.at[this.changed[last] ?? -1] = this.before[last] ?? 0;
    }
    this.changed = [];
    this.before = [];
  }
}
