/**
 * Room for authorization requests, which anyone may have stored: a limit for each address, and one for all of them together. When
 * half of the total is used, each address gets only a little, so that heavy users leave room for new ones.
 */
import { pointsOf } from '../../http/client-network';
import { WindowLimiter } from '../../http/window-limiter';
import type { Database } from '../../database/database';
import { deleteExpired, sizeOfRequests } from '../../store/oauth/requests';
import type { RequestRow } from '../../store/tables/oauth';
import { OauthError } from './errors';
import { Quota } from './quota';

export const requestCeilings = {
  /** For one address until its first request has ended. A whole office or assistant may share one address. */
  address: { rows: 1_000, bytes: 1.5 * 1024 * 1024 },
  /** For one address when more than half of the total is used. */
  crowded: { rows: 20, bytes: 64 * 1024 },
  /** For all addresses together. With its indexes and the write-ahead log, this takes about 20 MB of a disk. */
  all: { rows: 5_000, bytes: 8 * 1024 * 1024 },
} as const;

interface Ceiling {
  readonly rows: number;
  readonly bytes: number;
}
export type RequestCeilings = Readonly<Record<keyof typeof requestCeilings, Ceiling>>;

/** Bytes of a row besides its texts of variable length, including its index entries. */
const rowBytes = 400;
/** Expired rows to remove at once, before counting. */
const batch = 500;
const atOnceBytes = 512 * 1024;

export interface RequestQuotaOptions {
  readonly ceilings?: RequestCeilings | undefined;
  /** Milliseconds that a request waits for its decision. */
  readonly lifetime: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly elapsed: () => number;
}

export class RequestQuota {
  private readonly rows: WindowLimiter;
  private readonly bytes: WindowLimiter;
  private readonly all: Quota;
  private crowded = false;
  private readonly ceilings: RequestCeilings;

  constructor(db: Database, { ceilings = requestCeilings, lifetime, clock, elapsed }: RequestQuotaOptions) {
    this.ceilings = ceilings;
    this.rows = new WindowLimiter(lifetime / 1000, elapsed);
    this.bytes = new WindowLimiter(lifetime / 1000, elapsed);
    const { all } = ceilings;
    this.all = new Quota({
      // Each row counts at least as an equal part of the total, so that one number limits both rows and bytes.
      atOnce: Math.min(atOnceBytes, all.bytes),
      elapsed,
      free: async () => {
        while ((await deleteExpired(db, { requests: clock(), codes: 0 }, batch)) === batch);
        const held = await sizeOfRequests(db, all.rows, rowBytes);
        this.crowded = held.rows * 2 > all.rows || held.bytes * 2 > all.bytes;
        const perRow = all.bytes / all.rows;
        return Math.floor(Math.min(all.bytes - held.bytes, (all.rows - held.rows) * perRow));
      },
      refusal: () =>
        new OauthError('service_unavailable', 'Too many requests wait for a decision. Try again in a few minutes.', {
          headers: { 'Retry-After': '60' },
        }),
    });
  }

  /**
   * Stores a request, if there is room for its address and for all.
   * @param networks of the client, narrowest first.
   * @throws OauthError `rate_limited` or `service_unavailable`, with Retry-After.
   */
  async store(row: RequestRow, networks: readonly string[], save: () => Promise<void>): Promise<void> {
    const bytes = bytesOf(row);
    this.use(networks, bytes);
    const { all } = this.ceilings;
    await this.all.store(save, Math.max(bytes, Math.ceil(all.bytes / all.rows)));
  }

  private use(networks: readonly string[], bytes: number): void {
    const { address, crowded } = this.ceilings;
    const most = this.crowded ? crowded : address;
    for (const network of networks) {
      const wait = Math.max(
        this.rows.wait(network, pointsOf(most.rows, network)),
        this.bytes.wait(network, pointsOf(most.bytes, network) - bytes + 1),
      );
      if (wait === 0) continue;
      const fields = {
        'Retry-After': String(wait),
        'RateLimit-Policy': `"authorizations";q=${most.rows};w=600`,
        RateLimit: `"authorizations";r=0;t=${wait}`,
      };
      const message = 'Too many requests from this address wait for a decision. Try again in a few minutes.';
      throw new OauthError('rate_limited', message, { headers: fields });
    }
    for (const network of networks) {
      this.rows.add(network, 1);
      this.bytes.add(network, bytes);
    }
  }
}

function bytesOf(row: RequestRow): number {
  const texts = [row.client_id, row.redirect_uri, row.scopes, row.state, row.login_hint, row.ui_locales, row.prompt];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), rowBytes);
}
