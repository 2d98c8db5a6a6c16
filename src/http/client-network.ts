/** The networks of a client's address. Limits count by network. */
import { isIPv6 } from 'node:net';

/**
 * The networks of an address, narrowest first. IPv4: the address itself. IPv6: its /64, the smallest network of one customer, and
 * its /48, the largest that providers give out without asking.
 * @example networksOf('2001:db8:1:2::3') // ['2001:db8:1:2::/64', '2001:db8:1::/48']
 */
export function networksOf(address: string): readonly string[] {
  const plain = withoutPort(address);
  // A proxy may send any text as an address.
  if (!isIPv6(plain)) return [plain.slice(0, 45)];
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].map((group) => parseInt(group, 16).toString(16));
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/**
 * The address alone. Some proxies add the client's port, which changes with each connection: `203.0.113.9:4711`,
 * `[2001:db8::1]:4711`. An IPv4 address may be written as IPv6 (RFC 4291, 2.5.5.2).
 */
function withoutPort(address: string): string {
  const bare = address.replace(/^\[([\da-f:.]+)\](:\d+)?$/i, '$1').replace(/^::ffff:(?=\d+\.)/i, '');
  return bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

/** The neighbourhood of an address: often all of it belongs to one provider or tenant. IPv4: its /24. IPv6: its /32. */
export function neighbourhoodOf(address: string): string {
  const [network = ''] = networksOf(address);
  if (network.endsWith('/64')) return `${network.split(':').slice(0, 2).join(':')}::/32`;
  return `${network.split('.').slice(0, 3).join('.')}.0/24`;
}

/** How many /64 networks of a /48 may use up a limit before the /48 reaches its own. */
const customersInOneNetwork = 10;

/** The points of a network, if one address has `points`. */
export function pointsOf(points: number, network: string): number {
  return network.endsWith('/48') ? points * customersInOneNetwork : points;
}
