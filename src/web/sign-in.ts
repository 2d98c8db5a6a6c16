/** Signing in by e-mail and password: slow for those who guess, and never closed to those who know. */
import { HashQueue } from '../access/hash-queue';
import { passwordLength, verifyPassword } from '../access/passwords';
import { networksOf, pointsOf } from '../http/client-network';
import { WindowLimiter } from '../http/window-limiter';
import { findUserByEmail, normalizeEmail } from '../store/admin/members';
import type { Database } from '../store/database';
import type { KnownDevices } from './known';
import { laneLimits, SlowLanes, type LaneLimits } from './slow-lane';

/**
 * Failed attempts that are taken, counted in this process; `duration` in seconds. The first stops one who tries many people,
 * the second one guesser of one person. The third slows down what many addresses try on one person; nobody is stopped by it,
 * and it counts neither a browser nor a place in which that person signed in before. `device` is what such a browser has.
 */
export const signInLimits = {
  address: { points: 50, duration: 15 * 60 },
  personFromAddress: { points: 5, duration: 15 * 60 },
  person: { points: 100, duration: 60 * 60 },
  device: { points: 10, duration: 15 * 60 },
} as const;

export type SignInLimits = Readonly<
  Record<keyof typeof signInLimits, { readonly points: number; readonly duration: number }>
>;

/** Where an attempt comes from. */
export interface Origin {
  /** The client's IP address, as far as it is known. */
  readonly address: string;
  /** Whether the address is that of a proxy which speaks for many people: it tells nothing about this one. */
  readonly shared?: boolean;
  /** The cookie that marks a browser of the person. */
  readonly device?: string | undefined;
}

export type SignInResult =
  | { readonly outcome: 'signed_in'; readonly userId: string; readonly device: string }
  /** Unknown person, no password, wrong password: never told apart, not even by time. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'too_many'; readonly retryAfterSeconds: number };

interface Counter {
  readonly limiter: WindowLimiter;
  readonly key: string;
  readonly points: number;
  /** What happens to an attempt beyond the points: it is refused, or goes through the slow lane of the key. */
  readonly beyond: 'refuse' | 'slow';
}

export class PasswordSignIn {
  private readonly limiters;
  private readonly lanes: SlowLanes;
  private readonly hashing = new HashQueue();

  constructor(
    private readonly db: Database,
    private readonly known: KnownDevices,
    private readonly limits: SignInLimits = signInLimits,
    lane: LaneLimits = laneLimits,
  ) {
    this.limiters = {
      address: new WindowLimiter(limits.address.duration),
      personFromAddress: new WindowLimiter(limits.personFromAddress.duration),
      person: new WindowLimiter(limits.person.duration),
      device: new WindowLimiter(limits.device.duration),
    };
    this.lanes = new SlowLanes(lane);
  }

  async attempt(email: string, password: string, origin: Origin): Promise<SignInResult> {
    const person = normalizeEmail(email).slice(0, 254);
    const networks = networksOf(origin.address);
    const [network = ''] = networks;
    const { counters, trusted } = await this.countersOf(person, networks, origin);
    // The address comes first, so that who is stopped by it leaves no trace of the names he tries.
    for (const { limiter, key, points, beyond } of counters) {
      const wait = limiter.wait(key, points);
      if (wait > 0 && beyond === 'refuse') return { outcome: 'too_many', retryAfterSeconds: wait };
    }
    const rank = trusted ? -1 : counters.reduce((sum, { limiter, key }) => sum + limiter.usedBy(key), 0);
    // Counted before the password is looked at: attempts at the same moment cannot slip through together.
    const slow = counters.filter(
      ({ limiter, key, points, beyond }) => beyond === 'slow' && limiter.wait(key, points) > 0,
    );
    for (const { limiter, key } of counters) limiter.add(key, 1);
    for (const { key } of slow) {
      if (!(await this.lanes.pass(key, rank))) return this.takenBack(counters, laneRetrySeconds);
    }
    const user = await findUserByEmail(this.db, person);
    const turn = { network: origin.shared ? `${network} ${person}` : network, rank };
    const verified = await this.hashing.run(turn, async () => ({
      good: await verifyPassword(password.slice(0, passwordLength.maximum + 1), user?.password_hash),
    }));
    if (verified === undefined) return this.takenBack(counters, queueRetrySeconds);
    if (!user || !verified.good) return { outcome: 'refused' };
    // Only failures count; this one was none.
    for (const { limiter, key } of counters) limiter.add(key, -1);
    if (!origin.shared) await this.known.remember(network, person);
    return { outcome: 'signed_in', userId: user.id, device: this.known.cookieFor(person) };
  }

  /** An attempt whose password was not looked at counts nothing. */
  private takenBack(counters: readonly Counter[], retryAfterSeconds: number): SignInResult {
    for (const { limiter, key } of counters) limiter.add(key, -1);
    return { outcome: 'too_many', retryAfterSeconds };
  }

  /** Every counter that an attempt uses, in the order they are asked, and whether the browser or place is a known one. */
  private async countersOf(
    person: string,
    networks: readonly string[],
    { device, shared = false }: Origin,
  ): Promise<{ counters: readonly Counter[]; trusted: boolean }> {
    const { limits, limiters } = this;
    const [network = ''] = networks;
    if (device !== undefined && this.known.isDevice(device, person)) {
      const own: Counter = { limiter: limiters.device, key: device, points: limits.device.points, beyond: 'refuse' };
      // A stolen mark of a browser buys its own few tries and nothing more.
      if (own.limiter.wait(own.key, own.points) === 0) return { counters: [own], trusted: true };
    }
    const placeIsKnown = !shared && (await this.known.isPlace(network, person));
    const counters = networks.map((key): Counter => ({
      limiter: limiters.address,
      key,
      points: pointsOf(limits.address.points, key),
      beyond: shared ? 'slow' : 'refuse',
    }));
    const perPlace = { limiter: limiters.personFromAddress, key: `${network} ${person}` };
    if (!shared) counters.push({ ...perPlace, points: limits.personFromAddress.points, beyond: 'refuse' });
    if (placeIsKnown) return { counters: counters.slice(-1), trusted: true };
    counters.push({ limiter: limiters.person, key: person, points: limits.person.points, beyond: 'slow' });
    return { counters, trusted: false };
  }
}

const laneRetrySeconds = 10;
const queueRetrySeconds = 2;
