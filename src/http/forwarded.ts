/**
 * Notices a proxy that is not trusted. Behind one, with TRUST_PROXY=false, every request seems to come from the proxy's own
 * address: limits by address then count everybody as one, which an operator must be told.
 */
import type { IncomingMessage } from 'node:http';

/** The mark in the database that such a request was seen, for `doctor`. */
export const untrustedProxyMark = 'untrusted_proxy_seen';

const headers = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/** Whether a proxy says for whom the request is. */
export function isForwarded(req: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.some((name) => req.headers[name] !== undefined);
}

/** What an operator is told, in the log and by `doctor`. */
export const untrustedProxy =
  'TRUST_PROXY is false: all people behind the proxy share one address and its limits; set TRUST_PROXY to that proxy';

/**
 * What the settings alone say at the start: this process speaks http, so where people use https there is a proxy before it.
 * @param seen whether a forwarded request was seen before this start.
 */
export function proxyWarning(
  settings: { TRUST_PROXY: string; PUBLIC_URL?: string },
  seen: boolean,
): string | undefined {
  if (settings.TRUST_PROXY !== 'false') return undefined;
  if (seen) return `Requests were forwarded by a proxy before, and ${untrustedProxy}.`;
  if (settings.PUBLIC_URL?.startsWith('https:') !== true) return undefined;
  return `PUBLIC_URL is https, which a proxy before this process must speak, and ${untrustedProxy}.`;
}

/** Tells once of a request that was forwarded. */
export class ProxyWatch {
  private told = false;

  /**
   * @param trusted whether some proxy is trusted: then there is nothing to tell.
   * @param tell called once.
   */
  constructor(
    private readonly trusted: boolean,
    private readonly tell: () => void,
  ) {}

  /** Looks at a request until it has something to tell. */
  readonly look = (req: Pick<IncomingMessage, 'headers'>): void => {
    if (!this.told) this.isUntrusted(req);
  };

  /** Whether the request came through a proxy that is not trusted; tells of the first one. */
  readonly isUntrusted = (req: Pick<IncomingMessage, 'headers'>): boolean => {
    if (this.trusted || !isForwarded(req)) return false;
    if (!this.told) this.tell();
    this.told = true;
    return true;
  };
}
