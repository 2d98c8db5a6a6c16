/** Sets of many words in little memory. */

const numberOfNothing = 0x811c9dc5 | 0;
/** The number of a text that goes on with a UTF-16 unit. */
const withUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** A hash of a text (FNV-1a over its UTF-16 units), 32 bits. */
export function numberOf(text: string): number {
  let hash = numberOfNothing;
  for (let at = 0; at < text.length; at += 1) hash = withUnit(hash, text.charCodeAt(at));
  return hash;
}

/** `numberOf` of the ASCII text from one byte up to another. */
export function numberOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = numberOfNothing;
  for (let at = from; at < to; at += 1) hash = withUnit(hash, bytes[at] ?? 0);
  return hash;
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

  /** @param hash of a word (`numberOf`) */
  add(hash: number): number {
    const key = hash || 1;
    const slot = this.slotOf(key);
    this.slots[slot] = key;
    return slot;
  }

  /** @returns -1 for a word that was not added */
  find(word: string): number {
    // 0 marks a free slot.
    const key = numberOf(word) || 1;
    const slot = this.slotOf(key);
    return this.slots[slot] === key ? slot : -1;
  }

  /** Every hash that was added, with its place. */
  each(call: (hash: number, slot: number) => void): void {
    this.slots.forEach((key, slot) => {
      if (key !== 0) call(key, slot);
    });
  }

  /** The slot where a key is, or would be. On a collision the next slots are tried. */
  private slotOf(key: number): number {
    const mask = this.slots.length - 1;
    let slot = (key ^ (key >>> 15)) & mask;
    while (this.slots[slot] !== 0 && this.slots[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }
}

/**
 * Stores words as hashes. With tens of thousands of words, a text that is not in the set is reported as one in about 100,000 cases.
 * Use it for likelihoods, and for rules that are wrong that rarely anyway.
 */
export class WordSet {
  private readonly slots: Slots;

  constructor(words: readonly string[]) {
    this.slots = new Slots(words.length);
    for (const word of words) this.slots.add(numberOf(word));
  }

  has(word: string): boolean {
    return this.slots.find(word) >= 0;
  }
}

/** A number for each of many words, as a `WordSet` keeps them. */
export class WordNumbers {
  private readonly slots: Slots;
  private readonly numbers: Uint16Array;

  /** @param words how many will be added at most */
  constructor(words: number) {
    this.slots = new Slots(words);
    this.numbers = new Uint16Array(this.slots.size);
  }

  /** @param hash of the word (`numberOf`) @param number below 65,536 */
  add(hash: number, number: number): void {
    this.numbers[this.slots.add(hash)] = number;
  }

  /** @returns 0 for a word that is not there */
  of(word: string): number {
    return this.numbers[this.slots.find(word)] ?? 0;
  }
}

/** Bits for each of many words, found by their hashes: a word that was not added has those of another in about 100,000 cases. It grows. */
export class WordBits {
  private slots = new Slots(1_024);
  private bits = new Int32Array(this.slots.size);
  private count = 0;

  /** Adds bits to those of a word. */
  add(word: string, bits: number): void {
    const slot = this.slots.find(word);
    if (slot >= 0) {
      this.bits[slot] = (this.bits[slot] ?? 0) | bits;
      return;
    }
    if ((this.count += 1) * 3 > this.slots.size * 2) this.grow();
    this.bits[this.slots.add(numberOf(word))] = bits;
  }

  /** @returns 0 for a word that is not there */
  of(word: string): number {
    return this.bits[this.slots.find(word)] ?? 0;
  }

  private grow(): void {
    const [slots, bits] = [this.slots, this.bits];
    this.slots = new Slots(slots.size);
    this.bits = new Int32Array(this.slots.size);
    slots.each((hash, slot) => {
      this.bits[this.slots.add(hash)] = bits[slot] ?? 0;
    });
  }
}
