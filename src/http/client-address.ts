/** The address of the client behind the proxies of `TRUST_PROXY`, for requests that express does not handle. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { SettingsError } from '../../config/settings';

export type AddressOf = (req: IncomingMessage) => string;

/**
 * @param trustProxy `TRUST_PROXY`: `false`, a number of hops, or addresses. Express reads the same value in the same way.
 * @throws SettingsError when the value holds no valid address.
 */
export function clientAddress(trustProxy: string): AddressOf {
  if (trustProxy === 'false') return (req) => req.socket.remoteAddress ?? '';
  const hops = /^\d{1,2}$/.test(trustProxy) ? Number(trustProxy) : undefined;
  const names = trustProxy.split(',').map((name) => name.trim());
  const trust = hops === undefined ? compiled(names, trustProxy) : (_address: string, hop: number) => hop < hops;
  return (req) => proxyAddr(req, trust) ?? req.socket.remoteAddress ?? '';
}

function compiled(names: readonly string[], value: string) {
  try {
    return proxyAddr.compile(names);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([
      `TRUST_PROXY is "${value}"; ${why}. Allowed: false, a number of hops, or addresses/subnets.`,
    ]);
  }
}
