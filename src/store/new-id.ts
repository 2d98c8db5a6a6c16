/** New ids for rows. */
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const bytes = new Uint8Array(16);
const text = Buffer.alloc(36, '-');
const digits = Buffer.from('0123456789abcdef');
/** Where the two digits of each byte stand between the dashes. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** Random bytes for the next ids: asking for them costs more than they do. */
const pool = Buffer.alloc(16 * 512);
let used = pool.length;
const last = { msecs: 0, seq: 0 };

function random(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

/**
 * A uuid v7 (RFC 9562, section 5.7) in lower case: in order of creation, which keeps inserts together. Written out here, because
 * an import makes them by the million and the package joins each of twenty pieces.
 */
export function newId(): string {
  const now = Date.now();
  const bits = random();
  // A counter within the millisecond (section 6.2, method 1); one that overflows, or a clock that steps back, goes on in the next.
  if (now > last.msecs) {
    last.msecs = now;
    last.seq = ((bits[6] ?? 0) << 23) | ((bits[7] ?? 0) << 16) | ((bits[8] ?? 0) << 8) | (bits[9] ?? 0);
  } else if (last.seq === 0x7fffffff) {
    last.msecs += 1;
    last.seq = 0;
  } else last.seq += 1;
  v7({ random: bits, msecs: last.msecs, seq: last.seq }, bytes);
  for (let at = 0; at < 16; at += 1) {
    const [byte, place] = [bytes[at] ?? 0, places[at] ?? 0];
    text[place] = digits[byte >> 4] ?? 0;
    text[place + 1] = digits[byte & 15] ?? 0;
  }
  return text.toString('latin1');
}
