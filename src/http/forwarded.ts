/**
 * Notices requests with forwarding headers while no proxy is trusted. Behind a proxy and with TRUST_PROXY=false, every request
 * has the proxy's own address, and limits by address count all clients as one. The operator must learn of that. Anyone can send
 * such a header, so it changes no limit, and `doctor` only warns.
 */
import type { IncomingMessage } from 'node:http';

const headers = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/** The warning for the operator, in the log and in `doctor`. */
export const untrustedProxy =
  'TRUST_PROXY is false: if a proxy stands before this service, all people behind it share one address and its limits; set TRUST_PROXY to that proxy. Without a proxy a client made the header up, and it changed nothing';

/**
 * The warning at the start. This process speaks http only, so a proxy must stand before it if PUBLIC_URL is https.
 * @param seen whether a request with forwarding headers arrived recently.
 */
export function proxyWarning(
  settings: { TRUST_PROXY: string; PUBLIC_URL?: string },
  seen: boolean,
): string | undefined {
  if (settings.TRUST_PROXY !== 'false') return undefined;
  if (seen) return `Earlier requests had forwarding headers. ${untrustedProxy}.`;
  if (settings.PUBLIC_URL?.startsWith('https:') !== true) return undefined;
  return 'PUBLIC_URL is https, so a proxy must stand before this process, and TRUST_PROXY is false: all people behind the proxy share one address and its limits; set TRUST_PROXY to that proxy.';
}

/** Reports the first request with forwarding headers. */
export class ProxyWatch {
  private hasReported: boolean;

  /**
   * @param trusted whether a proxy is trusted. Then there is nothing to report.
   * @param tell called once.
   */
  constructor(
    trusted: boolean,
    private readonly tell: () => void,
  ) {
    this.hasReported = trusted;
  }

  /** Looks at requests until one is reported. */
  readonly look = (req: Pick<IncomingMessage, 'headers'>): void => {
    if (this.hasReported || !headers.some((name) => req.headers[name] !== undefined)) return;
    this.hasReported = true;
    this.tell();
  };
}
