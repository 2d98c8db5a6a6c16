/** Which networks a client's address belongs to: what limits count by. */
import { isIPv6 } from 'node:net';

/**
 * The networks of an address, the narrowest first. IPv4: the address itself. IPv6: its /64, the least that one customer has,
 * and its /48, the most that is given to one without asking.
 * @example networksOf('2001:db8:1:2::3') // ['2001:db8:1:2::/64', '2001:db8:1::/48']
 */
export function networksOf(address: string): readonly string[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  // What a proxy calls an address may be anything.
  if (!isIPv6(plain)) return [plain.slice(0, 45)];
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].map((group) => parseInt(group, 16).toString(16));
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/** The neighbourhood of an address: what one provider or tenant often has whole. IPv4: its /24. IPv6: its /32. */
export function neighbourhoodOf(address: string): string {
  const [network = ''] = networksOf(address);
  if (network.endsWith('/64')) return `${network.split(':').slice(0, 2).join(':')}::/32`;
  return `${network.split('.').slice(0, 3).join('.')}.0/24`;
}

/** How many /64 of a /48 may use a limit up before the /48 itself is out. */
const customersInOneNetwork = 10;

/** The points that a network has when one address has `points`. */
export function pointsOf(points: number, network: string): number {
  return network.endsWith('/48') ? points * customersInOneNetwork : points;
}
