/** The network's addresses: which hosts belong to it, and how to parse its URLs without throwing. */

import { decodeNested, decodeNumbered, visibleText } from '../../../packages/reader/src';

/** What makes a URN or URL the network's own: the settings `NETWORK_URN_NAMESPACE` and `NETWORK_HOSTS`. */
export interface Network {
  /** Namespace of the URNs, `li` in `urn:li:activity:1`. */
  readonly namespace: string;
  /** Host names, lower case. Their subdomains count too. Canonical URLs use the first one. */
  readonly hosts: readonly string[];
}

/** A URL of the network: the decoded path and the raw query without `?`. */
export interface NetworkUrl {
  readonly path: string;
  readonly query: string;
}

export type Refused = { readonly ok: false; readonly reason: string };

/** Longer texts are refused. This is the interface's limit for post identifiers, with room for tracking parameters. */
const maxLength = 4096;

const urlParts = /^(?:https?:)?\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i;
const bareHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?[/?#]/i;

/**
 * Parses a URL if it is the network's.
 * @param text a URL with or without scheme (`linkedin.com/in/x`), or a path that starts with `/`.
 */
export function splitUrl(text: string, network: Network): ({ readonly ok: true } & NetworkUrl) | Refused {
  if (text.length > maxLength) return { ok: false, reason: 'longer than any link' };
  const tidy = tidied(text);
  const relative = tidy.startsWith('/') && !tidy.startsWith('//');
  const full = relative ? `//${network.hosts[0] ?? ''}${tidy}` : bareHost.test(tidy) ? `//${tidy}` : tidy;
  const parts = urlParts.exec(full);
  if (!parts) return { ok: false, reason: 'neither a URN nor a link' };
  const host = (parts[1] ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  if (host === 'lnkd.in')
    return { ok: false, reason: 'lnkd.in is a short link: it names no post; open it and use the address it leads to' };
  if (!isNetworkHost(host, network)) return { ok: false, reason: 'not a link of this network' };
  const path = decodeNested(parts[2] ?? '').replace(/[\\/]+(?:\.\/+)*/g, '/');
  return { ok: true, path, query: parts[3] ?? '' };
}

/** The text without the punctuation around links, with slashes as browsers read them. */
const tidied = (text: string) =>
  visibleText(decodeNumbered(text))
    .replace(/^[\s<("'[{«“‘]+/, '')
    .replace(/\\+/g, '/')
    .replace(/^(https?):\/+/i, '$1://');

/** Whether a host in lower case belongs to the network. */
export function isNetworkHost(host: string, network: Network): boolean {
  return network.hosts.some((own) => host === own || (host.endsWith(`.${own}`) && /^[a-z0-9.-]+$/.test(host)));
}

/** The decoded value of a query parameter, the first one of that name; undefined when absent. */
export function queryValue(query: string, name: string): string | undefined {
  if (!query.includes(name)) return undefined;
  for (const pair of query.split('&')) {
    if (pair.startsWith(`${name}=`)) return decodeNested(pair.slice(name.length + 1));
  }
  return undefined;
}

/** `https://www.linkedin.com`: the origin of canonical URLs. */
export const canonicalOrigin = (network: Network): string => formsOf(network).origin;

/** The address of a person's page as the network itself writes it. Most are in this form. Captures the name. */
export const plainPage = (network: Network): RegExp => formsOf(network).page;

interface Forms {
  readonly origin: string;
  readonly page: RegExp;
}

const forms = new WeakMap<Network, Forms>();

function formsOf(network: Network): Forms {
  let known = forms.get(network);
  if (known === undefined) {
    const host = network.hosts[0] ?? 'localhost';
    const origin = host.split('.').length === 2 ? `https://www.${host}` : `https://${host}`;
    known = { origin, page: new RegExp(`^${origin.replace(/\W/g, '\\$&')}/in/([\\w-]+)/?$`) };
    forms.set(network, known);
  }
  return known;
}
