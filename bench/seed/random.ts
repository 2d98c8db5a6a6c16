/** Numbers that look random and are the same in every run. */

export type Random = () => number;

/** mulberry32: 32 bits of state, fast, good enough for made-up people. Gives numbers in [0, 1). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Like `pick`, but the first items come up more often, as names and companies do. */
export function pickSkewed<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() ** 2 * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Ids in the form of uuid v7 that only ever grow, as those of rows inserted one after the other do. */
export function idSource(random: Random, prefix: number): () => string {
  let count = prefix * 2 ** 28;
  return () => {
    count += 1;
    const head = count.toString(16).padStart(12, '0');
    const tail = Math.floor(random() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0');
    const end = Math.floor(random() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0');
    return `${head.slice(0, 8)}-${head.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}${end}${tail.slice(0, 2)}`;
  };
}
