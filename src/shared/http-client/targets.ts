/** Addresses that people give for messages to be sent to: which are accepted, and how they may be reached. */
import { isIP } from 'node:net';

/** What is wrong with an address, in words. */
export interface TargetProblem {
  readonly problem: string;
}

export interface Target {
  readonly url: URL;
  /** `operator`: the host is on the installation's list, so it may be in the operator's own network and without TLS. */
  readonly namedBy: 'stranger' | 'operator';
}

const longest = 2_048;

/**
 * Reads the address of a receiver.
 * @param allowed `host` or `host:port`, lower case, from a setting. @param setting its name, for messages.
 */
export function readTarget(
  text: string,
  allowed: readonly string[],
  setting = 'WEBHOOK_ALLOWED_HOSTS',
): Target | TargetProblem {
  if (text.length > longest) return { problem: `must have at most ${longest} characters` };
  if (!URL.canParse(text)) return { problem: 'must be an https URL' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'must be an https URL' };
  if (url.username !== '' || url.password !== '') return { problem: 'must not hold credentials' };
  if (url.hash !== '' || text.includes('#')) return { problem: 'must not have a fragment' };
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const name = url.hostname.toLowerCase();
  if (allowed.includes(name) || allowed.includes(`${name}:${port}`)) return { url, namedBy: 'operator' };
  if (url.protocol !== 'https:') return { problem: `must be https, unless its host is in ${setting}` };
  const host = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0 || !host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host)) {
    return { problem: `must name a public host, unless its host is in ${setting}` };
  }
  return { url, namedBy: 'stranger' };
}
