/**
 * The two cookies of the pages: the session, and a random mark of the browser that forms are bound to. Scripts cannot read them,
 * and browsers do not send them with forms of other sites.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Names. `__Host-` makes browsers refuse the cookie unless it is Secure and set by this host (RFC 6265bis §4.1.3.2). */
export function cookieNames(secure: boolean): { session: string; browser: string; device: string } {
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}leadlight-session`,
    browser: `${prefix}leadlight-browser`,
    device: `${prefix}leadlight-device`,
  };
}

/** Lax, not Strict: the person comes from the assistant's site and should not have to sign in again because of that. */
export function setCookie(name: string, value: string, secure: boolean, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${age}`;
}

/** The value of a cookie in a `Cookie` header; undefined if it is absent, repeated, or not of plain characters. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[\w.-]{16,4096}$/.test(value) ? value : undefined;
}

export function newBrowserMark(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The hidden value of a form. Only someone who can read this browser's cookie can compute it, and it is valid for one request
 * only. It needs no state on the server and works across several processes.
 */
export function formToken(browserMark: string, requestToken: string): string {
  return createHmac('sha256', browserMark).update(`form\n${requestToken}`).digest('base64url');
}

export function formTokenMatches(browserMark: string | undefined, requestToken: string, given: string): boolean {
  if (browserMark === undefined) return false;
  const wanted = Buffer.from(formToken(browserMark, requestToken));
  const got = Buffer.from(given);
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}
