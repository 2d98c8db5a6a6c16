/**
 * The console's cookie. Scripts cannot read it, and browsers send it only to the console and not with requests from other sites.
 */
import { readCookie } from '../cookies';

export interface ConsoleCookie {
  read(header: string | undefined): string | undefined;
  /** The field that keeps a session in the browser. */
  keep(secret: string, maxAgeMs: number): string;
  /** The field that removes it. */
  remove(): string;
}

/**
 * @param publicUrl `PUBLIC_URL`. Under https the cookie is `Secure`, and its prefix makes browsers refuse such a cookie unless
 * this host set it over https. At the root of a host, browsers also refuse one from another host of the domain (RFC 6265bis,
 * section 4.1.3).
 * @param publicPath its path without a final slash.
 */
export function consoleCookie(publicUrl: string, publicPath: string): ConsoleCookie {
  const secure = publicUrl.startsWith('https:');
  const ofHost = secure && publicPath === '';
  const name = `${ofHost ? '__Host-' : secure ? '__Secure-' : ''}leadlight-console`;
  const path = ofHost ? '/' : `${publicPath}/app`;
  const field = (value: string, seconds: number) =>
    `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${seconds}`;
  return {
    read: (header) => readCookie(header, name),
    keep: (secret, maxAgeMs) => field(secret, Math.floor(maxAgeMs / 1000)),
    remove: () => field('', 0),
  };
}
