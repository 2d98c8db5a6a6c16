/** Kinds of settings. Each checks the whole text, so nothing is guessed. */
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isPercentEncoded } from '../src/shared/text/percent-encoded';

/** Digits only: no sign, blank, fraction, exponent or hexadecimal form. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const port = wholeNumber(0, 65_535);

/** A decimal number above 0. */
export const amount = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}(\.\d{1,15})?$/)
    .transform(Number)
    .pipe(z.number().gt(0).max(max));

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Text that is not blank. */
export const label = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '');

/** Items separated by commas. Blanks around items and empty items are dropped. */
export const commaList = z.string().transform((value) => value.split(',').flatMap((part) => part.trim() || []));

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined);

/** True without query, fragment and credentials. Even an empty query is refused: it would stay in addresses built on this one. */
export function isPlainUrl(text: string, protocols: readonly string[]): boolean {
  const url = urlOf(text);
  return (
    url !== undefined && protocols.includes(url.protocol) && !/[?#]/.test(text) && url.username + url.password === ''
  );
}

export const httpUrl = z.string().refine((text) => isPlainUrl(text, ['http:', 'https:']));

export const origins = commaList.refine((list) =>
  list.every((origin) => /^https?:/.test(origin) && urlOf(origin)?.origin === origin),
);

/** Origins as programs other than web pages send them: Electron's and extensions', and `null` where it is written out. */
const programOrigin = /^([a-z][a-z0-9+.-]{2,40}:\/\/[a-z0-9][a-z0-9._-]{0,99}|null)$/;

/** Origins of callers, exactly as they are sent. */
export const callerOrigins = commaList.refine((list) =>
  list.every((origin) =>
    /^https?:/.test(origin)
      ? urlOf(origin)?.origin === origin
      : programOrigin.test(origin) && !/^(file|ws|wss):/.test(origin),
  ),
);

const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** An IP address or a host name (RFC 1123, section 2.1). Whether this machine has the address shows only when it listens. */
export const host = z
  .string()
  .max(255)
  .refine((text) => isIP(text) !== 0 || hostName.test(text));

/** `host`, `host:port`, `[IPv6]` or `[IPv6]:port`, in the form of `URL.host`. */
function hostAndPort(text: string): string | undefined {
  if (isIP(text) === 6) return `[${text}]`;
  if (!URL.canParse(`http://${text}/`)) return undefined;
  const { hostname, port, href } = new URL(`http://${text}/`);
  const plain = hostname.replace(/^\[|\]$/g, '');
  if (!host.safeParse(plain).success || /[/?#@]/.test(text) || href.length > 300) return undefined;
  return port === '' && !text.endsWith(':80') ? hostname : `${hostname}:${port || '80'}`;
}

/** Hosts that may be reached although they are private, in the form of `URL.host`. */
export const allowedHosts = commaList
  .refine((list) => list.every((text) => hostAndPort(text) !== undefined))
  .transform((list) => list.flatMap((text) => hostAndPort(text) ?? []));

export const hostNames = commaList
  .transform((list) => list.map((name) => name.toLowerCase()))
  .refine((list) => list.length > 0 && list.every((name) => hostName.test(name)));

/**
 * `sqlite:PATH`, or `mysql://` with host and database. Refuses an in-memory database, which would end with its command, and a
 * password with `/`, `?`, `#` or `%` as it is: a piece of it would be taken for the host, and named in messages.
 */
export const databaseUrl = z.string().refine((text) => {
  if (text.startsWith('sqlite:')) return !/^(:memory:)?$/.test(text.slice('sqlite:'.length).trim());
  const url = text.startsWith('mysql://') ? urlOf(text) : undefined;
  if (url === undefined || url.hostname === '' || url.pathname.length <= 1) return false;
  return !`${url.pathname}${url.search}${url.hash}`.includes('@') && isPercentEncoded(url.username + url.password);
});

/** `false`, a number of proxies, or a list of addresses, subnets and express's names for networks. */
export const trustedProxies = z
  .string()
  .refine((text) => /^(false|\d{1,2})$/.test(text) || text.split(',').every((part) => isNetwork(part.trim())));

function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', mask, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (mask === undefined || (version === 4 && isIP(mask) === 4)) return true;
  return /^\d{1,3}$/.test(mask) && Number(mask) <= (version === 4 ? 32 : 128);
}

/** A folder that exists. With `optional`, also a path at which nothing exists yet. */
export const folder = (presence: 'required' | 'optional') =>
  label(4096).refine((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? presence === 'optional' : found.isDirectory();
  });
