/** Sign-in by e-mail and password: slow for those who guess, and never closed to those who know the password. */
import { setTimeout as pause } from 'node:timers/promises';
import { HashQueue } from '../../auth/hash-queue';
import { hashPassword, isCurrentHash, passwordLength, verifyPassword } from '../../auth/passwords';
import type { TurnClass } from '../../auth/password-turns';
import { neighbourhoodOf, networksOf, pointsOf } from '../../http/client-network';
import { WindowLimiter } from '../../http/window-limiter';
import { findUserByEmail, normalizeEmail, replacePasswordHash, type UserRow } from '../../store/access/members';
import type { Database } from '../../database/database';
import type { KnownDevices } from './known';
import { laneLimits, SlowLanes, type LaneLimits } from './slow-lane';

/**
 * Allowed failed attempts, counted in this process; `duration` in seconds. The first limit stops one client that tries many
 * people, the second one that guesses one person's password. The next two slow down many addresses that try one person, sooner
 * for addresses that failed before. They stop nobody, and they do not apply to a browser or place in which that person signed in
 * before. `device` is the limit of such a browser.
 */
export const signInLimits = {
  address: { points: 50, duration: 15 * 60 },
  personFromAddress: { points: 5, duration: 15 * 60 },
  person: { points: 100, duration: 60 * 60 },
  personFromCleanAddresses: { points: 1_000, duration: 60 * 60 },
  device: { points: 10, duration: 15 * 60 },
} as const;

export type SignInLimits = Readonly<
  Record<keyof typeof signInLimits, { readonly points: number; readonly duration: number }>
>;

/** The origin of an attempt. */
export interface Origin {
  /** The client's IP address, if known. */
  readonly address: string;
  /** The cookie of a browser that the person used before. */
  readonly device?: string | undefined;
}

export type SignInResult =
  | { readonly outcome: 'signed_in'; readonly userId: string; readonly device: string }
  /** Unknown person, no password or wrong password. The answer and its time do not reveal which. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'too_many'; readonly retryAfterSeconds: number };

interface Counter {
  readonly limiter: WindowLimiter;
  readonly key: string;
  readonly points: number;
  /** What happens to an attempt beyond the points: it is refused, or waits in the slow lane of the key. */
  readonly beyond: 'refuse' | 'slow';
}

/** How an attempt is counted and how it waits. */
interface Throttle {
  /** Its counters, in the order in which they are checked. */
  readonly counters: readonly Counter[];
  readonly class: TurnClass;
  /** Failures at its address. Fewer failures leave a slow lane sooner. */
  readonly failures: number;
}

export class PasswordSignIn {
  private readonly limiters;
  private readonly lanes: SlowLanes;

  constructor(
    private readonly db: Database,
    private readonly known: KnownDevices,
    private readonly limits: SignInLimits = signInLimits,
    lane: LaneLimits = laneLimits,
    private readonly hashing = new HashQueue(),
  ) {
    this.limiters = {
      address: new WindowLimiter(limits.address.duration),
      personFromAddress: new WindowLimiter(limits.personFromAddress.duration),
      person: new WindowLimiter(limits.person.duration),
      personFromCleanAddresses: new WindowLimiter(limits.personFromCleanAddresses.duration),
      device: new WindowLimiter(limits.device.duration),
    };
    this.lanes = new SlowLanes(lane);
  }

  async attempt(email: string, password: string, origin: Origin): Promise<SignInResult> {
    const person = normalizeEmail(email).slice(0, 254);
    const networks = networksOf(origin.address);
    const throttle = await this.throttleOf(person, networks, origin.device);
    const { counters } = throttle;
    // The address comes first, so that a client stopped by it leaves no trace of the names it tries.
    for (const { limiter, key, points, beyond } of counters) {
      const wait = limiter.wait(key, points);
      if (wait > 0 && beyond === 'refuse') return { outcome: 'too_many', retryAfterSeconds: wait };
    }
    // Counted before the password is checked, so that simultaneous attempts cannot slip through.
    const slow = counters.filter(
      ({ limiter, key, points, beyond }) => beyond === 'slow' && limiter.wait(key, points) > 0,
    );
    for (const { limiter, key } of counters) limiter.add(key, 1);
    for (const { key } of slow) {
      if (!(await this.lanes.pass(key, throttle.failures))) return this.takenBack(counters, laneRetrySeconds);
    }
    const user = await findUserByEmail(this.db, person);
    const shares = [...networks, neighbourhoodOf(origin.address), `account ${person}`];
    const refusal = pause(leastRefusalMs, undefined, { ref: false });
    const verified = await this.hashing.run({ class: throttle.class, shares }, async () => ({
      good: await verifyPassword(password.slice(0, passwordLength.maximum + 1), user?.password_hash),
    }));
    if (verified === undefined) return this.takenBack(counters, queueRetrySeconds);
    if (!user || !verified.good) {
      await refusal;
      return { outcome: 'refused' };
    }
    // Only failures count, so a success is taken back.
    for (const { limiter, key } of counters) limiter.add(key, -1);
    await this.known.remember(networks[0] ?? '', person);
    await this.renewHash(user, password);
    return { outcome: 'signed_in', userId: user.id, device: this.known.cookieFor(person) };
  }

  /**
   * Hashes a new password in the same queue.
   * @param who the person whose share of the queue is used.
   * @returns undefined if there is no room.
   */
  async hash(password: string, address: string, who: string): Promise<string | undefined> {
    const shares = [...networksOf(address), neighbourhoodOf(address), `account ${who}`];
    const made = await this.hashing.run({ class: 'known', shares }, async () => ({
      hash: await hashPassword(password),
    }));
    return made?.hash;
  }

  /** Takes the count of an attempt back whose password was not checked. */
  private takenBack(counters: readonly Counter[], retryAfterSeconds: number): SignInResult {
    for (const { limiter, key } of counters) limiter.add(key, -1);
    return { outcome: 'too_many', retryAfterSeconds };
  }

  /** Replaces a hash of an earlier release while the password is available. */
  private async renewHash({ id, password_hash: old }: UserRow, password: string): Promise<void> {
    if (old !== null && !isCurrentHash(old)) await replacePasswordHash(this.db, id, old, await hashPassword(password));
  }

  private async throttleOf(person: string, networks: readonly string[], device: string | undefined): Promise<Throttle> {
    const { limits, limiters } = this;
    const [network = ''] = networks;
    if (device !== undefined && this.known.isDevice(device, person)) {
      const own: Counter = { limiter: limiters.device, key: device, points: limits.device.points, beyond: 'refuse' };
      // A stolen browser cookie gains only its own few tries.
      if (own.limiter.wait(own.key, own.points) === 0) return { counters: [own], class: 'known', failures: 0 };
    }
    const fromHere: Counter = {
      limiter: limiters.personFromAddress,
      key: `${network} ${person}`,
      points: limits.personFromAddress.points,
      beyond: 'refuse',
    };
    if (await this.known.isPlace(network, person)) return { counters: [fromHere], class: 'known', failures: 0 };
    const counters = networks.map((key): Counter => ({
      limiter: limiters.address,
      key,
      points: pointsOf(limits.address.points, key),
      beyond: 'refuse',
    }));
    const failures = limiters.address.usedBy(network);
    const isClean = networks.every((key) => limiters.address.usedBy(key) === 0);
    const ofPerson = isClean ? 'personFromCleanAddresses' : 'person';
    const { points } = limits[ofPerson];
    return {
      counters: [...counters, fromHere, { limiter: limiters[ofPerson], key: person, points, beyond: 'slow' }],
      class: isClean ? 'clean' : 'other',
      failures,
    };
  }
}

/**
 * Shortest duration of a refusal, milliseconds. Hashes of earlier releases take longer to check, and the time of an answer must
 * not reveal who has one.
 */
const leastRefusalMs = 400;
const laneRetrySeconds = 10;
const queueRetrySeconds = 2;
