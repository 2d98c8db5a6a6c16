/** Which addresses an outgoing request may reach. This depends on who named the host. */
import { BlockList, isIP } from 'node:net';

type Subnet = readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'];

/**
 * Addresses outside the public internet: the IANA special-purpose registries (RFC 6890 and later) and multicast. In IPv6 only
 * 2000::/3 is assigned for the public internet, so forms outside it that contain an IPv4 address (mapped `::ffff:0:0/96`,
 * compatible `::/96`, NAT64 `64:ff9b::/96`) are refused without a row. 6to4 and Teredo are inside it and have one.
 */
const special: readonly Subnet[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'], // shared (RFC 6598)
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  // Not in the registries, but it hands out credentials: Azure's own service for virtual machines (Microsoft Learn,
  // 168.63.129.16).
  ['168.63.129.16', 32, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.31.196.0', 24, 'ipv4'],
  ['192.52.193.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['192.175.48.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];

/** Addresses that a host named by the operator may have besides public ones: this machine and the operator's own network. */
const own: readonly Subnet[] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  // Shared address space (RFC 6598): private networks of some clouds and VPNs.
  ['100.64.0.0', 10, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
];

/** Inside such networks, but clouds hand out credentials there: services of Alibaba, Amazon and Google. */
const credentials: readonly Subnet[] = [
  ['100.100.100.200', 32, 'ipv4'],
  ['fd00:ec2::', 32, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
];

const blockListOf = (subnets: readonly Subnet[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix, family] of subnets) list.addSubnet(network, prefix, family);
  return list;
};

const specialList = blockListOf(special);
const ownList = blockListOf(own);
const credentialsList = blockListOf(credentials);
const globalUnicast = blockListOf([['2000::', 3, 'ipv6']]);

/** Whether an address, as a resolver returns it, is public. False for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialList.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !specialList.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * Whether a host that the operator named in a setting may have this address: public, on this machine, or in the operator's own
 * network. Never link-local, where cloud platforms hand out credentials.
 */
export function isOperatorAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  // Node's BlockList checks an IPv4-mapped address against IPv4 rules. Only plain IPv4 addresses are allowed.
  if (family === 6 && /^::ffff:/i.test(address)) return false;
  const form = family === 4 ? 'ipv4' : 'ipv6';
  return isPublicAddress(address) || (ownList.check(address, form) && !credentialsList.check(address, form));
}
