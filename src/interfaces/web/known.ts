/**
 * Browsers and places in which a person signed in before. All processes remember them across restarts: a browser by a signed
 * cookie, a place by a row with a keyed hash of person and network.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/database';
import { isKnownPlace, rememberPlace } from '../../store/access/session-rows';

const day = 24 * 3_600_000;
/** How long a browser or place is remembered after the last sign-in. */
export const rememberedFor = 180 * day;

export class KnownDevices {
  /** @param key a secret that all processes share. */
  constructor(
    private readonly db: Database,
    private readonly key: Buffer,
    private readonly clock: () => number = Date.now,
  ) {}

  /** The value of the cookie that marks a browser as one of this person: `<time>.<mac>`. */
  cookieFor(person: string): string {
    const at = this.clock().toString(36);
    return `${at}.${this.mac('device', at, person)}`;
  }

  /** Whether the cookie marks a browser as one of this person. */
  isDevice(cookie: string | undefined, person: string): boolean {
    const [at = '', mac = '', ...more] = (cookie ?? '').split('.');
    const age = this.clock() - parseInt(at, 36);
    if (more.length > 0 || !(age < rememberedFor)) return false;
    const wanted = Buffer.from(this.mac('device', at, person));
    const given = Buffer.from(mac);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  }

  isPlace(network: string, person: string): Promise<boolean> {
    return isKnownPlace(this.db, this.mac('place', network, person), this.clock() - rememberedFor);
  }

  async remember(network: string, person: string): Promise<void> {
    await rememberPlace(this.db, this.mac('place', network, person), this.clock());
  }

  private mac(...parts: readonly string[]): string {
    return createHmac('sha256', this.key).update(parts.join('\n')).digest('base64url');
  }
}
