/** Signing in by e-mail and password, slowly for those who guess. */
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { passwordLength, verifyPassword } from '../access/passwords';
import { findUserByEmail, normalizeEmail } from '../store/admin/members';
import type { Database } from '../store/database';

/**
 * Failed attempts that are taken, counted in this process. The first stops one guesser; the second one who tries many
 * people; the third many addresses that try one person, high enough that nobody can lock somebody out with a few tries.
 */
export const signInLimits = {
  personFromAddress: { points: 5, duration: 15 * 60 },
  address: { points: 50, duration: 15 * 60 },
  person: { points: 100, duration: 60 * 60 },
} as const;

export type SignInResult =
  | { readonly outcome: 'signed_in'; readonly userId: string }
  /** Unknown person, no password, wrong password: never told apart, not even by time. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'too_many'; readonly retryAfterSeconds: number };

export class PasswordSignIn {
  private readonly limiters = {
    personFromAddress: new RateLimiterMemory({ ...signInLimits.personFromAddress, keyPrefix: 'both' }),
    address: new RateLimiterMemory({ ...signInLimits.address, keyPrefix: 'address' }),
    person: new RateLimiterMemory({ ...signInLimits.person, keyPrefix: 'person' }),
  };

  constructor(private readonly db: Database) {}

  /** @param address the client's IP address. */
  async attempt(email: string, password: string, address: string): Promise<SignInResult> {
    const person = normalizeEmail(email).slice(0, 254);
    const network = networkOf(address);
    const counters = [
      { limiter: this.limiters.personFromAddress, key: `${network} ${person}` },
      { limiter: this.limiters.address, key: network },
      { limiter: this.limiters.person, key: person },
    ];
    // Counted before the password is looked at: attempts at the same moment cannot slip through together.
    for (const { limiter, key } of counters) {
      try {
        await limiter.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return { outcome: 'too_many', retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
      }
    }
    const user = await findUserByEmail(this.db, person);
    const good = await verifyPassword(password.slice(0, passwordLength.maximum + 1), user?.password_hash);
    if (!user || !good) return { outcome: 'refused' };
    // Only failures count; this one was none.
    for (const { limiter, key } of counters) await limiter.reward(key);
    return { outcome: 'signed_in', userId: user.id };
  }
}

/** An IPv6 customer owns a /64 at least, so its addresses count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const whole = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return whole.slice(0, 4).join(':');
}
