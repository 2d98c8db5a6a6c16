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

  /** Whether the request came through a proxy that is not trusted; tells of the first one. */
  readonly isUntrusted = (req: Pick<IncomingMessage, 'headers'>): boolean => {
    if (this.trusted || !isForwarded(req)) return false;
    if (!this.told) this.tell();
    this.told = true;
    return true;
  };
}
