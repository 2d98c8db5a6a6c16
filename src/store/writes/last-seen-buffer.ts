/**
 * Holds unwritten times when people were last seen, for people about whom nothing new was learned. Changes of a transaction
 * take effect with its commit. If they were kept after a failure, rows of that batch would look older than known data and be
 * skipped.
 */
export class LastSeenBuffer {
  /** People are numbered in the order of their first entry. */
  private readonly numbers = new Map<string, number>();
  /** Epoch ms. 0: already written, or the person's row is newer. */
  private at = new Float64Array(64);
  /** The changes of the running transaction: whose time changed, and its previous value. */
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

  /** All times, by person. */
  all(): [string, number][] {
    return [...this.numbers.keys()].flatMap((id, number): [string, number][] => {
      const at = this.at[number] ?? 0;
      return at === 0 ? [] : [[id, at]];
    });
  }

  /** The number of entries, at most. */
  get size(): number {
    return this.numbers.size;
  }

  /** Call this when the transaction was committed. */
  commit(): void {
    this.changed = [];
    this.before = [];
    if (!this.at.subarray(0, this.numbers.size).some((at) => at !== 0)) this.numbers.clear();
  }

  /** Call this when the transaction failed or is run again. */
  rollback(): void {
    for (let last = this.changed.length - 1; last >= 0; last -= 1) {
      this.at[this.changed[last] ?? -1] = this.before[last] ?? 0;
    }
    this.changed = [];
    this.before = [];
  }
}
