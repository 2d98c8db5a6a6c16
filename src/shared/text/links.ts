/** Words of others in mails of ours: programs for mail make a link of each address that they find, also in a name. */

/** What parts of a host consist of: letters with their marks, digits, and the signs and emoji that some registries allow. */
const part = '\\p{L}\\p{M}\\p{N}\\p{S}_\\-';
/** Hosts as they are written, with the dots that browsers read as dots. */
const host = `(?<![${part}.。．｡])(?:[${part}]+[.。．｡])+[\\p{L}\\p{M}]{2,}`;

/**
 * An address as programs for mail find it in a text: with a scheme, `www.`, of a mailbox, or a host (also a number) before a port, a path,
 * a question mark or a hash.
 */
const address = new RegExp(
  [
    '(?<![a-z\\d+.-])[a-z][a-z\\d+.-]*:[/\\\\]{2}\\S+',
    '\\b(?:mailto|tel|sms):\\S+',
    '(?<![\\w.+-])[\\w.+-]+@[\\p{L}\\p{N}-]+[.。．｡]\\S+',
    '\\bwww\\.\\S+',
    `${host}(?::\\d|[/\\\\?#])\\S*`,
    '(?<![\\d.])(?:\\d{1,3}\\.){3}\\d{1,3}(?::\\d|/)\\S*',
  ].join('|'),
  'giu',
);
/** A host alone, as companies are named (Booking.com). */
const bareHost = new RegExp(host, 'giu');

/**
 * A text without its addresses, so that the only links of a mail are ours. A host alone stays readable, with a character of no width
 * behind each dot, so that nothing makes a link of it.
 * @param text without invisible characters (`oneLine`), which could stand within an address.
 */
export const withoutLinks = (text: string): string =>
  text.replace(address, '(address left out)').replace(bareHost, (name) => name.replace(/[.。．｡]/g, '$&\u2060'));
