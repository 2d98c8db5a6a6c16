/**
 * When people of whom nothing new was learnt were seen last, until it is written. What a transaction changes counts with its
 * commit: were it kept after a failure, a row of that batch would look older than what is known, and be passed over.
 */
export class Sightings {
  private readonly committed = new Map<string, number>();
  /** Of the transaction that goes on; null: written, or told by the person's row. */
  private readonly changed = new Map<string, number | null>();

  /** Epoch ms; 0 when there is none. */
  get(id: string): number {
    return (this.changed.has(id) ? this.changed.get(id) : this.committed.get(id)) ?? 0;
  }

  set(id: string, at: number): void {
    this.changed.set(id, at);
  }

  remove(id: string): void {
    if (this.get(id) !== 0) this.changed.set(id, null);
  }

  /** All of them, by person. */
  all(): [string, number][] {
    const ids = new Set([...this.committed.keys(), ...this.changed.keys()]);
    return [...ids].flatMap((id): [string, number][] => (this.get(id) === 0 ? [] : [[id, this.get(id)]]));
  }

  /** How many there are, at the most. */
  get size(): number {
    return this.committed.size + this.changed.size;
  }

  /** The transaction was committed. */
  commit(): void {
    for (const [id, at] of this.changed) {
      if (at === null) this.committed.delete(id);
      else this.committed.set(id, at);
    }
    this.changed.clear();
  }

  /** The transaction failed, or is run again. */
  rollback(): void {
    this.changed.clear();
  }
}
