/**
 * Counts uses in windows of time, in bounded memory. Strangers choose the keys, so the least recently used keys are forgotten.
 * Their keys are stored as hashes, which have one length and reveal nothing.
 */
import { hash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { boundedCache } from '../shared/bounded-cache';

/** Keys that one limiter remembers. */
const maximumKeys = 20_000;

export class WindowLimiter {
  private readonly used: LRUCache<string, number>;

  /**
   * @param seconds length of a window; a key's window starts with its first use.
   * @param clock milliseconds from any point above 0.
   * @param keys `ours`: ids of this service, which are short and stored as they are.
   */
  constructor(
    private readonly seconds: number,
    clock: () => number = () => performance.now(),
    private readonly keys: 'ours' | 'of strangers' = 'of strangers',
  ) {
    this.used = boundedCache(maximumKeys, { ttl: seconds * 1000, ttlResolution: 0, perf: { now: clock } });
  }

  /** Seconds until this key may be used again: 0 if any of its `points` is left. Counts nothing. */
  wait(key: string, points: number): number {
    return this.usedBy(key) < points ? 0 : this.untilEnd(key);
  }

  /** Points that this key has used in its window. */
  usedBy(key: string): number {
    return this.used.get(this.stored(key)) ?? 0;
  }

  /** Seconds until the window of this key ends; a whole window if it has none. */
  untilEnd(key: string): number {
    const left = this.used.getRemainingTTL(this.stored(key));
    return left > 0 ? Math.max(1, Math.ceil(left / 1000)) : this.seconds;
  }

  /** Counts `points`. A negative number gives some back. */
  add(key: string, points: number): void {
    const stored = this.stored(key);
    const before = this.used.get(stored);
    if (before === undefined && points < 0) return;
    // Further uses do not extend the window.
    this.used.set(stored, Math.max(0, (before ?? 0) + points), { noUpdateTTL: true });
  }

  private stored(key: string): string {
    return this.keys === 'ours' ? key : hashOf(key);
  }
}

/** The newest hash: one request asks several times about one key. */
let latest = { key: '', hashed: '' };

function hashOf(key: string): string {
  if (latest.key !== key || latest.hashed === '') latest = { key, hashed: hash('sha256', key, 'base64url') };
  return latest.hashed;
}
