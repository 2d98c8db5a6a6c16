/**
 * Which redirect URIs are good.
 *
 * Master rule: the text is what a URL parser would write (`new URL(s).href === s`), so what we compare is what a browser
 * will open. Everything else follows from exact comparison against short lists.
 */

export const maximumRedirectUriLength = 2048;

/** Hosts of the person's own machine, exactly as a URL parser writes them (RFC 8252 §7.3; `localhost` as clients use it). */
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Names that our answer adds to the query; a redirect URI that already has one could shadow it. */
const answerParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/** The URL of a text that obeys the master rule; `undefined` otherwise. */
export function parseRedirectUri(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > maximumRedirectUriLength) return undefined;
  if (value.includes('#') || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.href !== value) return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  if (answerParameters.some((name) => url.searchParams.has(name))) return undefined;
  return url;
}

/** Whether the URL leads to the person's own machine: http, a loopback host, any port but 0. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && loopbackHosts.has(url.hostname) && url.port !== '0';
}

/** Whether a client may register this redirect URI: loopback, or an allowlisted https origin. */
export function isAllowedRedirectUri(value: unknown, allowedOrigins: readonly string[]): value is string {
  const url = parseRedirectUri(value);
  if (!url) return false;
  return isLoopback(url) || (url.protocol === 'https:' && allowedOrigins.includes(url.origin));
}

/**
 * Whether a requested redirect URI is one of the registered ones: the same text, or on loopback the same but for the port,
 * which a native application picks when it runs (RFC 8252 §7.3).
 */
export function matchesRegistered(requested: string, registered: readonly string[]): boolean {
  const url = parseRedirectUri(requested);
  if (!url) return false;
  if (registered.includes(requested)) return true;
  if (!isLoopback(url)) return false;
  return registered.some((text) => {
    const known = parseRedirectUri(text);
    return known !== undefined && isLoopback(known) && withoutPort(known) === withoutPort(url);
  });
}

function withoutPort(url: URL): string {
  return `${url.hostname}${url.pathname}${url.search}`;
}

/** The redirect URI with answer parameters added; its own query stays as it was written. */
export function callbackUrl(redirectUri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUri);
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
  url.search = url.search === '' ? added.toString() : `${url.search}&${added.toString()}`;
  return url.href;
}
