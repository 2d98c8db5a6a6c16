/** The address with which links begin: on pages, in mails and Slack, on the command line. */
import type { Settings } from './settings';

type Place = Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>;

/** The host as a URL that this machine can open names it. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** PUBLIC_URL, or the address on which `serve` listens, without a final slash. */
export const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Place): string =>
  PUBLIC_URL ?? `http://${hostOf(HOST)}:${PORT}`;

/** The hosts that only the machine itself can reach, as a URL names them. */
const isThisMachine = (url: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/**
 * What the operator is told of links that only this machine can open. Nothing is refused: on one machine, as in a try-out, they work.
 * @returns undefined if PUBLIC_URL is set, or HOST is an address of the network.
 */
export function linksStayHere(place: Place): string | undefined {
  const url = publicUrlOf(place);
  if (place.PUBLIC_URL !== undefined || !isThisMachine(url)) return undefined;
  return `PUBLIC_URL is not set: links begin with ${url}, which only this machine can open`;
}

/**
 * The same, where links go out by mail. Without a mail server they are shown to who is at the service already. It is said also where
 * PUBLIC_URL is set to such an address, as in the compose files for a try-out.
 */
export function mailedLinksStayHere(settings: Place & Pick<Settings, 'SMTP_URL'>): string | undefined {
  const { PUBLIC_URL, SMTP_URL } = settings;
  if (SMTP_URL === undefined) return undefined;
  if (PUBLIC_URL === undefined) return linksStayHere(settings);
  if (!isThisMachine(PUBLIC_URL)) return undefined;
  return `PUBLIC_URL is ${PUBLIC_URL}: mails are sent with links that only this machine can open`;
}
