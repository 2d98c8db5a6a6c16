/** New ids for rows. */
import { randomFillSync } from 'node:crypto';

const digits = Buffer.from('0123456789abcdef');
/** The current id as text. Most of its digits are the same in the next id. */
const text = Buffer.alloc(36, '-');

/** Random bytes for the next ids, in bulk, because each request for random bytes is expensive. */
const pool = Buffer.alloc(16 * 512);
let used = pool.length;
const last = { ms: 0, count: 0 };

/** Writes a byte as two digits. */
function put(byte: number, place: number): void {
  text[place] = digits[byte >> 4] ?? 0;
  text[place + 1] = digits[byte & 15] ?? 0;
}

function putTime(ms: number): void {
  const [high, low] = [Math.floor(ms / 2 ** 16), ms % 2 ** 16];
  put((high >>> 24) & 255, 0);
  put((high >>> 16) & 255, 2);
  put((high >>> 8) & 255, 4);
  put(high & 255, 6);
  put(low >>> 8, 9);
  put(low & 255, 11);
}

/**
 * A UUID v7 (RFC 9562, section 5.7) in lower case. Ids are in order of creation, which keeps inserts together. Implemented here
 * because an import makes millions, and the package joins each from twenty pieces.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const now = Date.now();
  // A counter within the millisecond (section 6.2, method 1). When it overflows, or the clock steps back, counting continues in
  // the next millisecond.
  if (now > last.ms) {
    last.ms = now;
    last.count = pool.readUInt32LE(used) >>> 1;
    putTime(now);
  } else if (last.count === 0x7fffffff) {
    last.ms += 1;
    last.count = 0;
    putTime(last.ms);
  } else last.count += 1;
  const { count } = last;
  put(0x70 | (count >>> 27), 14);
  put((count >>> 19) & 255, 16);
  put(0x80 | ((count >>> 13) & 63), 19);
  put((count >>> 5) & 255, 21);
  put(((count & 31) << 3) | ((pool[used + 4] ?? 0) & 7), 24);
  for (let at = 1; at < 6; at += 1) put(pool[used + 4 + at] ?? 0, 24 + 2 * at);
  used += 16;
  return text.toString('latin1');
}
