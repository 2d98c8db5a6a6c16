/** Sets of many words in little memory. */

/** A hash of a text (FNV-1a over its UTF-16 units), 32 bits. */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** Where each of many words has its place: words as hashes, in a tenth of the memory of a `Map` of strings. */
class Slots {
  private readonly slots: Int32Array;

  constructor(words: number) {
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, words * 2))));
  }

  get size(): number {
    return this.slots.length;
  }

  add(word: string): number {
    const slot = this.slotOf(keyOf(word));
    this.slots[slot] = keyOf(word);
    return slot;
  }

  /** @returns -1 for a word that was not added */
  find(word: string): number {
    const key = keyOf(word);
    const slot = this.slotOf(key);
    return this.slots[slot] === key ? slot : -1;
  }

  /** The slot where a key is, or would be. On a collision the next slots are tried. */
  private slotOf(key: number): number {
    const mask = this.slots.length - 1;
    let slot = (key ^ (key >>> 15)) & mask;
    while (this.slots[slot] !== 0 && this.slots[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }
}

/** 0 marks a free slot. */
const keyOf = (word: string) => numberOf(word) || 1;

/**
 * Stores words as hashes. With tens of thousands of words, a text that is not in the set is reported as one in about 100,000 cases.
 * Use it for likelihoods, and for rules that are wrong that rarely anyway.
 */
export class WordSet {
  private readonly slots: Slots;

  constructor(words: readonly string[]) {
    this.slots = new Slots(words.length);
    for (const word of words) this.slots.add(word);
  }

  has(word: string): boolean {
    return this.slots.find(word) >= 0;
  }
}

/** A number for each of many words, as a `WordSet` keeps them. */
export class WordNumbers {
  private readonly slots: Slots;
  private readonly numbers: Uint16Array;

  /** @param numbers for each word one below 65,536 */
  constructor(words: readonly string[], numbers: readonly number[]) {
    this.slots = new Slots(words.length);
    this.numbers = new Uint16Array(this.slots.size);
    words.forEach((word, n) => (this.numbers[this.slots.add(word)] = numbers[n] ?? 0));
  }

  /** @returns 0 for a word that is not there */
  of(word: string): number {
    return this.numbers[this.slots.find(word)] ?? 0;
  }
}
