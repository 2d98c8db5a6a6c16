/** Random choices that a seed repeats. */

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 up to 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 up to `end`, which is left out. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(list: readonly Item[]): Item {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error('picked from an empty list');
    return item;
  }

  /** Up to `count` different items, in random order. */
  some<Item>(list: readonly Item[], count: number): Item[] {
    return this.shuffled(list).slice(0, count);
  }

  shuffled<Item>(list: readonly Item[]): Item[] {
    const copy = [...list];
    for (let at = copy.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      const [a, b] = [copy[at], copy[other]];
      if (a !== undefined && b !== undefined) [copy[at], copy[other]] = [b, a];
    }
    return copy;
  }
}
