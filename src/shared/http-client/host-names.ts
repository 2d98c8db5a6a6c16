/**
 * Resolves host names to addresses, in two ways.
 *
 * Names that strangers give are sent directly to the name servers. Such a lookup can be ended. The system's own lookup
 * (getaddrinfo) holds one of four threads until it gives up, so a caller that fills those stops everything that needs one.
 * Names in settings are looked up as the system does it, with search domains and everything else it is configured to use. While
 * that is stuck, because other names are never answered, they are asked of the name servers too.
 */
import { lookup as systemLookup, promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { SharedLookups, TooManyLookups, type Addresses } from './shared-lookups';

export interface NameServers {
  /** `address` or `address:port`; the system's name servers when left out. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
}

const usualHostsFile =
  process.platform === 'win32'
    ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

/** Milliseconds until a name server is asked again, and the number of tries. */
const patience = { timeout: 1_500, tries: 2 };

/** Lookups of strangers' names at the same time. Each costs a socket, but no thread. */
const strangers = { atOnce: 32, waiting: 256, canEnd: true };
/** Lookups of names in settings take one thread. The system's own lookups have two for all of the process (libuv). */
const operators = { atOnce: 1, waiting: 64, canEnd: false };
/** How long the system's lookup of a name may take before the name servers are asked as well, in milliseconds. */
const systemPatienceMs = 1_000;

/** Lookups that end at their deadline. The hosts file and `localhost` need no name server. */
export function endableLookups({ servers, hostsFile = usualHostsFile }: NameServers = {}): SharedLookups {
  return new SharedLookups(async (hostname, signal) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const known = await addressesInFile(hostsFile, name);
    if (known.length > 0) return known;
    if (isLocalhost(name)) return loopback;
    signal.throwIfAborted();
    const resolver = new dns.Resolver(patience);
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = [...addressesOf(four, 4), ...addressesOf(six, 6)];
      if (found.length === 0 && four.status === 'rejected') throw four.reason;
      return found;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }, strangers);
}

/** Lookups as the system does them. */
export function systemLookups(): SharedLookups {
  return new SharedLookups(
    (hostname) =>
      new Promise((resolve, reject) => {
        systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
          error ? reject(error) : resolve(addresses),
        );
      }),
    operators,
  );
}

/** Finds the addresses of a name until a deadline. */
export type FindAddresses = (hostname: string, deadline: AbortSignal) => Promise<Addresses>;

/**
 * Lookups as the system does them, which no other name can hold up: when the system's lookup has had no turn or no answer for a
 * while, what the name servers say counts as well.
 */
export function operatorLookups(direct = endableLookups(), system = systemLookups()): FindAddresses {
  return (hostname, deadline) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => void direct.find(hostname, deadline).then(resolve, () => undefined),
        systemPatienceMs,
      );
      system
        .find(hostname, deadline)
        .catch((error: unknown) => {
          if (error instanceof TooManyLookups) return direct.find(hostname, deadline);
          throw error;
        })
        .finally(() => clearTimeout(timer))
        .then(resolve, reject);
    });
}

const addressesOf = (answer: PromiseSettledResult<string[]>, family: 4 | 6): Addresses =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];

/** Never sent to a name server (RFC 6761, section 6.3). */
const isLocalhost = (name: string) => name === 'localhost' || name.endsWith('.localhost');
const loopback: Addresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The addresses of a name in the hosts file (hosts(5)); none when there is no such file. */
async function addressesInFile(path: string, name: string): Promise<Addresses> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return names.some((one) => one.toLowerCase() === name) && isIP(address) !== 0
      ? [{ address, family: isIP(address) }]
      : [];
  });
}
