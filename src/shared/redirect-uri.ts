/**
 * Which redirect URIs are valid.
 *
 * Master rule: the text is what a URL parser would write (`new URL(s).href === s`), so what we compare is what a browser will
 * open. Everything else follows from exact comparison with short lists.
 */
import { assistantOf, type AssistantName } from './assistants';

const maximumRedirectUriLength = 2048;

/** Hosts of the person's own machine, exactly as a URL parser writes them (RFC 8252 §7.3; `localhost` as clients use it). */
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Names that our answer adds to the query. A redirect URI that already has one could hide it. */
const answerParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/**
 * A private-use scheme with an authority and a path, as native applications register them (RFC 8252 §7.1). It has no upper case
 * and no escapes, so it can be compared letter by letter.
 */
const privateUse = /^[a-z][a-z0-9+.-]{2,62}:\/\/[a-z0-9][a-z0-9._-]*(\/[A-Za-z0-9._~-]+)*\/?(\?[A-Za-z0-9._~=&-]*)?$/;

/** Schemes that execute something, show other content, or belong to the system. They never belong to an assistant. */
const neverSchemes: ReadonlySet<string> = new Set(
  (
    'about blob chrome chrome-extension content data devtools edge facetime file filesystem ftp ftps geo gopher http https intent ' +
    'itms itms-services jar javascript ldap livescript mailto market mocha moz-extension ms-msdt ms-officecmd ms-search ms-settings ' +
    'resource search-ms sftp shell shortcuts sip sips skype sms smsto ssh tel telnet urn vbscript view-source vnc wais web+app ws ' +
    'wss x-apple.systempreferences x-javascript zoommtg'
  ).split(' '),
);

/** Whether the text is a redirect URI with a private-use scheme that an operator may list. */
export function isPrivateUse(text: string): boolean {
  return privateUse.test(text) && !neverSchemes.has(text.slice(0, text.indexOf(':')));
}

/** The URL of a text that follows the master rule; `undefined` otherwise. */
export function parseRedirectUri(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > maximumRedirectUriLength) return undefined;
  if (value.includes('#') || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.href !== value) return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:' && !isPrivateUse(value)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  if (answerParameters.some((name) => url.searchParams.has(name))) return undefined;
  return url;
}

/** Whether the URL leads to the person's own machine: http, a loopback host, any port but 0. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && loopbackHosts.has(url.hostname) && url.port !== '0';
}

/** Whether an operator may list this text in OAUTH_ALLOWED_REDIRECT_URIS: https, loopback, or a private-use scheme. */
export function isListable(text: string): boolean {
  const url = parseRedirectUri(text);
  return url !== undefined && (url.protocol !== 'http:' || isLoopback(url));
}

/** What this installation allows besides loopback. */
export interface RedirectPolicy {
  /** Https origins. Any path below them is allowed. */
  readonly origins: readonly string[];
  /** Exact URIs. */
  readonly uris: readonly string[];
  readonly assistants: readonly AssistantName[];
}

/** Whether a client may register this redirect URI: loopback, of a listed origin, listed itself, or of a named assistant. */
export function isAllowedRedirectUri(value: unknown, policy: RedirectPolicy): value is string {
  const url = parseRedirectUri(value);
  if (!url) return false;
  if (url.protocol === 'http:') return isLoopback(url);
  if (policy.uris.includes(url.href)) return true;
  if (url.protocol === 'https:' && policy.origins.includes(url.origin)) return true;
  return assistantOf(url.href, policy.assistants) !== undefined;
}

/**
 * Whether a requested redirect URI is a registered one: the same text, or on loopback the same except for the port, which a
 * native application picks when it runs (RFC 8252 §7.3).
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

/** The redirect URI with answer parameters added. Its own query is unchanged. */
export function callbackUrl(redirectUri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUri);
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
  url.search = url.search === '' ? added.toString() : `${url.search}&${added.toString()}`;
  return url.href;
}
