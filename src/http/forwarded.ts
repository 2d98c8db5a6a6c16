/**
 * Notices requests that say they were forwarded while no proxy is trusted. Behind a proxy and with TRUST_PROXY=false every request has
 * the proxy's own address, and limits by address count everybody as one, which an operator must be told. Anybody can send such a
 * header, so it changes nothing but what the operator reads: no limit, and no check of `doctor` beyond a warning.
 */
import type { IncomingMessage } from 'node:http';

const headers = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/** What an operator is told, in the log and by `doctor`. */
export const untrustedProxy =
  'TRUST_PROXY is false: if a proxy stands before this service, all people behind it share one address and its limits; set TRUST_PROXY to that proxy. Otherwise somebody made the header up, and it changed nothing';

/**
 * What the settings alone say at the start: this process speaks http, so where people use https there is a proxy before it.
 * @param seen whether a forwarded request was seen lately.
 */
export function proxyWarning(
  settings: { TRUST_PROXY: string; PUBLIC_URL?: string },
  seen: boolean,
): string | undefined {
  if (settings.TRUST_PROXY !== 'false') return undefined;
  if (seen) return `Requests said before that they were forwarded. ${untrustedProxy}.`;
  if (settings.PUBLIC_URL?.startsWith('https:') !== true) return undefined;
  return 'PUBLIC_URL is https, which a proxy before this process must speak, and TRUST_PROXY is false: all people behind the proxy share one address and its limits; set TRUST_PROXY to that proxy.';
}

/** Tells once of a request that says it was forwarded. */
export class ProxyWatch {
  private told: boolean;

  /**
   * @param trusted whether some proxy is trusted: then there is nothing to tell.
   * @param tell called once.
   */
  constructor(
    trusted: boolean,
    private readonly tell: () => void,
  ) {
    this.told = trusted;
  }

  /** Looks at a request until it has something to tell. */
  readonly look = (req: Pick<IncomingMessage, 'headers'>): void => {
    if (this.told || !headers.some((name) => req.headers[name] !== undefined)) return;
    this.told = true;
    this.tell();
  };
}
