/** Signing in by e-mail and password, slowly for those who guess. */
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { passwordLength, verifyPassword } from '../access/passwords';
import { networksOf, pointsOf } from '../http/client-network';
import { WindowLimiter } from '../http/window-limiter';
import { findUserByEmail, normalizeEmail } from '../store/admin/members';
import type { Database } from '../store/database';

/**
 * Failed attempts that are taken, counted in this process; `duration` in seconds. The first stops one who tries many people,
 * the second one guesser. The third stops many addresses that try one person; it counts only addresses from which that
 * person never signed in, so strangers cannot lock somebody out of where they usually are.
 */
export const signInLimits = {
  address: { points: 50, duration: 15 * 60 },
  personFromAddress: { points: 5, duration: 15 * 60 },
  person: { points: 100, duration: 60 * 60 },
} as const;

export type SignInLimits = Readonly<
  Record<keyof typeof signInLimits, { readonly points: number; readonly duration: number }>
>;

/** Places where somebody signed in that are remembered, and for how long in milliseconds. */
const maximumPlaces = 50_000;
const placeLifetime = 90 * 24 * 3_600_000;

export type SignInResult =
  | { readonly outcome: 'signed_in'; readonly userId: string }
  /** Unknown person, no password, wrong password: never told apart, not even by time. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'too_many'; readonly retryAfterSeconds: number };

export class PasswordSignIn {
  private readonly limiters;
  /** Person and address of successful sign-ins, hashed under a key that only this process has. */
  private readonly places = new LRUCache<string, true>({ max: maximumPlaces, ttl: placeLifetime });
  private readonly placeKey = randomBytes(32);

  constructor(
    private readonly db: Database,
    private readonly limits: SignInLimits = signInLimits,
  ) {
    this.limiters = {
      address: new WindowLimiter(limits.address.duration),
      personFromAddress: new WindowLimiter(limits.personFromAddress.duration),
      person: new WindowLimiter(limits.person.duration),
    };
  }

  /** @param address the client's IP address. */
  async attempt(email: string, password: string, address: string): Promise<SignInResult> {
    const person = normalizeEmail(email).slice(0, 254);
    const networks = networksOf(address);
    const place = createHmac('sha256', this.placeKey).update(`${networks[0]} ${person}`).digest('base64url');
    const counters = this.countersOf(person, networks, this.places.has(place));
    // The address comes first, so that who is stopped by it leaves no trace of the names he tries.
    for (const { limiter, key, points } of counters) {
      const retryAfterSeconds = limiter.wait(key, points);
      if (retryAfterSeconds > 0) return { outcome: 'too_many', retryAfterSeconds };
    }
    // Counted before the password is looked at: attempts at the same moment cannot slip through together.
    for (const { limiter, key } of counters) limiter.add(key, 1);
    const user = await findUserByEmail(this.db, person);
    const good = await verifyPassword(password.slice(0, passwordLength.maximum + 1), user?.password_hash);
    if (!user || !good) return { outcome: 'refused' };
    // Only failures count; this one was none.
    for (const { limiter, key } of counters) limiter.add(key, -1);
    this.places.set(place, true);
    return { outcome: 'signed_in', userId: user.id };
  }

  /** Every counter that an attempt uses, in the order they are asked. */
  private countersOf(person: string, networks: readonly string[], placeIsKnown: boolean) {
    const { address, personFromAddress, person: perPerson } = this.limiters;
    const { limits } = this;
    const counters = networks.map((network) => ({
      limiter: address,
      key: network,
      points: pointsOf(limits.address.points, network),
    }));
    counters.push({
      limiter: personFromAddress,
      key: `${networks[0]} ${person}`,
      points: limits.personFromAddress.points,
    });
    if (!placeIsKnown) counters.push({ limiter: perPerson, key: person, points: limits.person.points });
    return counters;
  }
}
