/**
 * Counting uses in windows of time, in bounded memory: strangers choose the keys, so the least recently used are forgotten
 * rather than all kept. Keys are stored as hashes, of one length and telling nothing.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Keys that one limiter remembers. */
const maximumKeys = 20_000;

export class WindowLimiter {
  private readonly used: LRUCache<string, number>;

  /**
   * @param seconds length of a window; a key's window starts with its first use.
   * @param clock milliseconds from any point above 0.
   */
  constructor(seconds: number, clock: () => number = () => performance.now()) {
    this.used = new LRUCache({ max: maximumKeys, ttl: seconds * 1000, ttlResolution: 0, perf: { now: clock } });
  }

  /** Seconds until this key may be used again: 0 when it has a use left of its `points`. Counts nothing. */
  wait(key: string, points: number): number {
    const hash = hashOf(key);
    if ((this.used.get(hash) ?? 0) < points) return 0;
    return Math.max(1, Math.ceil(this.used.getRemainingTTL(hash) / 1000));
  }

  /** Counts `uses`; -1 takes one back. */
  add(key: string, uses: 1 | -1): void {
    const hash = hashOf(key);
    const before = this.used.get(hash);
    if (before === undefined && uses < 0) return;
    // The window ends when it was to end, however often it is used.
    this.used.set(hash, Math.max(0, (before ?? 0) + uses), { noUpdateTTL: true });
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
